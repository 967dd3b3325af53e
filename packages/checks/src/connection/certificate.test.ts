import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import {
  type CertificateWish,
  createCertificate,
} from '../../../tls-fingerprint/src/testing/self-signed-certificate.ts'
import { authority, check, listen, open, serveHttps, serveTcp } from '../testing/start-servers.ts'

const day = 86_400_000
const stranger = { ...createCertificate({ name: 'Stranger', isAuthority: true }), name: 'Stranger' }
const middle = { ...createCertificate({ name: 'Middle', isAuthority: true, issuer: authority }), name: 'Middle' }

const faults: readonly (readonly [string, CertificateWish, string])[] = [
  ['that has expired', { issuer: authority, from: Date.now() - 9 * day, until: Date.now() - day }, 'tls-expired'],
  ['of the future', { issuer: authority, from: Date.now() + day, until: Date.now() + 9 * day }, 'tls-not-yet-valid'],
  ['for another name', { issuer: authority, names: ['shop.example'] }, 'tls-name-mismatch'],
  ['that signed itself', {}, 'tls-self-signed'],
  ['of a stranger', { issuer: stranger }, 'tls-untrusted'],
  ['whose issuer is not sent', { issuer: middle }, 'tls-untrusted'],
]

test.for(faults)(
  'a certificate %s is a fault of its own, and nothing is sent to its server',
  async ([, wish, fault]) => {
    const asked: unknown[] = []
    const url = await serveHttps((request, response) => {
      asked.push(request.url)
      response.end()
    }, createCertificate(wish))
    const { port } = new URL(url)
    const authentication = { kind: 'BASIC', user: 'ada', password: 'secret' } as const
    expect(await check('HTTP', { url, authentication })).toMatchObject({ verdict: 'DOWN', fault, facts: {} })
    expect(await check('CERTIFICATE', { port: Number(port) })).toMatchObject({
      verdict: 'DOWN',
      fault,
      detail: expect.stringMatching(/expires \d{4}-/u),
      facts: { address: '127.0.0.1', certificateExpiresAt: expect.any(Number) },
    })
    expect(asked).toEqual([])
  },
)

test('a whole chain is fine, and expires when the first of its certificates does', async () => {
  const soon = {
    ...createCertificate({ name: 'Soon', isAuthority: true, issuer: authority, until: Date.now() + day / 2 }),
    name: 'Soon',
  }
  const leaf = createCertificate({ issuer: soon })
  const server = await listen(createServer({ key: leaf.key, cert: leaf.cert + soon.cert }))
  const result = await check('CERTIFICATE', { port: server.port })
  expect(result).toMatchObject({ verdict: 'UP', phases: { tlsMs: expect.any(Number), firstByteMs: null } })
  expect((result.facts.certificateExpiresAt ?? 0) - Date.now()).toBeLessThan(day / 2)
  expect(await check('CERTIFICATE', { port: server.port, warningDays: 1 })).toMatchObject({
    verdict: 'DEGRADED',
    fault: 'certificate-expires-soon',
  })
  expect(await server.connections()).toBe(0)
})

test('another name can be asked for than the one that is connected to', async () => {
  const server = await listen(createServer(createCertificate({ issuer: authority, names: ['shop.example'] })))
  const target = { host: '127.0.0.1', port: server.port }
  expect(await check('CERTIFICATE', { ...target, serverName: 'shop.example' })).toMatchObject({ verdict: 'UP' })
  expect(await check('CERTIFICATE', target)).toMatchObject({ fault: 'tls-name-mismatch' })
  expect(await check('CERTIFICATE', { ...target, serverName: '127.0.0.1' })).toMatchObject({
    fault: 'tls-name-mismatch',
  })
})

test('without another list, what browsers trust is trusted, and a test authority is not', async () => {
  const server = await listen(createServer(createCertificate({ issuer: authority })))
  expect(await check('CERTIFICATE', { port: server.port }, { options: { allowPrivate: true } })).toMatchObject({
    fault: 'tls-untrusted',
  })
})

test('what speaks no TLS, or refuses to, is told from what has a wrong certificate', async () => {
  const plain = await serveTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await check('CERTIFICATE', { port: plain.port })).toMatchObject({ verdict: 'DOWN', fault: 'tls-failed' })
  const rude = await serveTcp((socket) => socket.destroy())
  expect(await check('CERTIFICATE', { port: rude.port })).toMatchObject({ fault: 'connection-reset' })
  const old = await listen(
    createServer({ ...createCertificate({ issuer: authority }), maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }),
  )
  expect(await check('CERTIFICATE', { port: old.port }, { options: open })).toMatchObject({ fault: 'tls-failed' })
})
