import { runs, seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import type { ProbedKind } from './check.ts'
import { faults } from './faults.ts'
import { check, serveTcp } from './testing/start-servers.ts'

/** How a conversation of each kind begins when all is well; noise is made of it. */
const good: readonly string[] = [
  'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: a\r\n\r\n\u0081\u0005hello',
  '220 mail.example ESMTP\r\n250-mail.example\r\n250-STARTTLS\r\n250 SIZE\r\n220 go on\r\n',
  '\0\0\u0012\u0004\0\0\0\0\0\0\u0003\0\0\0d\0\u0004\0\u0001\0\0\0\0\u0004\u0001\0\0\0\0\0\0\0\u0005\0\0\0\0\u0001hello',
  '\u0016\u0003\u0003\0z\u0002\0\0v\u0003\u0003',
]
const kinds: readonly (readonly [ProbedKind, (port: number) => object])[] = [
  ['HTTP', (port) => ({ url: `http://127.0.0.1:${port}/` })],
  ['HTTP', (port) => ({ url: `https://localhost:${port}/` })],
  ['CERTIFICATE', (port) => ({ port })],
  ['TCP', (port) => ({ port, expect: 'never' })],
  ['WEBSOCKET', (port) => ({ url: `ws://127.0.0.1:${port}/`, expect: 'never' })],
  ['SMTP', (port) => ({ port })],
  ['GRPC', (port) => ({ port })],
]

test('whatever a server says, a check ends with a known fault and leaves nothing behind', async () => {
  const random = seededRandom('noise')
  const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One
  /** A good beginning with some bytes changed, cut off somewhere, or repeated. */
  const noise = () => {
    const bytes = Buffer.from(pick(good).repeat(1 + Math.floor(random() * 3)), 'latin1')
    for (let times = Math.floor(random() * 6); times > 0; times -= 1)
      bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
    return bytes.subarray(0, Math.ceil(random() * 2 * bytes.length))
  }
  const server = await serveTcp((socket) => {
    socket.resume()
    socket.write(noise())
    if (random() < 0.5) socket.end()
    else socket.once('data', () => (random() < 0.5 ? socket.end(noise()) : socket.resetAndDestroy()))
  })
  for (let round = 0; round < runs(15); round += 1) {
    const results = await Promise.all(
      kinds.map(([kind, target]) => check(kind, target(server.port), { timeoutMs: 100 })),
    )
    for (const { fault } of results) if (fault !== null) expect(faults).toHaveProperty(fault)
    // Nothing of it is a fault of ours.
    expect(results.map(({ fault }) => fault)).not.toContain('prober-failed')
  }
  expect(await server.connections()).toBe(0)
})
