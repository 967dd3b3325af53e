import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { askWithHttp1, askWithHttp2 } from './testing/ask.ts'
import { startFingerprintServer } from './testing/start-fingerprint-server.ts'

const run = promisify(execFile)

test('Node speaks HTTP/1.1 over the TLS of OpenSSL', async () => {
  await using running = await startFingerprintServer()
  expect(await askWithHttp1(running, { headers: { 'X-First': '1', Accept: '*/*' } })).toEqual({
    ja4: expect.stringMatching(/^t13d\d\d\d\d00_[0-9a-f]{12}_[0-9a-f]{12}$/u),
    grease: false,
    postQuantumGroup: true,
    encryptedClientHello: false,
    applicationSettings: false,
    alpn: '',
    http2: null,
    headerOrder: ['x-first', 'accept', 'host', 'connection'],
  })
})

test('a client without post-quantum groups is known by that', async () => {
  await using running = await startFingerprintServer()
  expect(await askWithHttp1(running, { ecdhCurve: 'X25519:P-256' })).toMatchObject({ postQuantumGroup: false })
})

test('Node speaks HTTP/2 with settings of its own, and tells the same on every request', async () => {
  await using running = await startFingerprintServer()
  const [first, second] = await askWithHttp2(running, { 'x-first': '1', accept: '*/*' }, 2)
  expect(first).toMatchObject({
    ja4: expect.stringMatching(/^t13d\d\d\d\dh2_/u),
    alpn: 'h2',
    http2: {
      pseudoHeaderOrder: 'pmas',
      headerTableSize: 8192,
      initialWindowSize: 100_000,
      connectionWindow: 65_535,
      priority: false,
    },
    headerOrder: ['x-first', 'accept'],
  })
  expect(second).toEqual(first)
})

test('connections do not mix up', async () => {
  await using running = await startFingerprintServer()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 2 === 0 ? askWithHttp1(running, { ecdhCurve: 'P-256' }) : askWithHttp2(running).then(([first]) => first),
    ),
  )
  for (const [index, answer] of answers.entries()) {
    expect(answer).toMatchObject(
      index % 2 === 0 ? { postQuantumGroup: false, http2: null } : { postQuantumGroup: true, alpn: 'h2' },
    )
  }
})

test('fetch of Node, which is undici', async () => {
  await using running = await startFingerprintServer()
  const folder = await mkdtemp(join(tmpdir(), 'bollard-certificate-'))
  const file = join(folder, 'cert.pem')
  await writeFile(file, running.certificate.cert)
  const script = `process.stdout.write(await (await fetch('https://localhost:${running.port}/')).text())`
  const { stdout } = await run(
    process.execPath,
    ['--dns-result-order=ipv4first', '--input-type=module', '-e', script],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: file },
    },
  )
  await rm(folder, { recursive: true })
  const answer = JSON.parse(stdout)
  expect(answer).toMatchObject({
    grease: false,
    applicationSettings: false,
    http2: { pseudoHeaderOrder: 'amps', connectionWindow: 524_288, priority: false },
  })
  expect(answer.headerOrder).toEqual(expect.arrayContaining(['sec-fetch-mode', 'accept-language']))
})

test.skipIf(!existsSync('/usr/bin/curl'))('curl', async () => {
  await using running = await startFingerprintServer()
  const { stdout } = await run('/usr/bin/curl', [
    '-sk',
    '--resolve',
    `localhost:${running.port}:127.0.0.1`,
    `https://localhost:${running.port}/`,
  ])
  const answer = JSON.parse(stdout)
  expect(answer).toMatchObject({
    ja4: expect.stringMatching(/^t13d/u),
    grease: false,
    applicationSettings: false,
    encryptedClientHello: false,
  })
  expect(answer.headerOrder).toEqual(expect.arrayContaining(['user-agent', 'accept']))
})
