import type { AnyRequest, Visit } from './visit.ts'

/** Which a proxy ends, as it does those that `connection` names (RFC 9110, 7.6.1). */
const ofOneConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  // Node has answered it.
  'expect',
])

/** What the gateway says by itself. */
const own = new Set([
  'host',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
])

/** Of proxies alone, by whom the visitor is told: by anybody else's word a site could take one visitor, or one host, for another. */
const ofProxies = new Set([
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  // What scripts look for that want to know who is there.
  'client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded-for',
  'proxy-client-ip',
  'true-client-ip',
  'wl-proxy-client-ip',
  'x-appengine-user-ip',
  'x-azure-clientip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-envoy-external-address',
  'x-forwarded',
  'x-host',
  'x-http-host-override',
  'x-original-forwarded-for',
  'x-original-host',
  'x-originating-ip',
  'x-remote-addr',
  'x-remote-ip',
])

/** In which some servers read another target than the one that was decided about. Proxies hand on what visitors write into them. */
const otherTargets = new Set(['x-original-url', 'x-rewrite-url'])

export interface Forwarding {
  /** What the site gets as its host. */
  readonly host: string
  /** Whether the other end is a proxy that is trusted, so that what it says of those before it is kept. */
  readonly isProxyTrusted: boolean
  /** The address of the other end. */
  readonly remote: string
  /** How the gateway names itself in `via`. */
  readonly name: string
}

/**
 * The headers of a request for the site, as names and values in turn: those that came, in their order, without those of the connection,
 * without names with an underscore (many a server reads `x_forwarded_for` as if it had hyphens), without what only a proxy may say, and with
 * what the gateway knows itself.
 */
export function headersForSite(
  visit: Visit,
  forwarding: Forwarding,
  more: Readonly<Record<string, string | null>> = {},
): string[] {
  const { rawHeaders, headers, httpVersion } = visit.request
  const dropped = namesIn(headers.connection)
  const forSite: string[] = ['host', forwarding.host]
  let cookies = ''
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? ''
    const value = rawHeaders[index + 1] ?? ''
    const name = given.toLowerCase()
    if (name.startsWith(':') || name.includes('_') || ofOneConnection.has(name) || own.has(name)) continue
    if (dropped.has(name) || Object.hasOwn(more, name) || otherTargets.has(name)) continue
    if (!forwarding.isProxyTrusted && (name.startsWith('x-forwarded-') || ofProxies.has(name))) continue
    // HTTP/2 may send cookies apart; HTTP/1.1 knows one line of them (RFC 9113, 8.2.3).
    if (name === 'cookie') cookies = cookies === '' ? value : `${cookies}; ${value}`
    else forSite.push(given, value)
  }
  if (cookies !== '') forSite.push('cookie', cookies)
  const before = forwarding.isProxyTrusted ? headers['x-forwarded-for'] : undefined
  const trusted = (name: string): string | undefined =>
    forwarding.isProxyTrusted ? headers[name]?.toString() : undefined
  forSite.push(
    'x-forwarded-for',
    before === undefined ? forwarding.remote : `${String(before)}, ${forwarding.remote}`,
    'x-forwarded-proto',
    trusted('x-forwarded-proto') ?? (visit.isEncrypted ? 'https' : 'http'),
    'x-forwarded-host',
    trusted('x-forwarded-host') ?? authorityOf(visit.request),
    'x-real-ip',
    visit.address,
    'via',
    `${headers.via === undefined ? '' : `${headers.via}, `}${httpVersion} ${forwarding.name}`,
  )
  for (const name of Object.keys(more)) {
    const value = more[name] ?? null
    if (value !== null) forSite.push(name, value)
  }
  return forSite
}

/** The headers of an answer for the visitor, as names and values in turn. HTTP/2 wants names in lower case and none of a connection. */
export function headersForVisitor(
  raw: readonly Buffer[],
  version: number,
  more: Readonly<Record<string, string>> = {},
): string[] {
  const forVisitor: string[] = []
  let dropped: ReadonlySet<string> | null = null
  for (let index = 0; index < raw.length; index += 2) {
    const given = raw[index]?.toString('latin1') ?? ''
    const name = given.toLowerCase()
    const value = raw[index + 1]?.toString('latin1') ?? ''
    if (name === 'connection') dropped = namesIn(value)
    if (ofOneConnection.has(name) || Object.hasOwn(more, name)) continue
    forVisitor.push(version >= 2 ? name : given, value)
  }
  for (const name of Object.keys(more)) forVisitor.push(name, more[name] ?? '')
  if (dropped === null || dropped.size === 0) return forVisitor
  const names = dropped
  return forVisitor.filter((_, index) => !names.has((forVisitor[index - (index % 2)] ?? '').toLowerCase()))
}

const none: ReadonlySet<string> = new Set()
/** A `connection` that nearly all have, and names that nobody may have taken away. */
const usual = /^(?:keep-alive|close)$/iu

function namesIn(connection: string | undefined): ReadonlySet<string> {
  if (connection === undefined || usual.test(connection)) return none
  const names = connection.split(',').map((name) => name.trim().toLowerCase())
  return new Set(names.filter((name) => !['cookie', 'authorization', 'content-length', 'content-type'].includes(name)))
}

function authorityOf({ headers }: AnyRequest): string {
  return String(headers[':authority'] ?? headers.host ?? '')
}
