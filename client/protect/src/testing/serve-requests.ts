import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const peerHeader = 'x-address-of-server'

/** Serves a handler of `Request` by node:http, as adapters of frameworks do. The address that is connected stands in a header. */
export async function serveRequests(handle: (request: Request) => Promise<Response>) {
  const server = createServer(async (request, response) => {
    const answer = await handle(requestOf(request)).catch(() => new Response('broken', { status: 500 }))
    response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}

function requestOf({ method = 'GET', url = '/', headers, socket }: IncomingMessage): Request {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)])
  const all = new Headers(pairs)
  all.set(peerHeader, socket.remoteAddress ?? '')
  return new Request(`http://${headers.host}${url}`, { method, headers: all })
}
