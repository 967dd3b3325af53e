import { createServer, type Server } from 'node:http'

/** The address of a server that listens on a port of this machine. */
export function addressOf(server: Pick<Server, 'address'>): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return `http://127.0.0.1:${address.port}`
}

export async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}

export async function close(server: Server): Promise<void> {
  await new Promise<unknown>((resolve) => server.close(resolve))
}

/** The address of a port on which nobody listens: one that was open and is so no more. */
export async function closedPort(): Promise<string> {
  const server = createServer()
  await listen(server)
  const address = addressOf(server)
  await close(server)
  return address
}
