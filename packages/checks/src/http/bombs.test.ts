import { gzipSync } from 'node:zlib'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Targets } from '../check.ts'
import { check, open, serveTcp } from '../testing/start-servers.ts'

/** Blocks of DEFLATE that hold nothing (RFC 1951 §3.2.4). */
const emptyBlocks = Buffer.from('000000ffff'.repeat(3_000), 'hex')

/** How each server wastes our time or memory, and what a check of it ends with. */
const bombs: readonly (readonly [string, (socket: Socket) => void, string | null])[] = [
  ['never says anything', () => undefined, 'timeout'],
  ['takes forever to say its first line', dribble('HTTP/1.1 200 OK\r\n'), 'timeout'],
  ['says headers without end, slowly', dribble('HTTP/1.1 200 OK\r\nx-a: b\r\n', 'x-a: b\r\n'), 'timeout'],
  [
    'says headers without end, fast',
    flood('HTTP/1.1 200 OK\r\n', `x-a: ${'b'.repeat(1_000)}\r\n`),
    'headers-too-large',
  ],
  ['says one header without end', flood('HTTP/1.1 200 OK\r\nx-a: ', 'b'.repeat(1_000)), 'headers-too-large'],
  [
    'says interim answers without end',
    flood('', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(300)),
    'protocol',
  ],
  ['says a body without end, slowly', dribble('HTTP/1.1 200 OK\r\n\r\na', 'a'), 'timeout'],
  ['says a body without end, fast', flood('HTTP/1.1 200 OK\r\n\r\n', 'a'.repeat(16_384)), null],
  [
    'says chunks without end',
    flood('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', `400\r\n${'a'.repeat(1_024)}\r\n`),
    null,
  ],
  [
    'packs megabytes into kilobytes',
    say('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n', gzipSync(Buffer.alloc(8 * 1_048_576))),
    null,
  ],
  [
    'packs nothing without end',
    flood('HTTP/1.1 200 OK\r\ncontent-encoding: deflate\r\n\r\n\x78\x01', emptyBlocks),
    'body-invalid',
  ],
  ['breaks off in the body', say('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'), 'connection-reset'],
  [
    'breaks off in a packed body',
    say('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n', gzipSync('a'.repeat(99)).subarray(0, 15)),
    'body-invalid',
  ],
  ['hangs up at once', (socket) => socket.end(), 'connection-reset'],
  ['resets at once', (socket) => socket.resetAndDestroy(), 'connection-reset'],
  ['speaks another protocol', say('SSH-2.0-OpenSSH_9.9\r\n'), 'protocol'],
  [
    'wants another protocol',
    say('HTTP/1.1 101 Switching Protocols\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n'),
    'protocol',
  ],
]

test.for(bombs)('a server that %s ends a check, and leaves nothing behind', async ([, answer, fault]) => {
  const server = await serveTcp((socket) => {
    socket.resume()
    answer(socket)
  })
  // What ends by a rule of its own has time for that on a busy machine too.
  const timeoutMs = fault === 'timeout' ? 300 : 20_000
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const result = await check('HTTP', { url: `http://127.0.0.1:${server.port}/` }, { timeoutMs })
  expect(result.fault).toBe(fault)
  expect(result.phases.totalMs).toBeLessThan(timeoutMs + 9_700)
  expect(await server.connections()).toBe(0)
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBeLessThanOrEqual(before)
})

const silent: readonly (readonly [keyof Targets, (port: number) => object])[] = [
  ['HTTP', (port) => ({ url: `https://localhost:${port}/` })],
  ['CERTIFICATE', (port) => ({ port })],
  ['TCP', (port) => ({ port, expect: 'hello' })],
  ['WEBSOCKET', (port) => ({ url: `ws://127.0.0.1:${port}/` })],
  ['WEBSOCKET', (port) => ({ url: `wss://localhost:${port}/` })],
  ['SMTP', (port) => ({ port })],
  ['GRPC', (port) => ({ port })],
  ['GRPC', (port) => ({ port, tls: true })],
]
test.for(silent)(
  '%s ends in time where the other side takes the connection and says nothing',
  async ([kind, target]) => {
    const server = await serveTcp((socket) => socket.resume())
    const result = await check(kind, target(server.port), { timeoutMs: 200 })
    expect(result).toMatchObject({ verdict: 'DOWN', fault: 'timeout' })
    expect(await server.connections()).toBe(0)
  },
)

test('a resolver that never answers ends in time', async () => {
  const options = { ...open, resolve: () => new Promise<never>(() => undefined) }
  const result = await check('HTTP', { url: 'http://shop.example/' }, { timeoutMs: 50, options })
  expect(result).toMatchObject({ verdict: 'DOWN', fault: 'timeout', phases: { dnsMs: null, connectMs: null } })
})

function say(...parts: readonly (string | Buffer)[]): (socket: Socket) => void {
  return (socket) => {
    for (const part of parts) socket.write(part)
    socket.end()
  }
}

/** Says the beginning at once, and a part again and again as fast as it is taken. */
function flood(first: string, again: string | Buffer): (socket: Socket) => void {
  return (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(again));
    }
    socket.on('drain', more)
    socket.write(first)
    more()
  }
}

/** Says the beginning letter by letter, then a part again and again, without ever being done. */
function dribble(first: string, again = ''): (socket: Socket) => void {
  return (socket) => {
    let left = first
    const timer = setInterval(() => {
      if (left === '') left = again
      if (left !== '') socket.write(left.slice(0, 1))
      left = left.slice(1)
    }, 2)
    socket.on('close', () => clearInterval(timer))
  }
}
