import { serverSignal } from './catalogue.ts'

/** How a client speaks TLS and HTTP/2; `fingerprintOf` of `@bollard/tls-fingerprint` gives these and more. */
export interface ConnectionFacts {
  readonly ja4: string
  readonly grease: boolean
  readonly postQuantumGroup: boolean
  readonly applicationSettings: boolean
  /** Null for HTTP/1.1. Sizes in bytes. */
  readonly http2: {
    readonly pseudoHeaderOrder: string
    readonly headerTableSize: number
    readonly initialWindowSize: number
    readonly connectionWindow: number
    readonly priority: boolean
  } | null
  /** Names of the request's headers in lower case, in the order sent. */
  readonly headerOrder: readonly string[]
}

interface Claim {
  readonly engine: 'chromium' | 'firefox'
  readonly major: number
  readonly desktop: boolean
}

/** What every connection of one engine looks like, from one version to another; versions outside are not judged. */
interface Profile {
  readonly from: number
  /** About a year after the version that was measured: later ones may differ, and then must be measured first. */
  readonly until: number
  readonly sendsGrease: boolean
  readonly sendsApplicationSettings: boolean
  /** Version from which a missing post-quantum group counts; null where people can still switch it off. */
  readonly postQuantumFrom: { readonly desktop: number | null; readonly mobile: number | null }
  /** Builds on OpenSSL and GnuTLS offer some 30 and more where browsers offer 15 to 17. */
  readonly cipherSuitesMax: number
  readonly pseudoHeaderOrder: string
  readonly connectionWindow: number
  /** What only holds on computers: Firefox asks for less on phones. */
  readonly desktopHeaderTableSize: number
  readonly initialWindowSize: number | null
  readonly priority: boolean
  /** Headers that come in this order whenever they come. */
  readonly headerOrder: readonly string[]
}

/**
 * Measured on Chromium 156 and Firefox 153 ESR on Linux: navigations, scripts, `fetch` and XMLHttpRequest, with and
 * without a service worker and an own `accept`. Not measured, but taken from elsewhere: other systems, and the versions
 * before. Published fingerprints show the same GREASE, ALPS (0x4469, since Chrome 133 0x44cd; chromestatus
 * 5149147365900288) and HTTP/2 figures there. Post-quantum key exchange came to Chrome on computers with 124
 * (chromestatus 5257822742249472); companies could switch it off by policy until 146, and few did. For phones it only
 * counts from 147 on.
 *
 * Left out because they vary between genuine visitors: Chromium's `user-agent` (last for a service worker's script) and
 * `accept-language` (first where somebody set it), ECH (a policy and a setting switch it off), Firefox's post-quantum
 * group (a setting), and its windows per stream (another setting).
 */
const profiles: Readonly<Record<Claim['engine'], Profile>> = {
  chromium: {
    from: 124,
    until: 169,
    sendsGrease: true,
    sendsApplicationSettings: true,
    postQuantumFrom: { desktop: 124, mobile: 147 },
    cipherSuitesMax: 20,
    pseudoHeaderOrder: 'masp',
    connectionWindow: 15_728_640,
    desktopHeaderTableSize: 65_536,
    initialWindowSize: 6_291_456,
    priority: true,
    headerOrder: ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest', 'accept-encoding'],
  },
  firefox: {
    from: 128,
    until: 166,
    sendsGrease: false,
    sendsApplicationSettings: false,
    postQuantumFrom: { desktop: null, mobile: null },
    cipherSuitesMax: 20,
    pseudoHeaderOrder: 'mpas',
    connectionWindow: 12_582_912,
    desktopHeaderTableSize: 65_536,
    initialWindowSize: null,
    priority: true,
    headerOrder: [
      'user-agent',
      'accept',
      'accept-language',
      'accept-encoding',
      'sec-fetch-dest',
      'sec-fetch-mode',
      'sec-fetch-site',
    ],
  },
}

/**
 * What a connection says against the browser that its request claims to be: bits of `serverChecks`. Only for
 * connections whose TLS ended at this service; a proxy in front speaks TLS and HTTP/2 of its own. 0 for browsers and
 * versions that nobody measured, and for web views. Virus scanners and company proxies that open TLS look like a
 * contradiction too, which is why none of these signals may stop a visitor by itself.
 */
export function judgeConnection(facts: ConnectionFacts, userAgent: string): number {
  const claim = readClaim(userAgent)
  const profile = profileOf(claim)
  if (!claim || !profile) return 0
  let signals = isOutOfOrder(facts.headerOrder, profile.headerOrder) ? serverSignal.headerOrder : 0
  if (contradictsTls(facts, claim, profile)) signals |= serverSignal.tlsContradiction
  if (facts.http2 && contradictsHttp2(facts.http2, claim, profile)) signals |= serverSignal.http2Contradiction
  return signals
}

/**
 * The same for requests whose TLS ended elsewhere or that came without: only the order of their headers is judged, and
 * nothing when they came through a proxy, for proxies put headers into an order of their own. `names` are in lower
 * case in the order sent; the keys of Node's `request.headers` are.
 */
export function judgeHeaderOrder(
  names: readonly string[],
  userAgent: string,
  { throughProxy }: { readonly throughProxy: boolean },
): number {
  const profile = throughProxy ? undefined : rememberedProfile(userAgent)
  return profile && isOutOfOrder(names, profile.headerOrder) ? serverSignal.headerOrder : 0
}

/** Web views, televisions, consoles, and browsers that do not speak through their engine's own network code. */
const unjudged =
  /; wv\)|\b(?:QtWebEngine|Electron|FBAN|FBAV|Instagram|Line|MicroMessenger|UCBrowser|MQQBrowser|QQBrowser|MiuiBrowser|HuaweiBrowser|YaBrowser|Silk|OculusBrowser|Opera Mini|PaleMoon|SeaMonkey|Waterfox|Seamonkey)\b|Tizen|Web0S|SMART-TV|SmartTV|CrKey|PlayStation|Xbox|iPhone|iPad|iPod/u

function readClaim(userAgent: string): Claim | null {
  if (unjudged.test(userAgent)) return null
  const desktop = /Windows NT|Macintosh|X11;/u.test(userAgent)
  if (!desktop && !userAgent.includes('Android')) return null
  const chromium = /Chrom(?:e|ium)\/(\d+)/u.exec(userAgent)
  if (chromium) return { engine: 'chromium', major: Number(chromium[1]), desktop }
  const firefox = /\bGecko\/[\d.]+ Firefox\/(\d+)/u.exec(userAgent)
  return firefox ? { engine: 'firefox', major: Number(firefox[1]), desktop } : null
}

const remembered = new Map<string, Profile | null>()
const rememberAtMost = 2_000

/** Few user agents make up most visits, and taking one apart costs more than looking it up. */
function rememberedProfile(userAgent: string): Profile | undefined {
  const known = remembered.get(userAgent)
  if (known !== undefined) return known ?? undefined
  const profile = profileOf(readClaim(userAgent))
  if (remembered.size >= rememberAtMost) remembered.clear()
  if (userAgent.length <= 400) remembered.set(userAgent, profile ?? null)
  return profile
}

function profileOf(claim: Claim | null): Profile | undefined {
  const profile = claim ? profiles[claim.engine] : undefined
  return claim && profile && claim.major >= profile.from && claim.major <= profile.until ? profile : undefined
}

function contradictsTls(facts: ConnectionFacts, claim: Claim, profile: Profile): boolean {
  if (facts.grease !== profile.sendsGrease || facts.applicationSettings !== profile.sendsApplicationSettings)
    return true
  const postQuantumFrom = claim.desktop ? profile.postQuantumFrom.desktop : profile.postQuantumFrom.mobile
  if (postQuantumFrom !== null && claim.major >= postQuantumFrom && !facts.postQuantumGroup) return true
  return Number(facts.ja4.slice(4, 6)) > profile.cipherSuitesMax
}

function contradictsHttp2(http2: NonNullable<ConnectionFacts['http2']>, claim: Claim, profile: Profile): boolean {
  if (http2.pseudoHeaderOrder !== profile.pseudoHeaderOrder || http2.connectionWindow !== profile.connectionWindow)
    return true
  if (
    http2.priority !== profile.priority ||
    (claim.desktop && http2.headerTableSize !== profile.desktopHeaderTableSize)
  )
    return true
  return profile.initialWindowSize !== null && http2.initialWindowSize !== profile.initialWindowSize
}

function isOutOfOrder(names: readonly string[], expected: readonly string[]): boolean {
  // Preflights come from another part of the browser, in another order.
  if (names.includes('access-control-request-method')) return false
  let last = -1
  for (const name of expected) {
    const at = names.indexOf(name)
    if (at < 0) continue
    if (at < last) return true
    last = at
  }
  return false
}
