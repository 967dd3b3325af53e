import { isbot } from 'isbot'
import { serverSignal } from './catalogue.ts'
import { readableUserAgent } from './describe-user-agent.ts'

/** Request headers in lower case, as Node gives them. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface JudgeOptions {
  /**
   * Whether the browser reached this server over HTTPS or on its own machine: only then does it send
   * client hints and fetch metadata. Without it the `host` and `x-forwarded-proto` headers decide.
   */
  readonly secure?: boolean
}

const headlessToken = /Headless|PhantomJS|SlimerJS|jsdom|happy-dom|Electron-Headless/iu
const httpClientToken =
  /^(?:curl|wget|libcurl|python|aiohttp|httpx|node|undici|axios|got|go-http-client|okhttp|java|apache-httpclient|ruby|php|guzzle|perl|libwww|dart|rust|reqwest|deno|bun|postman|insomnia|httpie|scrapy|lua|powershell|restsharp|faraday|k6|autocannon|wrk|ab|hey|vegeta)\b|python-requests|node-fetch/iu
const chromiumMajor = /Chrom(?:e|ium)\/(\d+)/u
const firefoxMajor = /\bFirefox\/(\d+)/u
const safariVersion = /\bVersion\/(\d{1,9})(?:\.(\d{1,9}))?[^)]* Safari\//u
const chromiumBrand = /"Chromium";\s*v="(\d+)/u

/** What the headers of the widget's calls say against a visitor: bits of `serverChecks`. */
export function judgeRequest(headers: RequestHeaders, options: JudgeOptions = {}): number {
  const userAgent = readableUserAgent(one(headers['user-agent']))
  const brands = one(headers['sec-ch-ua'])
  if (userAgent === '') return serverSignal.emptyUserAgent
  const { signals: told, claimed } = readUserAgent(userAgent)
  let signals = brands.includes('Headless') ? told | serverSignal.headlessHeader : told
  if (claimed === null) return signals
  const secure = options.secure ?? isTrustworthy(headers)
  if (brands !== '' && contradictsHints(userAgent, claimed, brands, headers))
    signals |= serverSignal.clientHintsContradiction
  if (brands === '' && secure && claimed.engine === 'chromium' && claimed.major >= 100 && !claimed.embedded)
    signals |= serverSignal.missingClientHints
  return signals | judgeBrowserHeaders(headers, claimed, secure)
}

interface Claimed {
  readonly engine: 'chromium' | 'firefox' | 'webkit' | 'unknown'
  readonly major: number
  /** A web view inside an app: apps change its user agent and strip headers. */
  readonly embedded: boolean
  readonly sendsFetchMetadata: boolean
}

interface ReadUserAgent {
  /** What it says against the visitor by itself. */
  readonly signals: number
  /** Null for what does not even pretend to be a browser. */
  readonly claimed: Claimed | null
}

const remembered = new Map<string, ReadUserAgent>()
const rememberAtMost = 2_000

/** Few user agents make up most visits, and taking one apart costs more than looking it up. */
function readUserAgent(userAgent: string): ReadUserAgent {
  const known = remembered.get(userAgent)
  if (known !== undefined) return known
  const isBrowser = userAgent.startsWith('Mozilla/5.0')
  let signals = headlessToken.test(userAgent) ? serverSignal.headlessHeader : 0
  if (!isBrowser) signals |= httpClientToken.test(userAgent) ? serverSignal.httpClient : serverSignal.oddUserAgent
  // The list of crawlers also knows headless browsers and programs, which have names of their own here.
  else if (signals === 0 && isbot(userAgent)) signals = serverSignal.declaredCrawler
  const read = { signals, claimed: isBrowser ? claimedBrowser(userAgent) : null }
  if (remembered.size >= rememberAtMost) remembered.clear()
  if (userAgent.length <= 400) remembered.set(userAgent, read)
  return read
}

function claimedBrowser(userAgent: string): Claimed {
  const embedded = /; wv\)|\bQtWebEngine\/|\bElectron\/|\b(?:FBAN|FBAV|Instagram|Line|MicroMessenger)\b/u.test(
    userAgent,
  )
  const chromium = chromiumMajor.exec(userAgent)
  if (chromium) {
    const major = Number(chromium[1])
    return { engine: 'chromium', major, embedded, sendsFetchMetadata: major >= 80 }
  }
  const firefox = firefoxMajor.exec(userAgent)
  if (firefox) {
    const major = Number(firefox[1])
    return { engine: 'firefox', major, embedded, sendsFetchMetadata: major >= 90 }
  }
  const safari = safariVersion.exec(userAgent)
  if (safari) {
    const major = Number(safari[1])
    const minor = Number(safari[2] ?? 0)
    return { engine: 'webkit', major, embedded, sendsFetchMetadata: major > 16 || (major === 16 && minor >= 4) }
  }
  return {
    engine: userAgent.includes('AppleWebKit/') ? 'webkit' : 'unknown',
    major: 0,
    embedded,
    sendsFetchMetadata: false,
  }
}

function contradictsHints(userAgent: string, claimed: Claimed, brands: string, headers: RequestHeaders): boolean {
  if (claimed.embedded) return false
  if (claimed.engine !== 'chromium') return true
  const brand = chromiumBrand.exec(brands)
  if (brand && Number(brand[1]) !== claimed.major) return true
  const mobile = one(headers['sec-ch-ua-mobile'])
  if (mobile === '?1' && !userAgent.includes('Mobile')) return true
  if (mobile === '?0' && userAgent.includes('Mobile')) return true
  return contradictsPlatform(userAgent, one(headers['sec-ch-ua-platform']))
}

/** Android asked for the desktop site names itself Linux in one place and Android in the other: that pair is fine. */
function contradictsPlatform(userAgent: string, platform: string): boolean {
  switch (platform) {
    case '"Windows"':
      return !userAgent.includes('Windows')
    case '"macOS"':
      return !userAgent.includes('Macintosh')
    case '"Linux"':
    case '"Chrome OS"':
    case '"Chromium OS"':
      return userAgent.includes('Windows') || userAgent.includes('Macintosh') || userAgent.includes('Android')
    case '"Android"':
      return userAgent.includes('Windows') || userAgent.includes('Macintosh')
    default:
      return false
  }
}

function judgeBrowserHeaders(headers: RequestHeaders, claimed: Claimed, secure: boolean): number {
  let signals = 0
  const site = one(headers['sec-fetch-site'])
  const mode = one(headers['sec-fetch-mode'])
  const metadataMissing = secure && claimed.sendsFetchMetadata && !claimed.embedded && (site === '' || mode === '')
  if (metadataMissing || one(headers['accept-language']) === '' || one(headers['accept-encoding']) === '')
    signals |= serverSignal.missingBrowserHeaders
  // The widget only calls with `fetch`: a navigation or a form would name another mode.
  if ((mode !== '' && mode !== 'cors' && mode !== 'same-origin') || site === 'none')
    signals |= serverSignal.wrongBrowserHeaders
  return signals
}

function isTrustworthy(headers: RequestHeaders): boolean {
  return (
    one(headers['x-forwarded-proto']) === 'https' ||
    /^(?:localhost|127\.|\[::1\]|[\w-]+\.localhost)/u.test(one(headers.host))
  )
}

function one(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}
