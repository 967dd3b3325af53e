import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { createAddressReader, createProxyReader, plainAddress } from '@bollard/http'
import { normalPath } from '@bollard/normal-forms'
import { createCrowd } from './crowd.ts'
import { endAnswer, endSocket, forwardRequest, forwardUpgrade, type Given } from './forward.ts'
import { headersForSite } from './headers.ts'
import { hostOf, type RequestBounds, requestFault } from './request-fault.ts'
import { type SlowSides, watchSlowSides } from './slow-sides.ts'
import { type HealthCheck, type Server, type Upstream, UpstreamGroup, type UpstreamState } from './upstreams.ts'
import type { Answer, AnyRequest, AnyResponse, Fault, Pass, Verdict, Visit } from './visit.ts'

/** A site behind the gateway. */
export interface GatewaySite {
  /** In lower case, without ports. */
  readonly hosts: readonly string[]
  readonly upstreams: readonly Upstream[]
  /** Which host the site is told: the visitor's, as it is by default, or that of the server. */
  readonly hostHeader?: 'VISITOR' | 'UPSTREAM'
  readonly health?: HealthCheck
  /** Proxies before this site alone, beside those of the gateway. */
  readonly trustedProxies?: readonly string[]
}

export interface GatewayOptions {
  readonly sites: readonly GatewaySite[]
  /** Decides about every request; where it throws, which it should never do, `whenUndecided` counts. */
  readonly decide: (visit: Visit) => Verdict | Promise<Verdict>
  readonly whenUndecided: 'PASS' | 'REFUSE'
  /** Addresses or networks of proxies in front, whose `x-forwarded-for` is believed. */
  readonly trustedProxies?: readonly string[]
  readonly bounds?: Partial<RequestBounds>
  /** Requests of one network under way at once, IPv4 by address and IPv6 by /64; default 400. HTTP/2 has many on one connection. */
  readonly requestsPerNetworkMax?: number
  /** Milliseconds between looks at who keeps a transfer waiting; default 5 000. Six in a row end it. */
  readonly lookMs?: number
  /** Milliseconds, for what is spared and checked again. */
  readonly now?: () => number
  readonly onError: (error: unknown) => void
}

export interface Gateway {
  /** For the `request` event of a server of either HTTP. */
  readonly onRequest: (request: AnyRequest, response: AnyResponse) => void
  /** For the `upgrade` event of a server of HTTP/1.1. */
  readonly onUpgrade: (request: AnyRequest, socket: Duplex, head: Buffer) => void
  /** Other sites from now on; what is under way ends as it began. Throws where a host is named twice or an address is none. */
  configure(sites: readonly GatewaySite[]): void
  states(): UpstreamState[]
  /**
   * Asks the site of a host for a path, on nobody's behalf. Follows no redirect, and reads `bytesMax` bytes at most. Null where no server
   * answers within `timeoutMs`. Never rejects.
   */
  ask(host: string, path: string, how: AskOptions): Promise<AskedSite | null>
  /** Resolves once nothing is under way any more. */
  close(): Promise<void>
}

export interface AskOptions {
  /** Whether the site is told that whoever wants to know came by HTTPS. */
  readonly isSecure: boolean
  readonly bytesMax: number
  readonly timeoutMs: number
}

/** What a site answered. */
export interface AskedSite {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Whether there was more. */
  readonly isCut: boolean
}

interface RunningSite {
  readonly site: GatewaySite
  /** What stays as long as nothing of it changes. */
  readonly behind: string
  readonly group: UpstreamGroup
  readonly addressOf: ReturnType<typeof createAddressReader>
  readonly isProxy: ReturnType<typeof createProxyReader>
}

const tooMany: Fault = { status: 429, code: 'too-many-at-once' }

const defaultBounds: RequestBounds = { headersMax: 100, targetMax: 8_192, bodyMax: null }

/** A reverse proxy that asks `decide` about every request. It holds no server: `createGatewayServer` makes one. */
export function createGateway(options: GatewayOptions): Gateway {
  const { decide, trustedProxies = [], onError, now = () => performance.now() } = options
  const bounds = { ...defaultBounds, ...options.bounds }
  const name = `bollard-${randomUUID().slice(0, 8)}`
  const slowSides = watchSlowSides(options.lookMs)
  const crowd = createCrowd(options.requestsPerNetworkMax ?? 400)
  let sites = new Map<string, RunningSite>()

  function configure(given: readonly GatewaySite[]): void {
    const former = new Set([...sites.values()].map(({ group }) => group))
    const next = new Map<string, RunningSite>()
    for (const site of given) {
      const { trustedProxies: own = [], ...rest } = site
      const behind = JSON.stringify(rest)
      const proxies = [...trustedProxies, ...own]
      const same = [...sites.values()].find((one) => one.behind === behind)
      const running = {
        site,
        behind,
        group: same?.group ?? new UpstreamGroup(site.upstreams, now, site.health),
        addressOf: createAddressReader(proxies),
        isProxy: createProxyReader(proxies),
      }
      former.delete(running.group)
      for (const host of site.hosts) {
        if (next.has(host)) throw new Error(`${host} belongs to two sites`)
        next.set(host, running)
      }
    }
    sites = next
    for (const group of former) void group.close().catch(onError)
  }

  /** The visit and its site, or why there is none. */
  function read(request: AnyRequest, isUpgrade: boolean): { visit: Visit; running: RunningSite } | Fault {
    const fault = requestFault(request, bounds)
    if (fault !== null) return fault
    const host = hostOf(request)
    if (host === null) return { status: 400, code: 'host-invalid' }
    const running = sites.get(host)
    // Misdirected: its certificate may be for several hosts, and not all are served here (RFC 9110, 15.5.20).
    if (running === undefined) return { status: 421, code: 'host-unknown' }
    if (request.headers.via?.includes(name) === true) return { status: 508, code: 'loop' }
    const { headers, method = 'GET', url = '/', socket } = request
    const visit: Visit = {
      method,
      host,
      path: normalPath(url),
      target: url,
      address: running.addressOf(socket.remoteAddress, headers['x-forwarded-for']),
      isEncrypted: 'encrypted' in socket,
      headers,
      isUpgrade,
      request,
    }
    return { visit, running }
  }

  function undecided(error: unknown): Verdict {
    onError(error)
    return options.whenUndecided === 'PASS' ? { pass: true } : { pass: false, status: 503, body: 'undecided\n' }
  }

  /** Asks for the verdict; at once where it is there at once, since most are. */
  function judge(visit: Visit, then: (verdict: Verdict) => void): void {
    let verdict
    try {
      verdict = decide(visit)
    } catch (error) {
      return then(undecided(error))
    }
    if (!(verdict instanceof Promise)) return then(verdict)
    void verdict.catch(undecided).then(then)
  }

  const headersFor =
    (visit: Visit, verdict: Pass, { site, isProxy }: RunningSite) =>
    (server: Server) =>
      headersForSite(
        visit,
        {
          host:
            site.hostHeader === 'UPSTREAM' ? server.host : String(visit.headers[':authority'] ?? visit.headers.host),
          isProxyTrusted: isProxy(visit.request.socket.remoteAddress),
          remote: plainAddress(visit.request.socket.remoteAddress ?? '') ?? '',
          name,
        },
        verdict.requestHeaders,
      )

  function take(request: AnyRequest, response: AnyResponse): void {
    if (isGone(request, response)) return
    const found = read(request, false)
    if ('code' in found) return answerFault(request, response, found, slowSides)
    const { visit, running } = found
    const leave = crowd.enter(visit.address)
    if (leave === null) return answerFault(request, response, tooMany, slowSides)
    const given: Given = { status: null, bytes: 0 }
    let onEnd: Pass['onEnd']
    // One listener for all: each costs every request something.
    response.on('close', () => {
      leave()
      onEnd?.(response.headersSent ? response.statusCode : null, given.bytes)
    })
    judge(visit, (verdict) => {
      if (!verdict.pass) return answer(request, response, verdict, slowSides)
      if (isGone(request, response)) return verdict.onEnd?.(null, 0)
      onEnd = verdict.onEnd
      return forwardRequest(response, {
        visit,
        verdict,
        group: running.group,
        slowSides,
        given,
        bodyMax: bounds.bodyMax,
        headersFor: headersFor(visit, verdict, running),
        refuse: (fault) => answerFault(request, response, fault, slowSides),
      })
    })
  }

  configure(options.sites)
  return {
    onRequest(request, response) {
      response.on('error', ignore)
      // A stream may be reset by what was read in one go with it. Asked at once, the site would get a connection for each, which nobody waits for:
      // that keeps a gateway busier than anything else does (CVE-2023-44487).
      if ('stream' in request) setImmediate(take, request, response)
      else take(request, response)
    },
    onUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const found = isWebSocket(request) ? read(request, true) : { status: 400, code: 'upgrade-refused' }
      const refuse = (answered: Answer): void => refuseUpgrade(socket, answered, slowSides)
      if ('code' in found) return refuse(answerOf(found))
      const { visit, running } = found
      const leave = crowd.enter(visit.address)
      if (leave === null) return refuse(answerOf(tooMany))
      socket.once('close', leave)
      judge(visit, (verdict) => {
        if (!verdict.pass) return refuse(verdict)
        const { onEnd } = verdict
        if (socket.destroyed) return onEnd?.(null, 0)
        const given: Given = { status: null, bytes: 0 }
        // By what the site said, or nobody who fails would be counted for it who pretends to want a WebSocket.
        if (onEnd !== undefined) socket.once('close', () => onEnd(given.status, given.bytes))
        return forwardUpgrade(socket, head, {
          visit,
          verdict,
          group: running.group,
          slowSides,
          given,
          headersFor: headersFor(visit, verdict, running),
          refuse(fault) {
            given.status ??= fault.status
            refuse(answerOf(fault))
          },
        })
      })
      return undefined
    },
    configure,
    async ask(host, path, { isSecure, ...bounds }) {
      const running = sites.get(host)
      const server = running?.group.choose()
      if (running === undefined || server === undefined) return null
      const proto = isSecure ? 'https' : 'http'
      const headers = {
        host: running.site.hostHeader === 'UPSTREAM' ? server.host : host,
        'user-agent': 'Bollard',
        'accept-encoding': 'identity',
        'x-forwarded-proto': proto,
        'x-forwarded-host': host,
        via: `1.1 ${name}`,
      }
      return readFrom(server, { path, headers }, bounds).catch(() => null)
    },
    states: () => [...new Set(sites.values())].flatMap(({ group }) => group.states()),
    async close() {
      slowSides.stop()
      await Promise.all([...new Set(sites.values())].map(({ group }) => group.close()))
    },
  }
}

/** A response of HTTP/2 doesn't say by itself that its stream is over. */
function isGone(request: AnyRequest, response: AnyResponse): boolean {
  return 'stream' in request ? request.stream.destroyed || request.stream.closed : response.destroyed
}

/** Whoever has gone is told by `close`. */
const ignore = (): void => undefined

async function readFrom(
  { pool }: Server,
  request: { readonly path: string; readonly headers: Readonly<Record<string, string>> },
  { bytesMax, timeoutMs }: Pick<AskOptions, 'bytesMax' | 'timeoutMs'>,
): Promise<AskedSite> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { statusCode: status, headers, body } = await pool.request({ ...request, method: 'GET', signal })
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk as Buffer)
    bytes += (chunk as Buffer).length
    if (bytes > bytesMax) break
  }
  // Leaving the loop has destroyed the body, and the connection with it.
  const plain = Object.entries(headers).map(([field, value]) => [field, String(value ?? '')])
  const whole = Buffer.concat(chunks)
  return { status, headers: Object.fromEntries(plain), body: whole.subarray(0, bytesMax), isCut: bytes > bytesMax }
}

function isWebSocket({ method, headers, httpVersionMajor }: AnyRequest): boolean {
  // Anything else, such as HTTP/2 without TLS, would let its sender speak to the site past every decision. What comes with a body is one thing
  // to a site that opens it and another to one that doesn't.
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && httpVersionMajor === 1
}

function answerOf({ status, code }: Fault): Answer {
  return { pass: false, status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: `${code}\n` }
}

/** Ends a connection of HTTP/1.1 whose request was faulty: what follows on it cannot be told apart from what belongs to it. */
function answerFault(request: AnyRequest, response: AnyResponse, fault: Fault, slowSides: SlowSides): void {
  if (response.headersSent) return void response.destroy()
  if (request.httpVersionMajor === 1 && fault.status < 500) response.setHeader('connection', 'close')
  return answer(request, response, answerOf(fault), slowSides)
}

function answer(
  request: AnyRequest,
  response: AnyResponse,
  { status, headers = {}, body = '' }: Answer,
  slowSides: SlowSides,
): void {
  if (isGone(request, response) || response.headersSent) return
  const bytes = Buffer.from(body)
  // A body that nobody will read would keep the connection.
  if (request.httpVersionMajor === 1 && !request.complete) response.setHeader('connection', 'close')
  const all = { 'cache-control': 'no-store', ...headers, 'content-length': String(bytes.length) }
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
  response.statusCode = status
  endAnswer(request, response, slowSides, request.method === 'HEAD' ? undefined : bytes)
}

function refuseUpgrade(socket: Duplex, { status, headers = {}, body = '' }: Answer, slowSides: SlowSides): void {
  const bytes = Buffer.from(body)
  const lines = Object.entries({ ...headers, 'content-length': String(bytes.length), connection: 'close' })
  socket.write(`HTTP/1.1 ${status} Refused\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  endSocket(socket, slowSides, bytes)
}
