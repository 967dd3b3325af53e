import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { makeTestFolder } from '@bollard/testing'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { selfSignedCertificate } from '../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'
import { keepCertificate } from './keep-certificate.ts'

async function start() {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const files = { TLS_CERT_FILE: join(folder.path, 'chain.pem'), TLS_KEY_FILE: join(folder.path, 'key.pem') }
  const write = async ({ cert, key }: { cert: string; key: string }) => {
    await writeFile(files.TLS_CERT_FILE, cert)
    await writeFile(files.TLS_KEY_FILE, key)
  }
  const first = selfSignedCertificate()
  await write(first)
  const warnings: unknown[] = []
  const log = { warn: (line: unknown) => void warnings.push(line), info: () => {} }
  const registry = new Registry()
  const open = () => keepCertificate(files, { log, registry: new Registry() })
  const kept = await keepCertificate(files, { log, registry })
  if (kept === null) throw new Error('no certificate')
  onTestFinished(() => kept.stop())
  return { files, write, first, warnings, registry, kept, open }
}

test('a renewed certificate is served without a restart, and open connections stay', async () => {
  const { write, first, kept, registry } = await start()
  const app = Fastify({ serverFactory: kept.serverFactory() })
  app.get('/', async () => 'here')
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const address = app.server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'secureConnect')
    return { socket, served: socket.getPeerX509Certificate()?.toString().trim() }
  }
  const before = await open()
  expect(before.served).toBe(first.cert.trim())
  expect(await kept.check()).toBe(false)
  const second = selfSignedCertificate()
  await write(second)
  expect(await kept.check()).toBe(true)
  expect((await open()).served).toBe(second.cert.trim())
  before.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(String(await once(before.socket, 'data'))).toContain('here')
  const [gauge] = await registry.getMetricsAsJSON()
  expect(Number(gauge?.values[0]?.value) * 1_000).toBeGreaterThan(Date.now())
})

test('while the files cannot be used, the former certificate stays and the log says why, once', async () => {
  const { write, first, kept, warnings, registry } = await start()
  const servedUntil = async () => (await registry.getMetricsAsJSON())[0]?.values[0]?.value
  const until = await servedUntil()
  await write({ cert: selfSignedCertificate().cert, key: first.key })
  expect([await kept.check(), await kept.check()]).toEqual([false, false])
  expect(warnings).toEqual([expect.stringContaining('does not belong to')])
  await write({ cert: '-----BEGIN CERTIFICATE-----\nbroken', key: first.key })
  expect(await kept.check()).toBe(false)
  // What is told is what is served, so that a renewal that fails again and again is noticed before the end.
  expect([until, await servedUntil()]).toEqual([until, until])
  expect(Number(until) * 1_000).toBeGreaterThan(Date.now())
  await write(selfSignedCertificate())
  expect(await kept.check()).toBe(true)
})

test('a start with files that cannot be used names the setting', async () => {
  const { files, write, open } = await start()
  const { cert, key } = selfSignedCertificate()
  for (const [wrong, fault] of [
    [{ cert: 'x', key }, /^TLS_CERT_FILE: .*no certificate in PEM/u],
    [{ cert, key: 'x' }, /^TLS_KEY_FILE: .*no private key in PEM/u],
    [{ cert: selfSignedCertificate().cert, key }, /^TLS_KEY_FILE: .*does not belong/u],
  ] as const) {
    await write(wrong)
    await expect(open()).rejects.toThrow(fault)
  }
  const missing = { ...files, TLS_KEY_FILE: `${files.TLS_KEY_FILE}.none` }
  const quiet = { log: { warn: () => {}, info: () => {} }, registry: new Registry() }
  await expect(keepCertificate(missing, quiet)).rejects.toThrow(/^TLS_KEY_FILE: .*cannot be read \(ENOENT\)/u)
  expect(await keepCertificate({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined }, quiet)).toBeNull()
})
