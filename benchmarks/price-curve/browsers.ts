/** How a browser calls: what the service sees of it before any check ran. */
export interface Browser {
  readonly name: 'chrome' | 'android' | 'firefox' | 'safari' | 'iphone' | 'edge'
  readonly headers: Readonly<Record<string, string>>
  /** Share of a site's visitors. */
  readonly share: number
  readonly touch: boolean
}

const common = {
  'content-type': 'text/plain;charset=UTF-8',
  accept: '*/*',
  origin: 'https://shop.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'de-DE,de;q=0.9',
} as const

const chromium = (platform: string, mobile: 0 | 1, brand = 'Google Chrome') => ({
  'sec-ch-ua': `"Chromium";v="156", "${brand}";v="156", "Not.A/Brand";v="24"`,
  'sec-ch-ua-mobile': `?${mobile}`,
  'sec-ch-ua-platform': `"${platform}"`,
})
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0'

export const browsers: readonly Browser[] = [
  {
    name: 'chrome',
    headers: {
      ...common,
      ...chromium('Windows', 0),
      'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36`,
    },
    share: 0.3,
    touch: false,
  },
  {
    name: 'android',
    headers: {
      ...common,
      ...chromium('Android', 1),
      'user-agent': `Mozilla/5.0 (Linux; Android 10; K) ${chrome} Mobile Safari/537.36`,
    },
    share: 0.28,
    touch: true,
  },
  {
    name: 'iphone',
    headers: {
      ...common,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
    },
    share: 0.2,
    touch: true,
  },
  {
    name: 'safari',
    headers: {
      ...common,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent':
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
    },
    share: 0.06,
    touch: false,
  },
  {
    name: 'edge',
    headers: {
      ...common,
      ...chromium('Windows', 0, 'Microsoft Edge'),
      'user-agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/156.0.0.0`,
    },
    share: 0.08,
    touch: false,
  },
  {
    name: 'firefox',
    headers: {
      ...common,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
    },
    share: 0.08,
    touch: false,
  },
]

export function browserCalled(name: Browser['name']): Browser {
  const found = browsers.find((browser) => browser.name === name)
  if (found === undefined) throw new RangeError(name)
  return found
}

/** One of them, as often as people have it. */
export function drawBrowser(random: () => number): Browser {
  let left = random() * browsers.reduce((sum, { share }) => sum + share, 0)
  for (const browser of browsers) if ((left -= browser.share) <= 0) return browser
  return browserCalled('chrome')
}
