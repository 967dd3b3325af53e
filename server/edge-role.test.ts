import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCaptchaService } from '@bollard/captcha-service'
import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { schemas } from './migrate-every-schema.ts'
import { endOf, freePorts, startProduct } from './testing/start-product.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())
const signingKey = randomBytes(32).toString('hex')

async function makeDatabase() {
  const connectionString = await postgres.createDatabase(...schemas)
  const db = openDatabase({ connectionString, applicationName: 'test' })
  onTestFinished(() => db.close())
  const { provisionSite } = createCaptchaService({
    db,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: randomBytes(32) }],
    now: () => Date.now(),
    randomBytes,
    trustedProxies: [],
  })
  const { siteKey } = await provisionSite({
    solutionId: '01941f29-7c00-7000-8000-000000000001',
    domains: ['shop.example'],
  })
  return { db, siteKey, edgeUrl: addressesOfRoles(connectionString, 'the server does not check').bollard_edge }
}

async function startEdge(edgeUrl: string) {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const product = await startProduct(await freePorts(), join(folder.path, 'data'), {
    ROLE: 'edge',
    NODE_ENV: 'production',
    EDGE_DATABASE_URL: edgeUrl,
    CAPTCHA_SIGNING_KEYS: signingKey,
  })
  onTestFinished(async () => {
    product.supervisor.kill('SIGTERM')
    await endOf(product.supervisor)
  })
  return product
}

test(
  'a machine of the edge answers widgets, and signs in as nobody but bollard_edge',
  { timeout: 60_000 },
  async () => {
    const { db, siteKey, edgeUrl } = await makeDatabase()
    const product = await startEdge(edgeUrl)
    const started = await fetch(`${product.apiUrl}/captcha/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
      body: JSON.stringify({ siteKey }),
    })
    expect([started.status, await started.json()]).toEqual([
      201,
      expect.objectContaining({ verificationId: expect.any(String) }),
    ])
    expect((await fetch(`${product.apiUrl}/identity/v1/sessions/current`)).status).toBe(404)
    expect((await fetch(`${product.apiUrl}/captcha/v1/sites/01941f29-7c00-7000-8000-000000000001`)).status).toBe(404)
    expect((await fetch(`${product.metricsUrl}/readyz`)).status).toBe(200)
    const { rows } = await db.pool.query<{ role: string }>(
      `select distinct usename as role from pg_stat_activity where datname = current_database() and application_name like 'bollard%'`,
    )
    expect(rows).toEqual([{ role: 'bollard_edge' }])
    // Nothing that it does by itself was refused.
    expect(product.said()).not.toContain('permission denied')
  },
)

test.runIf(process.platform === 'linux')(
  'no setting is in the environment of a child process',
  { timeout: 60_000 },
  async () => {
    const { edgeUrl } = await makeDatabase()
    const product = await startEdge(edgeUrl)
    const environment = (pid: number | undefined) => readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    expect(environment(product.pidOf('supervisor'))).toContain(`CAPTCHA_SIGNING_KEYS=${signingKey}`)
    const told = environment(product.pidOf('edge')).map((line) => line.split('=')[0])
    expect(told).toContain('NODE_ENV')
    for (const name of ['CAPTCHA_SIGNING_KEYS', 'EDGE_DATABASE_URL', 'ROLE']) expect(told).not.toContain(name)
  },
)

test(
  'on a database that nobody has brought up to date it does not start, and says who does that',
  { timeout: 60_000 },
  async () => {
    const { db, edgeUrl } = await makeDatabase()
    await db.query(
      'test-behind',
      'delete from captcha.migrations where number = (select max(number) from captcha.migrations)',
    )
    await expect(startEdge(edgeUrl)).rejects.toThrow('Start this version with ROLE=api or ROLE=worker first')
  },
)
