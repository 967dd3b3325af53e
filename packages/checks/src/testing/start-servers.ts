import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net'
import type { CheckResult } from '@bollard/uptime'
import { onTestFinished } from 'vitest'
import { createCertificate } from '../../../tls-fingerprint/src/testing/self-signed-certificate.ts'
import type { Check, CheckOptions, ProbedKind, Targets } from '../check.ts'
import { runCheck } from '../run-check.ts'

/** Signs the certificates of servers in tests; checks are told to trust it. */
export const authority = { ...createCertificate({ name: 'Test authority', isAuthority: true }), name: 'Test authority' }
export const trusted = createCertificate({ names: ['localhost', '127.0.0.1'], issuer: authority })

/** What an operator allows who monitors the own network, and who trusts the own authority. */
export const open: CheckOptions = { allowPrivate: true, trust: [authority.cert] }

export interface TestServer {
  readonly port: number
  /** How many connections are open. */
  readonly connections: () => Promise<number>
}

/** Lets a server listen on loopback until the test ends. */
export async function listen(server: TcpServer): Promise<TestServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    if (server.listening) await once(server, 'close')
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    port: address.port,
    async connections() {
      // The other side's end is an event of its own.
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve))
      return sockets.size
    },
  }
}

/** A web server; resolves with the start of its addresses, such as `http://localhost:4711`. */
export async function serveHttp(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${(await listen(createHttpServer(listener))).port}`
}

export async function serveHttps(listener: RequestListener, options: ServerOptions = trusted): Promise<string> {
  return `https://localhost:${(await listen(createHttpsServer(options, listener))).port}`
}

/** A server that does with each connection what it is told. */
export function serveTcp(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return listen(createTcpServer(onConnection))
}

const targets: Targets = {
  HTTP: {
    url: 'http://127.0.0.1/',
    method: 'GET',
    headers: [],
    body: null,
    redirectsMax: 5,
    authentication: null,
    statusCodes: '200-299',
    family: 'ANY',
    certificateWarningDays: null,
  },
  FORM: {
    url: 'http://127.0.0.1/',
    siteKey: 'bsk_test',
    fields: [],
    responseField: 'bollard-response',
    way: 'PROTOCOL',
    redirectsMax: 5,
    statusCodes: '200-299',
    family: 'ANY',
    heartbeat: null,
  },
  CERTIFICATE: { host: 'localhost', port: 443, serverName: null, warningDays: 0 },
  TCP: { host: '127.0.0.1', port: 80, send: null, expect: null },
  DNS: { name: 'example.org', recordType: 'A', resolver: '127.0.0.1', expected: [], match: 'ANY' },
  ICMP: { host: '127.0.0.1', packets: 3 },
  DOMAIN: { name: 'example.org', warningDays: 30 },
  WEBSOCKET: { url: 'ws://127.0.0.1/', headers: [], send: null, expect: null },
  SMTP: { host: 'localhost', port: 25, startTls: true },
  GRPC: { host: 'localhost', port: 80, tls: false, service: '' },
}

/** Runs a check of which only what matters is named. */
export function check<Kind extends ProbedKind>(
  kind: Kind,
  target: Partial<Targets[Kind]>,
  { options = open, ...part }: Partial<Pick<Check, 'timeoutMs' | 'assertions'>> & { options?: CheckOptions } = {},
): Promise<CheckResult> {
  const whole: object = { timeoutMs: 5_000, assertions: [], ...part, kind, target: { ...targets[kind], ...target } }
  return runCheck(whole as Check, options)
}
