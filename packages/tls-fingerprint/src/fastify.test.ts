import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { fingerprintOf, fingerprintServerFactory } from './index.ts'
import { askWithHttp1, askWithHttp2 } from './testing/ask.ts'
import { selfSignedCertificate } from './testing/self-signed-certificate.ts'
import { portOf } from './testing/start-fingerprint-server.ts'

test('Fastify serves both protocols through the factory, and closes with a session open', async () => {
  const certificate = selfSignedCertificate()
  const app = Fastify({ serverFactory: fingerprintServerFactory(certificate), forceCloseConnections: 'idle' })
  const hosts: unknown[] = []
  app.all('/', async (request) => {
    hosts.push(request.headers.host)
    return fingerprintOf(request.raw)
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const target = { port: portOf(app.server.address()), certificate }
  expect(await askWithHttp1(target)).toMatchObject({ http2: null, ja4: expect.stringMatching(/^t13d/u) })
  expect(await askWithHttp2(target, { accept: '*/*' }, 3)).toMatchObject(
    Array.from({ length: 3 }, () => ({ http2: { pseudoHeaderOrder: 'pmas' }, headerOrder: ['accept'] })),
  )
  expect(hosts).toEqual([`127.0.0.1:${target.port}`, ...Array.from({ length: 3 }, () => `localhost:${target.port}`)])
  await app.close()
})

test('without TLS of ours there is no fingerprint', async () => {
  const app = Fastify()
  app.get('/', async (request) => ({ fingerprint: fingerprintOf(request.raw) ?? null }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`http://127.0.0.1:${portOf(app.server.address())}/`)
  expect(await response.json()).toEqual({ fingerprint: null })
  await app.close()
})
