import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { serverOptions, watchConnections } from '@bollard/http'
import { fingerprintServerFactory } from '@bollard/tls-fingerprint'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { selfSignedCertificate } from '../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'

async function start() {
  const app = Fastify({
    ...serverOptions(),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: fingerprintServerFactory(selfSignedCertificate()),
  })
  const connections = watchConnections(app.server)
  const gate = Promise.withResolvers<void>()
  app.get('/', async () => 'at once')
  const begun = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    begun.resolve()
    await gate.promise
    return 'slow'
  })
  await app.ready()
  await connections.listen('127.0.0.1', 0)
  const address = app.server.address()
  onTestFinished(async () => {
    await connections.drain('soon', 0)
    await app.close()
  })
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    connections,
    begun: begun.promise,
    letGo: () => gate.resolve(),
  }
}

async function openHttp2(port: number) {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  const faults: string[] = []
  let goaways = 0
  session.on('goaway', () => (goaways += 1))
  session.on('error', (error: Error) => faults.push(error.message))
  onTestFinished(() => session.destroy())
  await once(session, 'connect')
  return {
    session,
    faults,
    goaways: () => goaways,
    async get(path: string): Promise<string> {
      const stream = session.request({ ':path': path })
      let text = ''
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      await once(stream, 'end')
      return text
    },
  }
}

test('sessions of HTTP/2 are told first, finish what they have, and end', async () => {
  const { port, connections, begun, letGo } = await start()
  const one = await openHttp2(port)
  expect(await one.get('/')).toBe('at once')
  const slow = one.get('/slow')
  await begun
  const drained = connections.drain('as-promised', 60_000)
  await vi.waitUntil(() => one.goaways() > 1, { interval: 5, timeout: 20_000 })
  letGo()
  expect(await slow).toBe('slow')
  await drained
  expect(one.faults).toEqual([])
})

test('connections of HTTP/1.1 over TLS are told to close, and end with FIN', async () => {
  const { port, connections } = await start()
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  let text = ''
  const faults: string[] = []
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  socket.on('error', (error) => faults.push(error.message))
  await once(socket, 'secureConnect')
  const ask = async () => {
    const from = text.length
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await vi.waitUntil(() => text.slice(from).endsWith('at once'), { interval: 2, timeout: 20_000 })
    return text.slice(from)
  }
  expect(await ask()).toMatch(/connection: keep-alive/iu)
  const drained = connections.drain('as-promised', 60_000)
  const ended = once(socket, 'end')
  expect(await ask()).toMatch(/connection: close/iu)
  await Promise.all([ended, drained])
  expect(faults).toEqual([])
})

test('a handshake that never ends does not outlive the limit', async () => {
  const { port, connections } = await start()
  const half = connect(port, '127.0.0.1')
  half.on('error', () => {})
  onTestFinished(() => void half.destroy())
  await once(half, 'connect')
  half.write(Buffer.from([22, 3, 1, 2, 0]))
  await vi.waitUntil(() => half.bytesWritten === 5, { interval: 2, timeout: 20_000 })
  const since = performance.now()
  await connections.drain('soon', 200)
  await connections.drain('soon', 0)
  expect(performance.now() - since).toBeLessThan(20_000)
})
