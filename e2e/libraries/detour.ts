import { createServer, type IncomingMessage, request as requestFrom, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Server, type Socket } from 'node:net'
import { selfSignedCertificate } from '../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'

export interface Detour {
  /** Address of the proxy, as browsers and Node take it. */
  readonly proxy: string
  /** Every `host:port` that somebody wanted to reach, oldest first, those that were turned away among them; browsers have wishes of their own. */
  readonly asked: string[]
  close(): Promise<void>
}

/**
 * The network between the tests and the world: a proxy that knows no way but to our API. Whoever asks it for one of `hosts`
 * gets a TLS connection that ends here, and the API's answer; every other host is turned away. So libraries that have the
 * address of their captcha written into them can be run as they were published. `hosts` tells what goes before the path of a
 * host, most often nothing. The certificate is made on the spot, for localhost: whoever comes through here must not mind.
 */
export async function startDetour(api: string, hosts: Readonly<Record<string, string>>): Promise<Detour> {
  const asked: string[] = []
  const open = new Set<Socket>()
  const front = createTlsServer(selfSignedCertificate(), (request, response) =>
    goOn(api, hosts[request.headers.host ?? ''] ?? '', request, response),
  )
  await listen(front)
  const proxy = createServer((_request, response) => response.writeHead(403).end())
  proxy.on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(url)
    if (!Object.keys(hosts).some((host) => url === `${host}:443`)) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    join(socket, connect(portOf(front), '127.0.0.1'))
  })
  await listen(proxy)

  function join(one: Socket, other: Socket): void {
    for (const socket of [one, other]) {
      open.add(socket)
      // One side breaks, the other hears of it by its end.
      socket.on('error', () => undefined).on('close', () => open.delete(socket))
    }
    one.on('close', () => other.destroy()).pipe(other)
    other.on('close', () => one.destroy()).pipe(one)
  }
  return {
    proxy: `http://127.0.0.1:${portOf(proxy)}`,
    asked,
    async close() {
      for (const socket of open) socket.destroy()
      await Promise.all(
        [proxy, front].map((server) => {
          const closed = new Promise((resolve) => server.close(resolve))
          // Nobody waits for connections that were opened and never used.
          server.closeAllConnections()
          return closed
        }),
      )
    },
  }
}

/** Hands a request to the API as it came, its host included, and the answer back. */
function goOn(api: string, prefix: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = request
  const forwarded = requestFrom(new URL(prefix + url, api), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  forwarded.on('error', () => response.destroy())
  request.pipe(forwarded)
}

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

export function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port')
  return address.port
}
