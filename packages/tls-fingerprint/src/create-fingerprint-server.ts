import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { attachFingerprints } from './attach-fingerprints.ts'

export interface FingerprintServerOptions {
  /** Private key and certificate chain, as PEM. */
  readonly key: string | Buffer
  readonly cert: string | Buffer
  /** Milliseconds in which a whole request must have come, whichever HTTP it is; default 10 000. */
  readonly requestTimeoutMs?: number
  /** Milliseconds for which an idle connection of HTTP/1.1 is kept; default 65 000. */
  readonly keepAliveTimeoutMs?: number
  /** Milliseconds after which a silent session of HTTP/2 is closed; default 72 000, as in Fastify. */
  readonly sessionTimeoutMs?: number
  /** Milliseconds in which the ClientHello must have come; default 5000. */
  readonly helloTimeoutMs?: number
}

export type AnyHttpListener = (
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
) => void

/** The rest of the handshake, in milliseconds; Node's own default is two minutes. */
const handshakeTimeoutMs = 10_000
const streamsAtOnce = 100

/**
 * A server for HTTP/2 and HTTP/1.1 over TLS whose requests `fingerprintOf` can describe. The listener gets the requests
 * of both protocols. Those who send slowly are cut off in both.
 */
export function createFingerprintServer(
  options: FingerprintServerOptions,
  listener: AnyHttpListener,
): Http2SecureServer {
  const {
    key,
    cert,
    requestTimeoutMs = 10_000,
    keepAliveTimeoutMs = 65_000,
    sessionTimeoutMs = 72_000,
    helloTimeoutMs = 5_000,
  } = options
  const secure = {
    key,
    cert,
    allowHTTP1: true,
    handshakeTimeout: handshakeTimeoutMs,
    settings: { maxConcurrentStreams: streamsAtOnce },
    // Node looks for slow senders every half minute unless told otherwise.
    connectionsCheckingInterval: Math.min(2_500, requestTimeoutMs),
  }
  const server = createSecureServer(secure)
  attachFingerprints(server, { helloTimeoutMs })
  Object.assign(server, {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
  })
  server.on('session', (session) => session.setTimeout(sessionTimeoutMs, () => session.close()))
  cutOffSlowStreams(server, requestTimeoutMs)
  return server.on('request', (request, response) => {
    // HTTP/2 names the host in a pseudo-header; code that reads `host` finds it there too (RFC 9113, 8.3.1).
    if (request.httpVersionMajor === 2) request.headers.host ??= request.headers[':authority']
    listener(request, response)
  })
}

/**
 * What Fastify takes as its `serverFactory`. Its types know no server that speaks both protocols; Node's compatibility
 * API gives requests and responses of HTTP/2 all that Fastify uses of those of HTTP/1.1, and the server likewise.
 */
export function fingerprintServerFactory(
  options: FingerprintServerOptions,
): (listener: (request: IncomingMessage, response: ServerResponse) => void) => Server {
  return (listener) => createFingerprintServer(options, listener as AnyHttpListener) as unknown as Server
}

/** Node cuts off slow requests of HTTP/1.1 by itself, and leaves those of HTTP/2 to us. */
function cutOffSlowStreams(server: Http2SecureServer, requestTimeoutMs: number): void {
  server.on('stream', (stream, _headers, flags) => {
    if ((flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0) return
    const timer = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), requestTimeoutMs)
    const stop = (): void => clearTimeout(timer)
    stream.once('end', stop).once('close', stop)
  })
}
