import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { expect, test } from 'vitest'
import { askWithHttp1, askWithHttp2 } from './testing/ask.ts'
import { captureClientHello, inRecords } from './testing/capture-client-hello.ts'
import { portOf, type RunningServer, startFingerprintServer } from './testing/start-fingerprint-server.ts'

async function open({ port }: RunningServer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Milliseconds until the server has closed the connection. */
async function untilClosed(socket: Socket): Promise<void> {
  socket.resume()
  // Not `once` of node:events, which fails when the connection is reset before.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
}

async function expectAlive(running: RunningServer): Promise<void> {
  expect(await askWithHttp1(running)).toMatchObject({ http2: null, ja4: expect.stringMatching(/^t13/u) })
  expect(await askWithHttp2(running)).toMatchObject([{ alpn: 'h2' }])
}

test.each([
  [
    'plain HTTP',
    Buffer.from('POST /captcha/v1/verifications HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}'),
  ],
  ['plain HTTP/2', Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')],
  ['garbage', Buffer.from('00ff17a0b3'.repeat(400), 'hex')],
  [
    'a ClientHello of a megabyte',
    Buffer.concat([Buffer.from([22, 3, 1, 64, 0, 1, 15, 66, 64]), Buffer.alloc(1_000_000)]),
  ],
])('%s is closed at once, and the server goes on', async (_what, bytes) => {
  // Whoever is not closed for what it said would wait for longer than the test.
  await using running = await startFingerprintServer({ helloTimeoutMs: 300_000 })
  const socket = await open(running)
  socket.write(bytes)
  await untilClosed(socket)
  expect(socket.bytesRead).toBe(0)
  await expectAlive(running)
})

test('a ClientHello that cannot be read is refused by TLS with an alert', async () => {
  await using running = await startFingerprintServer()
  const socket = await open(running)
  const answer = once(socket, 'data')
  socket.write(Buffer.concat([Buffer.from([22, 3, 1, 0, 12, 1, 0, 0, 8]), Buffer.alloc(8)]))
  const [alert] = await answer
  expect(alert[0]).toBe(21)
  await untilClosed(socket)
  await expectAlive(running)
})

test('who says hello too slowly is closed', async () => {
  await using running = await startFingerprintServer({ helloTimeoutMs: 300 })
  const hello = await captureClientHello()
  const since = performance.now()
  const [silent, slow] = [await open(running), await open(running)]
  const trickling = setInterval(
    (bytes) => slow.write(Buffer.from([bytes.next().value ?? 0])),
    20,
    hello[Symbol.iterator](),
  )
  await Promise.all([untilClosed(silent), untilClosed(slow)])
  expect(performance.now() - since).toBeGreaterThan(290)
  clearInterval(trickling)
  await expectAlive(running)
})

test('who leaves in the middle of it leaves nothing behind', async () => {
  await using running = await startFingerprintServer()
  const hello = await captureClientHello()
  for (const length of [0, 1, 5, 100, hello.length]) {
    const socket = await open(running)
    socket.write(hello.subarray(0, length))
    await wait(5)
    if (length % 2 === 0) socket.resetAndDestroy()
    else socket.end()
    await untilClosed(socket)
  }
  await expectAlive(running)
  await expect.poll(() => connectionsOf(running)).toBe(0)
})

function connectionsOf({ server }: RunningServer): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}

test('a ClientHello in many segments and records is answered, and its fingerprint is the same', async () => {
  await using running = await startFingerprintServer()
  const whole = await askWithHttp1(running)
  for (const [recordBytes, pieceBytes] of [
    [40, 1],
    [1, 200],
    [16_000, 90],
  ] as const) {
    // A proxy between a real client and the server that cuts what the client says first.
    const proxy = createServer((client) => {
      const upstream = connect(running.port, '127.0.0.1').setNoDelay()
      client.once('data', async (hello) => {
        client.pause()
        const bytes = inRecords(Buffer.from(hello), recordBytes)
        for (let at = 0; at < bytes.length; at += pieceBytes) {
          upstream.write(bytes.subarray(at, at + pieceBytes))
          await new Promise((resolve) => setImmediate(resolve))
        }
        client.pipe(upstream).pipe(client)
      })
      client.on('error', () => upstream.destroy())
      upstream.on('error', () => client.destroy())
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    expect(await askWithHttp1({ port: portOf(proxy.address()), certificate: running.certificate })).toEqual(whole)
    proxy.close()
  }
})

test('closing the server does not wait for those that have said nothing', async () => {
  const running = await startFingerprintServer({ helloTimeoutMs: 60_000 })
  const socket = await open(running)
  await wait(50)
  const closed = once(running.server, 'close')
  running.server.close()
  await untilClosed(socket)
  await closed
})

test('slow requests are cut off with either HTTP', async () => {
  await using running = await startFingerprintServer({ requestTimeoutMs: 400 })
  const http1 = connectTls({
    port: running.port,
    host: '127.0.0.1',
    servername: 'localhost',
    ca: running.certificate.cert,
  })
  http1.on('error', () => {}).write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{')
  const session = connectHttp2(`https://localhost:${running.port}`, { ca: running.certificate.cert, host: '127.0.0.1' })
  const stream = session.request({ ':method': 'POST', ':path': '/' })
  stream.on('error', () => {}).write('{')
  const start = performance.now()
  await Promise.all([once(http1.resume(), 'close'), once(stream.resume(), 'close')])
  expect(performance.now() - start).toBeGreaterThan(300)
  expect(performance.now() - start).toBeLessThan(20_000)
  // The rest of the session may go on.
  expect(Buffer.concat(await session.request({ ':path': '/' }).toArray()).length).toBeGreaterThan(0)
  session.close()
})
