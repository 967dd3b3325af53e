import { expect, test } from 'vitest'
import { serverChecks, serverSignal } from './catalogue.ts'
import { describeUserAgent } from './describe-user-agent.ts'
import { judgeRequest, type RequestHeaders } from './judge-request.ts'

const common = {
  host: 'localhost:8090',
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'de-DE,de;q=0.9',
  origin: 'https://shop.example',
}
const fetched = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const chromeOn = (system: string, platform: string, mobile = '?0', suffix = 'Safari/537.36'): RequestHeaders => ({
  ...common,
  ...fetched,
  'user-agent': `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 ${suffix}`,
  'sec-ch-ua': '"Not)A;Brand";v="24", "Chromium";v="156", "Google Chrome";v="156"',
  'sec-ch-ua-mobile': mobile,
  'sec-ch-ua-platform': `"${platform}"`,
})
const windowsChrome = chromeOn('Windows NT 10.0; Win64; x64', 'Windows')
const without = (headers: RequestHeaders, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
const codesOf = (headers: RequestHeaders, secure?: boolean) => {
  const signals = judgeRequest(headers, secure === undefined ? {} : { secure })
  return serverChecks.filter((_, index) => signals & (1 << index)).map(({ code }) => code)
}

const genuine: Readonly<Record<string, RequestHeaders>> = {
  'Chrome on Windows': windowsChrome,
  'Chrome on macOS': chromeOn('Macintosh; Intel Mac OS X 10_15_7', 'macOS'),
  'Chrome on Linux': chromeOn('X11; Linux x86_64', 'Linux'),
  'Chrome on a Chromebook': chromeOn('X11; CrOS x86_64 14541.0.0', 'Chrome OS'),
  'Chrome on an Android phone': chromeOn('Linux; Android 10; K', 'Android', '?1', 'Mobile Safari/537.36'),
  'Chrome on an Android tablet': chromeOn('Linux; Android 10; K', 'Android'),
  'Android asked for the desktop site': chromeOn('X11; Linux x86_64', 'Android'),
  Edge: {
    ...chromeOn('Windows NT 10.0; Win64; x64', 'Windows', '?0', 'Safari/537.36 Edg/156.0.0.0'),
    'sec-ch-ua': '"Microsoft Edge";v="156", "Chromium";v="156", "Not/A)Brand";v="8"',
  },
  'Opera, whose own version differs': {
    ...chromeOn('Windows NT 10.0; Win64; x64', 'Windows', '?0', 'Safari/537.36 OPR/140.0.0.0'),
    'sec-ch-ua': '"Opera";v="140", "Chromium";v="156", "Not/A)Brand";v="8"',
  },
  'an Android web view': without(
    chromeOn('Linux; Android 14; Pixel 8 Build/AP2A; wv', 'Android', '?1', 'Mobile Safari/537.36'),
    'sec-ch-ua',
    'sec-ch-ua-mobile',
    'sec-ch-ua-platform',
  ),
  Firefox: {
    ...common,
    ...fetched,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0',
    te: 'trailers',
  },
  Safari: {
    ...common,
    ...fetched,
    'user-agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  },
  'an old Safari': {
    ...common,
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1',
  },
  'Chrome on an iPhone': {
    ...common,
    ...fetched,
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0.0.0 Mobile/15E148 Safari/604.1',
  },
  QtWebEngine: {
    ...common,
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) QtWebEngine/5.15.2 Chrome/87.0.4280.144 Safari/537.36',
  },
  'Chrome where the address is not secure': {
    ...without(windowsChrome, ...Object.keys(fetched), 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'),
    host: '192.168.1.20:8090',
  },
}

test.for(Object.entries(genuine))('%s is not held against a visitor', ([, headers]) => {
  expect(codesOf(headers)).toEqual([])
})

test.for([
  ['curl', { ...common, 'user-agent': 'curl/8.9.1' }, 'http-client'],
  ['Node', { host: 'x', 'user-agent': 'node', 'accept-language': '*', 'sec-fetch-mode': 'cors' }, 'http-client'],
  ['Python', { host: 'x', 'user-agent': 'python-requests/2.32.0' }, 'http-client'],
  ['Go', { host: 'x', 'user-agent': 'Go-http-client/2.0' }, 'http-client'],
  ['OkHttp', { host: 'x', 'user-agent': 'okhttp/4.12.0' }, 'http-client'],
  ['no name', { host: 'x' }, 'empty-user-agent'],
  ['an unknown name', { ...common, 'user-agent': 'Something else' }, 'odd-user-agent'],
  [
    'a headless browser',
    { ...windowsChrome, 'user-agent': windowsChrome['user-agent']?.toString().replace('Chrome/', 'HeadlessChrome/') },
    'headless-header',
  ],
  [
    'a headless brand',
    { ...windowsChrome, 'sec-ch-ua': '"HeadlessChrome";v="156", "Chromium";v="156"' },
    'headless-header',
  ],
  ['another version', { ...windowsChrome, 'sec-ch-ua': '"Chromium";v="131"' }, 'client-hints-contradiction'],
  ['another system', { ...windowsChrome, 'sec-ch-ua-platform': '"Linux"' }, 'client-hints-contradiction'],
  ['a phone that is none', { ...windowsChrome, 'sec-ch-ua-mobile': '?1' }, 'client-hints-contradiction'],
  ['Firefox with hints', { ...genuine.Firefox, 'sec-ch-ua': '"Chromium";v="156"' }, 'client-hints-contradiction'],
  [
    'Chrome without hints',
    without(windowsChrome, 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform'),
    'missing-client-hints',
  ],
  ['no language', without(windowsChrome, 'accept-language'), 'missing-browser-headers'],
  ['no encoding', without(windowsChrome, 'accept-encoding'), 'missing-browser-headers'],
  ['no fetch metadata', without(windowsChrome, 'sec-fetch-site', 'sec-fetch-mode'), 'missing-browser-headers'],
  ['half of the fetch metadata', without(windowsChrome, 'sec-fetch-site'), 'missing-browser-headers'],
  ['a navigation', { ...windowsChrome, 'sec-fetch-mode': 'navigate' }, 'wrong-browser-headers'],
] satisfies [string, RequestHeaders, string][])('%s is seen', ([, headers, code]) => {
  expect(codesOf(headers)).toContain(code)
})

test('the operator can say that addresses are secure where the host does not show it', () => {
  const bare = { ...without(windowsChrome, ...Object.keys(fetched)), host: 'api.example' }
  expect(codesOf(bare)).toEqual([])
  expect(codesOf(bare, true)).toEqual(['missing-browser-headers'])
  expect(judgeRequest(bare, { secure: true })).toBe(serverSignal.missingBrowserHeaders)
})

test.for([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot) Chrome/119.0.0.0 Safari/537.36',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
])('%s says that it is a crawler', (userAgent) => {
  expect(codesOf({ ...windowsChrome, 'user-agent': userAgent })).toContain('declared-crawler')
})

test.for([
  ['digits', `Mozilla/5.0 Version/${'1'.repeat(15_000)}`],
  ['versions', `Mozilla/5.0 ${'Version/1 '.repeat(1_500)}`],
  ['engines', `Mozilla/5.0 ${'AppleWebKit/1 '.repeat(1_000)}`],
  ['web views', `Mozilla/5.0 ${'; wv)'.repeat(3_000)}`],
] as const)('a user agent made to be slow, of %s, takes no longer than others', ([, userAgent]) => {
  const begun = process.cpuUsage()
  for (let n = 0; n < 20; n++) {
    judgeRequest({ ...common, 'user-agent': userAgent })
    describeUserAgent(userAgent)
  }
  // Microseconds; of digits it were 190 000.
  expect(process.cpuUsage(begun).user / 20).toBeLessThan(2_000)
})
