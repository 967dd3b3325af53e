import { Agent, createServer, request as forward } from 'node:http'

export interface Edge {
  /** Where a visitor reaches the service. */
  readonly origin: string
  stop(): Promise<void>
}

/**
 * The service as one visitor reaches it, on a port of its own: every call is passed on as it came, header for header, with
 * the visitor's address added, as a trusted reverse proxy does. So visitors of one machine are visitors of many networks.
 */
export async function startEdge(service: string, address: string): Promise<Edge> {
  const { hostname, port } = new URL(service)
  const agent = new Agent({ keepAlive: true })
  const server = createServer((request, response) => {
    const passedOn = forward(
      {
        hostname,
        port,
        agent,
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: [...request.rawHeaders, 'X-Forwarded-For', address],
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      },
    )
    passedOn.on('error', () => response.destroy())
    response.on('close', () => passedOn.destroy())
    request.pipe(passedOn)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  const own = server.address()
  if (own === null || typeof own === 'string') throw new Error('The edge has no port')
  return {
    origin: `http://localhost:${own.port}`,
    stop: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The address of the nth visitor, each in a /24 of its own out of those for measurements (RFC 2544), which nobody announces. */
export function addressOf(index: number): string {
  return `198.${18 + (Math.floor(index / 256) % 2)}.${index % 256}.${10 + (Math.floor(index / 512) % 200)}`
}
