import { strict as assert } from 'node:assert'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endOf, freePorts, startProduct } from '../start-product.ts'
import { findFreePorts } from '../free-ports.ts'
import { askThroughTls } from './ask-through-tls.ts'
import { checks, createOwner, type Hosted, ignoredAt, type Owner } from './check-hosting.ts'
import {
  checkProxy,
  makeCertificate,
  packageOf,
  placeProxy,
  proxyNames,
  startProxy,
  stopProxy,
  versionOf,
} from './start-proxy.ts'

/*
 * Puts the product behind each proxy of deploy/proxies on this machine, and lets it end TLS by itself, and checks what visitors rely on.
 *   node_modules/.bin/node server/testing/hosting/test-proxies.ts [--install] [--date 2026-11-27]
 * The sites must be built. Writes deploy/last-run-of-proxies.json. Installs nothing without --install, which needs root on Debian.
 */
const { values } = parseArgs({ options: { install: { type: 'boolean', default: false }, date: { type: 'string' } } })
const wanted = proxyNames.filter((name) => versionOf(name) === null)
if (values.install && wanted.length > 0)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted.map(packageOf)], { stdio: 'inherit' })

const host = (name: string) => `https://${name}.example.org`
const urls = {
  website: host('www'),
  identity: host('account'),
  dashboard: host('dashboard'),
  docs: host('docs'),
  admin: host('admin'),
  status: host('status'),
  api: host('captcha'),
}
const secret = () => randomBytes(32).toString('hex')
const settings = {
  NODE_ENV: 'production',
  WEBSITE_URL: urls.website,
  IDENTITY_URL: urls.identity,
  DASHBOARD_URL: urls.dashboard,
  DOCS_URL: urls.docs,
  ADMIN_URL: urls.admin,
  STATUS_URL: urls.status,
  API_URL: urls.api,
  COOKIE_DOMAIN: 'example.org',
  SESSION_SECRET: secret(),
  ENCRYPTION_KEY: secret(),
  CAPTCHA_SIGNING_KEYS: secret(),
  SMTP_URL: 'smtp://127.0.0.1:9',
}
const folder = mkdtempSync(join(tmpdir(), 'bollard-proxies-'))
const record: Record<string, object> = {}
const date = values.date ?? new Date().toISOString().slice(0, 10)
// Addresses that differ in the part that is shown, so that a proxy is never taken for a visitor.
const from = '127.8.9.10'
const visitorNetwork = /^127\.8\.9\./u

await behindProxies()
await withOwnTls()
rmSync(folder, { recursive: true, force: true })
writeFileSync(
  new URL('../../../deploy/last-run-of-proxies.json', import.meta.url),
  `${JSON.stringify(record, null, 2)}\n`,
)

async function behindProxies(): Promise<void> {
  const ports = await freePorts()
  const product = await startProduct(ports, join(folder, 'behind'), { ...settings, TRUSTED_PROXIES: '127.0.0.1' })
  const { metricsUrl } = product
  let owner: Owner | null = null
  try {
    for (const name of proxyNames) {
      const version = versionOf(name)
      if (version === null) {
        console.log(`${name}: not installed; --install installs it`)
        process.exitCode = 1
        continue
      }
      const [http = 0, https = 0] = await findFreePorts(2)
      const placed = placeProxy(name, join(folder, name), [http, https], ports)
      assert.equal(checkProxy(name, placed), '')
      const proxy = await startProxy(name, placed, https)
      const portOf = () => https
      const ask = askThroughTls({ portOf, from, certificate: placed.certificate })
      const hosted: Hosted = { urls, ask, visitorNetwork, portOf, httpPort: http, metricsUrl }
      try {
        owner ??= await createOwner(hosted, product.said())
        record[name] = { date, version, ...(await runChecks(name, hosted, owner)) }
      } finally {
        await stopProxy(proxy)
      }
    }
    // What the last check counts can be counted.
    const headers = { host: new URL(urls.website).host, 'x-forwarded-for': '203.0.113.9' }
    await askFrom(from, `http://127.0.0.1:${ports.WEBSITE_PORT}/en`, headers)
    assert.equal(await ignoredAt(metricsUrl), 1)
  } finally {
    product.supervisor.kill('SIGTERM')
    await endOf(product.supervisor)
  }
}

/** The product ends TLS itself, each site on a port of its own. */
async function withOwnTls(): Promise<void> {
  const ports = await freePorts()
  const certificate = makeCertificate(folder)
  const product = await startProduct(ports, join(folder, 'own'), {
    ...settings,
    TLS_CERT_FILE: join(folder, 'fullchain.pem'),
    TLS_KEY_FILE: join(folder, 'privkey.pem'),
    API_INTERNAL_URL: `https://127.0.0.1:${ports.API_PORT}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'fullchain.pem'),
  })
  const names = {
    www: 'WEBSITE',
    account: 'IDENTITY',
    dashboard: 'DASHBOARD',
    docs: 'DOCS',
    admin: 'ADMIN',
    captcha: 'API',
  } as const
  const portOf = (hostname: string) => {
    const name = Object.entries(names).find(([start]) => hostname.startsWith(`${start}.`))?.[1] ?? 'WEBSITE'
    return Number(ports[`${name}_PORT`])
  }
  const ask = askThroughTls({ portOf, from, certificate })
  const hosted: Hosted = { urls, ask, visitorNetwork, portOf, httpPort: null, metricsUrl: product.metricsUrl }
  try {
    record['own TLS'] = { date, ...(await runChecks('own TLS', hosted, await createOwner(hosted, product.said()))) }
  } finally {
    product.supervisor.kill('SIGTERM')
    await endOf(product.supervisor)
  }
}

async function runChecks(name: string, hosted: Hosted, by: Owner): Promise<{ passed: number; of: number }> {
  let passed = 0
  for (const [title, check] of Object.entries(checks)) {
    const fault = await check(hosted, by).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (fault === null) passed += 1
    else process.exitCode = 1
    console.log(`${name}: ${fault === null ? 'ok' : 'FAILED'}: ${title}${fault === null ? '' : `\n  ${fault}`}`)
  }
  return { passed, of: Object.keys(checks).length }
}

async function askFrom(localAddress: string, url: string, headers: Record<string, string>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(url, { localAddress, headers, agent: false }, (answer) => answer.resume().once('end', resolve))
    sent.once('error', reject).end()
  })
}
