import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type { HttpTarget } from '../check.ts'
import { openSocket } from '../connection/connect.ts'
import { findHost, hostOf } from '../connection/find-host.ts'
import { checkPort } from '../connection/ports.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { type CheckFault, faultOf } from '../faults.ts'

/** The only way of a browser to any network. */
export interface ForwardProxy {
  readonly port: number
  /** Why a host and port such as `shop.example:443` could not be reached; null where it could, or was never asked for. */
  readonly faultOf: (authority: string) => CheckFault | null
  /** Why the last connection failed, if it did. */
  readonly lastFault: () => CheckFault | null
}

export interface ForwardProxyOptions {
  readonly family: HttpTarget['family']
  /** The installation's own captcha: the operator names its address and nobody else, so it may be in the own network. */
  readonly captcha: URL
}

const connectionsMax = 200
/** Of all that a page and what it embeds may load. */
const bytesMax = 64 * 1_048_576

/**
 * A proxy on loopback for one run of a check. Every connection that the browser asks for goes through the same look-up as those of other
 * checks: it is refused where one address of the name is private, and opened to an address that was looked at, so that a second answer
 * of a name server changes nothing. It ends with the run.
 */
export async function startForwardProxy(
  run: ProbeRun,
  { family, captcha }: ForwardProxyOptions,
): Promise<ForwardProxy> {
  const faults = new Map<string, CheckFault>()
  let last: CheckFault | null = null
  const sockets = new Set<Duplex>()
  let bytes = 0
  const own: ProbeRun = { ...run, options: { ...run.options, allowPrivate: true }, took: () => undefined }
  // Connections overlap: their times do not add up to phases.
  const others: ProbeRun = { ...run, took: () => undefined }

  async function reach(host: string, port: number): Promise<Socket> {
    const isCaptcha = host === hostOf(captcha) && port === portOf(captcha)
    const as = isCaptcha ? own : others
    try {
      checkPort(as, port, 'WEB')
      const socket = await openSocket(as, await findHost(as, host, family), port)
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > bytesMax) for (const one of sockets) one.destroy()
      })
      faults.delete(authorityOf(host, port))
      last = null
      return keep(socket)
    } catch (error) {
      last = faultOf(error)
      faults.set(authorityOf(host, port), last)
      throw error
    }
  }
  function keep<Kept extends Duplex>(socket: Kept): Kept {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (sockets.size > 2 * connectionsMax || bytes > bytesMax) socket.destroy()
    return socket
  }
  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const url = URL.parse(`http://${request.url ?? ''}`)
    if (url === null || url.pathname !== '/' || url.username !== '') return void client.destroy()
    const server = await reach(hostOf(url), portOf(url))
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    server.write(head)
    client.pipe(server).pipe(client)
  }
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? '')
    if (url === null || url.protocol !== 'http:' || url.username !== '') return void response.writeHead(400).end()
    const socket = await reach(hostOf(url), portOf(url))
    const { 'proxy-connection': _hop, 'proxy-authorization': _credentials, ...headers } = request.headers
    const asked = requestHttp({
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host, connection: 'close' },
      setHost: false,
      createConnection: () => socket,
    })
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => socket.destroy())
    request.pipe(asked)
  }
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.writeHead(502, { 'content-type': 'text/plain' }).end())
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    keep(client)
    tunnel(request, client, head).catch(() => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  })
  // Browsers tunnel WebSocket too.
  server.on('upgrade', (_request, client: Duplex) => client.destroy())
  server.on('connection', (socket: Socket) => keep(socket))
  server.maxConnections = connectionsMax
  run.hold({
    destroy: () => {
      for (const one of sockets) one.destroy()
      server.close()
    },
    on: () => undefined,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    faultOf: (authority) => faults.get(authority) ?? null,
    lastFault: () => last,
  }
}

/** The port of an address, also where it is that of its scheme. */
export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** As faults are named by. */
export function authorityOf(host: string, port: number): string {
  return `${host}:${port}`
}
