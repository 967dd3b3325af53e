import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeConnection, judgeHeaderOrder, serverSignal } from '@bollard/bot-score'
import { browserLaunchOptions } from '@bollard/testing'
import { chromium } from 'playwright-core'
import { expect, test } from 'vitest'
import { type ConnectionFingerprint, createFingerprintServer, fingerprintOf } from './index.ts'
import { askWithHttp1, askWithHttp2 } from './testing/ask.ts'
import { selfSignedCertificate } from './testing/self-signed-certificate.ts'
import { portOf, startFingerprintServer } from './testing/start-fingerprint-server.ts'

interface Seen {
  readonly path: string
  readonly userAgent: string
  readonly fingerprint: ConnectionFingerprint
}

/** Calls of every kind that a page can make, and one that says that the last was answered. */
const page = `<!doctype html><title>calls</title><script src="/script.js"></script><img src="/image.png"><script type="module">
const call = (path, options) => fetch(path, { method: 'POST', body: '{}', ...options })
await call('/text'); await call('/json', { headers: { 'content-type': 'application/json', accept: 'application/json' } }); await fetch('/get')
await call('https://127.0.0.1:' + location.port + '/cross', { mode: 'no-cors' }); await call('/keepalive', { keepalive: true })
await new Promise((resolve) => { const r = new XMLHttpRequest(); r.open('POST', '/xhr'); r.onload = resolve; r.send('{}') })
await fetch('/done')
</script>`

/** Opens the page with `browse` and gives every request that came until the page was done. */
async function watch(browse: (url: string, certificate: string) => Promise<() => Promise<void>>): Promise<Seen[]> {
  const certificate = selfSignedCertificate()
  const seen: Seen[] = []
  const done = Promise.withResolvers<void>()
  const server = createFingerprintServer(certificate, (request, response) => {
    const fingerprint = fingerprintOf(request)
    if (fingerprint) seen.push({ path: request.url ?? '', userAgent: request.headers['user-agent'] ?? '', fingerprint })
    request.resume()
    response.setHeader('content-type', request.url === '/' ? 'text/html' : 'text/plain')
    response.end(request.url === '/' ? page : '')
    if (request.url === '/done') done.resolve()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = await browse(`https://localhost:${portOf(server.address())}/`, certificate.cert)
  await done.promise
  await stop()
  server.close()
  return seen
}

async function withChromium(url: string): Promise<() => Promise<void>> {
  const { executablePath, args } = await browserLaunchOptions()
  const browser = await chromium.launch({
    executablePath,
    args: [...args, '--ignore-certificate-errors', '--host-resolver-rules=MAP localhost 127.0.0.1'],
  })
  await (await browser.newPage()).goto(url)
  return () => browser.close()
}

const firefox = '/usr/bin/firefox-esr'
const noUpdates = [
  'app.update.enabled',
  'network.captive-portal-service.enabled',
  'datareporting.policy.dataSubmissionEnabled',
  'browser.shell.checkDefaultBrowser',
]

/** Without a driver, as people have it; the profile trusts the certificate. */
async function withFirefox(url: string, certificate: string): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'bollard-firefox-'))
  const { port } = new URL(url)
  const { fingerprint256 } = new X509Certificate(certificate)
  const trusted = ['localhost', '127.0.0.1'].map(
    (host) => `${host}:${port}:\tOID.2.16.840.1.101.3.4.2.1\t${fingerprint256}\t\n`,
  )
  await writeFile(join(profile, 'cert_override.txt'), trusted.join(''))
  await writeFile(join(profile, 'user.js'), noUpdates.map((name) => `user_pref("${name}", false);\n`).join(''))
  const child = spawn(firefox, ['--headless', '--no-remote', '--profile', profile, url], {
    stdio: 'ignore',
    detached: true,
  })
  return async () => {
    // Its content processes belong to the same group.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function expectGenuine(seen: readonly Seen[]): void {
  expect(seen.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/script.js', '/text', '/json', '/get', '/cross', '/keepalive', '/xhr', '/done']),
  )
  const contradictions = seen.filter(({ userAgent, fingerprint }) => judgeConnection(fingerprint, userAgent) !== 0)
  expect(contradictions).toEqual([])
}

test('Chromium is what it says, in every call', { timeout: 60_000 }, async () => {
  const seen = await watch(withChromium)
  expect(seen[0]?.fingerprint).toMatchObject({
    ja4: expect.stringMatching(/^t13d15\d\dh2_8daaf6152771_/u),
    grease: true,
    postQuantumGroup: true,
    encryptedClientHello: true,
    applicationSettings: true,
    alpn: 'h2,http/1.1',
    http2: {
      pseudoHeaderOrder: 'masp',
      headerTableSize: 65_536,
      initialWindowSize: 6_291_456,
      connectionWindow: 15_728_640,
      priority: true,
    },
  })
  expectGenuine(seen)
})

test.skipIf(!existsSync(firefox))('Firefox is what it says, in every call', { timeout: 90_000 }, async () => {
  const seen = await watch(withFirefox)
  expect(seen[0]?.fingerprint).toMatchObject({
    ja4: expect.stringMatching(/^t13d1[67]\d\dh2_/u),
    grease: false,
    postQuantumGroup: true,
    encryptedClientHello: true,
    applicationSettings: false,
    alpn: 'h2,http/1.1',
    http2: { pseudoHeaderOrder: 'mpas', headerTableSize: 65_536, connectionWindow: 12_582_912, priority: true },
  })
  expectGenuine(seen)
})

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0'

test.each([chromeOnWindows, firefoxOnWindows])('Node cannot pass for %s', async (userAgent) => {
  await using running = await startFingerprintServer()
  const overHttp1 = await askWithHttp1(running, { headers: { 'user-agent': userAgent } })
  expect(judgeConnection(overHttp1, userAgent)).toBe(serverSignal.tlsContradiction)
  const [overHttp2] = await askWithHttp2(running, { 'user-agent': userAgent })
  expect(overHttp2 && judgeConnection(overHttp2, userAgent)).toBe(
    serverSignal.tlsContradiction | serverSignal.http2Contradiction,
  )
})

test('headers as a script writes them are out of order for either browser', async () => {
  await using running = await startFingerprintServer()
  const alphabetical = {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'accept-language': 'en',
    'sec-fetch-dest': 'empty',
    'sec-fetch-mode': 'cors',
    'sec-fetch-site': 'same-site',
  }
  const { headerOrder } = await askWithHttp1(running, { headers: alphabetical })
  for (const userAgent of [chromeOnWindows, firefoxOnWindows])
    expect(judgeHeaderOrder(headerOrder, userAgent, { throughProxy: false })).toBe(serverSignal.headerOrder)
})
