import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createSecureServer, type Http2SecureServer, type SecureServerOptions } from 'node:http2'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { createProxyReader, plainAddress } from '@bollard/http'
import { attachFingerprints } from '@bollard/tls-fingerprint'
import { createCrowd } from './crowd.ts'
import type { Gateway } from './gateway.ts'

export interface GatewayServerOptions {
  /** TLS ends here, with the certificate for this name; undefined where there is none, and the handshake fails. Without it: plain HTTP. */
  readonly certificateFor?: (host: string) => SecureContext | undefined
  /** Answers true for a connection that it gives to another server of TLS, by the protocols that its client offers. */
  readonly take?: (socket: Socket, alpn: readonly string[]) => boolean
  /** Milliseconds in which the head of a request must have come; default 10 000. */
  readonly headersTimeoutMs?: number
  /** Milliseconds for which an idle connection is kept; default 65 000. */
  readonly keepAliveTimeoutMs?: number
  /** Connections at once, of all; default 20 000. */
  readonly connectionsMax?: number
  /** Connections at once of one address of IPv4 or one /64 of IPv6, which need not be one visitor; default 400. */
  readonly connectionsPerNetworkMax?: number
  /** Addresses or networks of proxies in front: theirs are not counted. */
  readonly trustedProxies?: readonly string[]
}

/** Bytes of all header fields together. */
const headerBytesMax = 16_384
const streamsAtOnce = 100
/** Streams that one connection may have reset at once, and then in a second. Browsers reset what a page no longer needs. */
const resets = { streamResetBurst: 200, streamResetRate: 33 }
const handshakeTimeoutMs = 10_000
const sessionTimeoutMs = 72_000

/** Which requests may leave HTTP; others are answered as if they had not asked. Node has this, and its types do not. */
const upgrades = {
  shouldUpgradeCallback: ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket',
}

/**
 * A server of the gateway, not yet listening: HTTP/1.1, or with certificates also HTTP/2. Whoever sends a head slowly, opens more
 * connections than anybody needs, or resets streams of HTTP/2 in a row (CVE-2023-44487, bounded by nghttp2) is cut off.
 */
export function createGatewayServer(gateway: Gateway, options: GatewayServerOptions = {}): Server | Http2SecureServer {
  const { certificateFor, headersTimeoutMs = 10_000, keepAliveTimeoutMs = 65_000, connectionsMax = 20_000 } = options
  const times = {
    // A body may take as long as it needs while it comes; `watchSlowSides` looks at that.
    requestTimeout: 0,
    headersTimeout: headersTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(2_500, headersTimeoutMs),
  }
  const server =
    certificateFor === undefined
      ? createServer({ ...times, ...upgrades, maxHeaderSize: headerBytesMax })
      : createTlsServer(certificateFor, times, options.take)
  // Node would leave out what is above; the gateway refuses it.
  Object.assign(server, { maxHeadersCount: 0, maxConnections: connectionsMax })
  boundNetworks(server, options)
  server.on('request', gateway.onRequest)
  server.on('upgrade', gateway.onUpgrade)
  return server
}

function createTlsServer(
  certificateFor: (host: string) => SecureContext | undefined,
  times: Readonly<Record<string, number>>,
  take: GatewayServerOptions['take'],
): Http2SecureServer {
  const secure: SecureServerOptions = {
    allowHTTP1: true,
    handshakeTimeout: handshakeTimeoutMs,
    settings: { maxConcurrentStreams: streamsAtOnce, maxHeaderListSize: headerBytesMax },
    ...resets,
    SNICallback(host, done) {
      const context = certificateFor(host.toLowerCase())
      if (context === undefined) done(new Error(`no certificate for ${host}`))
      else done(null, context)
    },
  }
  const server = createSecureServer({ ...secure, ...times })
  attachFingerprints(server, take === undefined ? {} : { take })
  Object.assign(server, times, { maxHeaderSize: headerBytesMax })
  server.on('session', (session) => session.setTimeout(sessionTimeoutMs, () => session.close()))
  return server
}

function boundNetworks(
  server: Server | Http2SecureServer,
  { connectionsPerNetworkMax = 400, trustedProxies = [] }: GatewayServerOptions,
): void {
  const isProxy = createProxyReader(trustedProxies)
  const crowd = createCrowd(connectionsPerNetworkMax)
  server.prependListener('connection', (socket: Socket) => {
    if (isProxy(socket.remoteAddress)) return
    const leave = crowd.enter(plainAddress(socket.remoteAddress ?? '') ?? '')
    if (leave === null) return void socket.destroy()
    socket.once('close', leave)
  })
}
