export interface UserAgentDescription {
  /** Name and major version, for example `Firefox 152`, or `Unknown`. */
  readonly browser: string
  readonly operatingSystem: string
  readonly device: 'desktop' | 'phone' | 'tablet' | 'unknown'
}

/** Characters of a user agent that are looked at. Browsers send some 100, few apps with a web view more. */
export const userAgentLengthMax = 512

/** As much of a user agent as is looked at. Any text may come, and every pattern costs time for each character. */
export function readableUserAgent(userAgent: string): string {
  return userAgent.length > userAgentLengthMax ? userAgent.slice(0, userAgentLengthMax) : userAgent
}

const remembered = new Map<string, UserAgentDescription>()
const rememberAtMost = 2000

/** What a user agent says in words for the log. Never longer than 40 characters, whatever was sent. */
export function describeUserAgent(whole: string): UserAgentDescription {
  const userAgent = readableUserAgent(whole)
  const known = remembered.get(userAgent)
  if (known) return known
  const description = {
    browser: browserOf(userAgent),
    operatingSystem: operatingSystemOf(userAgent),
    device: deviceOf(userAgent),
  }
  // Short-lived and cheap to make again, so forgetting everything at once is good enough.
  if (remembered.size >= rememberAtMost) remembered.clear()
  remembered.set(userAgent, description)
  return description
}

/**
 * Order matters: nearly every browser also names Chrome and Safari. The third entry must stand in the text as well; as a second half of
 * the pattern it would be searched for again from every place where the first half fits.
 */
const browsers: readonly (readonly [RegExp, string, string?])[] = [
  [/HeadlessChrome\/(\d+)/u, 'Headless Chrome'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/u, 'Edge'],
  [/(?:OPR|OPX|OPT)\/(\d+)/u, 'Opera'],
  [/SamsungBrowser\/(\d+)/u, 'Samsung Internet'],
  [/Vivaldi\/(\d+)/u, 'Vivaldi'],
  [/YaBrowser\/(\d+)/u, 'Yandex'],
  [/DuckDuckGo\/(\d+)/u, 'DuckDuckGo'],
  [/(?:Firefox|FxiOS)\/(\d+)/u, 'Firefox'],
  [/CriOS\/(\d+)/u, 'Chrome'],
  [/Chrome\/(\d+)/u, 'Android WebView', '; wv)'],
  [/Electron\/(\d+)/u, 'Electron'],
  [/QtWebEngine\/(\d+)/u, 'QtWebEngine'],
  [/Chrom(?:e|ium)\/(\d+)/u, 'Chrome'],
  [/Version\/(\d+)/u, 'Safari', 'Safari/'],
  [/AppleWebKit\/(\d+)/u, 'Safari WebView', 'Mobile/'],
  [/^(curl|Wget|python-requests|Python-urllib|node|undici|axios|Go-http-client|okhttp|Java|Bun|Deno)\b/iu, ''],
]

function browserOf(userAgent: string): string {
  for (const [pattern, name, also = ''] of browsers) {
    const match = userAgent.includes(also) ? pattern.exec(userAgent) : null
    if (match) return name === '' ? (match[1] ?? '') : `${name} ${match[1]?.slice(0, 4)}`
  }
  return 'Unknown'
}

function operatingSystemOf(userAgent: string): string {
  if (/iPhone|iPad|iPod/u.test(userAgent)) return 'iOS'
  if (userAgent.includes('Android')) return 'Android'
  if (userAgent.includes('Windows')) return 'Windows'
  if (userAgent.includes('CrOS')) return 'ChromeOS'
  if (/Macintosh|Mac OS X/u.test(userAgent)) return 'macOS'
  if (/Linux|X11/u.test(userAgent)) return 'Linux'
  return 'Unknown'
}

function deviceOf(userAgent: string): UserAgentDescription['device'] {
  if (/iPad|Tablet|Silk\//u.test(userAgent)) return 'tablet'
  if (userAgent.includes('Android')) return userAgent.includes('Mobile') ? 'phone' : 'tablet'
  if (/iPhone|iPod|Mobile/u.test(userAgent)) return 'phone'
  return /Windows|Macintosh|X11|Linux|CrOS/u.test(userAgent) ? 'desktop' : 'unknown'
}
