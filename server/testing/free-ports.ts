import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/**
 * The kernel gives ports from 32768 on, or higher ones, to whoever asks for any and to every connection that goes out. A port of
 * those may be gone again before a product, which starts its database first, listens on it. Below 11000 lies one that browsers refuse.
 */
const [lowest, highest] = [11_000, 32_767]
const loopbacks = ['127.0.0.1', '::1'] as const

/**
 * Different ports that nobody has at this moment, on either family of addresses, and that the kernel gives to nobody meanwhile.
 * Nobody else who asks here gets them as long as this process lives, so that what listens late finds its port free.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = randomInt(lowest, highest + 1)
    if ((await Promise.all(loopbacks.map((host) => canListen(host, port)))).every(Boolean) && (await keep(port)))
      found.add(port)
  }
  return [...found]
}

/** True as well for a family of addresses that the machine does not have. */
function canListen(host: string, port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT'),
    )
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** The UDP port of the same number, which nothing here uses, says across processes that a port is taken, and is free again when they end. */
function keep(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)))
    socket.bind({ address: '127.0.0.1', port, exclusive: true }, () => resolve(true))
  })
}
