import type { IncomingMessage } from 'node:http'
import { type Http2SecureServer, Http2ServerRequest, type Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { describeClientHello, type TlsFacts } from './describe-client-hello.ts'
import { type Http2Facts, priorityFlag, pseudoHeaderOrder, type SessionFacts } from './http2-facts.ts'
import { interceptClientHellos } from './intercept-client-hellos.ts'

export interface ConnectionFingerprint extends TlsFacts {
  /** Null for HTTP/1.1. */
  readonly http2: Http2Facts | null
  /** Names of this request's headers in lower case in the order sent, without pseudo-headers. */
  readonly headerOrder: readonly string[]
}

/** By the TLS socket, and for HTTP/2 by the session, which is all that its requests know. */
const tlsFactsOf = new WeakMap<object, TlsFacts>()
const sessionFactsOf = new WeakMap<Http2Session, SessionFacts>()

export interface AttachOptions {
  readonly helloTimeoutMs?: number
  /** Answers true for a connection that it gives to another server, by the protocols that its client offers. */
  readonly take?: (socket: Socket, alpn: readonly string[]) => boolean
}

/**
 * Lets `fingerprintOf` tell how the clients of this server speak TLS and HTTP/2. To be called once, before the server
 * listens. A connection that does not begin with a ClientHello of at most 16 kB within `helloTimeoutMs` milliseconds
 * (default 5000) is closed; what is in the ClientHello never closes one, that is for TLS to decide.
 */
export function attachFingerprints(
  server: Http2SecureServer,
  { helloTimeoutMs = 5_000, take = () => false }: AttachOptions = {},
): void {
  // TLS wraps a connection's socket in another without a public way from one to the other; both know their addresses.
  const arriving = new Map<string, TlsFacts>()
  const remember = (from: Socket, connection: object): void => {
    const facts = arriving.get(addressesOf(from))
    if (facts) tlsFactsOf.set(connection, facts)
  }
  interceptClientHellos(server, {
    timeoutMs: helloTimeoutMs,
    onHello(socket, hello) {
      if (take(socket, hello.alpn)) return 'TAKEN'
      const addresses = addressesOf(socket)
      const facts = describeClientHello(hello)
      arriving.set(addresses, facts)
      socket.once('close', () => {
        // A client may have come back from the same port before this one was told to be closed.
        if (arriving.get(addresses) === facts) arriving.delete(addresses)
      })
      return undefined
    },
  })
  server.prependListener('secureConnection', (socket) => remember(socket, socket))
  server.prependListener('session', (session) => remember(session.socket, session))
  server.prependListener('stream', ({ session }, _headers, flags) => {
    // The window shrinks with what is sent to the client, so only the first request shows what it asked for.
    if (!session || sessionFactsOf.has(session)) return
    const { headerTableSize = 4096, initialWindowSize = 65_535, maxHeaderListSize = 65_535 } = session.remoteSettings
    const connectionWindow = session.state.remoteWindowSize ?? 65_535
    sessionFactsOf.set(session, {
      headerTableSize,
      initialWindowSize,
      maxHeaderListSize,
      connectionWindow,
      priority: (flags & priorityFlag) !== 0,
    })
  })
}

/**
 * How the client of this request speaks TLS and HTTP/2. Undefined where TLS did not end at a server with
 * `attachFingerprints`, for a ClientHello that could not be read, and after the connection is gone.
 */
export function fingerprintOf(request: IncomingMessage | Http2ServerRequest): ConnectionFingerprint | undefined {
  const session = request instanceof Http2ServerRequest ? request.stream.session : null
  const tls = session === undefined ? undefined : tlsFactsOf.get(session ?? request.socket)
  if (!tls) return undefined
  const names = headerNames(request.rawHeaders)
  const sessionFacts = session ? sessionFactsOf.get(session) : undefined
  return {
    ...tls,
    http2: sessionFacts ? { ...sessionFacts, pseudoHeaderOrder: pseudoHeaderOrder(names) } : null,
    headerOrder: names.filter((name) => !name.startsWith(':')),
  }
}

function headerNames(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_text, index) => index % 2 === 0).map((name) => name.toLowerCase())
}

function addressesOf({ remoteAddress, remotePort, localAddress, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress} ${localPort}`
}
