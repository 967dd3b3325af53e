import { expect, test } from 'vitest'
import { check, serveTcp } from '../testing/start-servers.ts'

test('an open port is up, with the time to connect', async () => {
  const server = await serveTcp((socket) => socket.resume())
  expect(await check('TCP', { port: server.port })).toMatchObject({
    verdict: 'UP',
    facts: { address: '127.0.0.1' },
    phases: { connectMs: expect.any(Number), tlsMs: null, firstByteMs: null },
  })
  expect(await server.connections()).toBe(0)
})

test('a closed port is down', async () => {
  // Nothing listens at the first port.
  expect(await check('TCP', { port: 1 })).toMatchObject({ verdict: 'DOWN', fault: 'connection-refused' })
})

test('a text is sent, and the answer searched for another, over as many packets as it takes', async () => {
  const server = await serveTcp((socket) => {
    socket.on('data', (chunk) => {
      if (String(chunk) !== 'PING\r\n') return socket.end('-ERR')
      socket.write('+PÖ'.slice(0, 2))
      setImmediate(() => socket.write('ÖNG\r\n'))
    })
  })
  const assertions = [{ source: 'TEXT', target: null, comparison: 'MATCHES', value: '^\\+P', verdict: 'DOWN' }] as const
  expect(await check('TCP', { port: server.port, send: 'PING\r\n', expect: 'ÖNG' }, { assertions })).toMatchObject({
    verdict: 'UP',
  })
  expect(await check('TCP', { port: server.port, send: 'QUIT\r\n', expect: 'ÖNG' })).toMatchObject({
    verdict: 'DOWN',
    fault: 'unexpected-answer',
    phases: { firstByteMs: expect.any(Number) },
  })
})

test('an answer without end is looked at for 64 KiB', async () => {
  const server = await serveTcp((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write('a'.repeat(16_384)));
    }
    socket.on('drain', more)
    more()
  })
  expect(await check('TCP', { port: server.port, expect: 'b' })).toMatchObject({
    verdict: 'DOWN',
    fault: 'unexpected-answer',
  })
  expect(await server.connections()).toBe(0)
})
