import { randomBytes } from 'node:crypto'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { addressesOfRoles } from '@bollard/database/roles'
import { makeTestFolder, runs, startTestDatabase } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { schemas } from './migrate-every-schema.ts'
import { reloadUnderLoad, runReload } from './testing/reload-under-load.ts'
import { startMessages } from './testing/send-messages.ts'
import { endOf, freePorts, type Part, program, programEnvironment, startProduct } from './testing/start-product.ts'

test(
  'no request fails while the product is reloaded under load; a release that cannot start changes nothing',
  { timeout: 300_000 },
  async ({ signal }) => {
    const { requests, visits, connections, reloadMs, said, refused, ...noticed } = await reloadUnderLoad({
      requests: Math.min(3_000, runs(4_000)),
      reloads: Math.min(2, runs(4)),
      signal,
      onDisk: false,
    })
    console.log(
      `${requests} requests, ${connections} of them on new connections, ${visits} visits; reloads took ${reloadMs.join(' and ')} ms`,
    )
    expect(refused).toEqual({
      code: 1,
      said: expect.stringMatching(/Not reloaded: [\s\S]*operator\.json[\s\S]*serves on/u),
      stayed: true,
    })
    expect(noticed).toEqual({ failures: {}, replaced: reloadMs.map(() => true), leftRunning: [], exitCode: 0 })
    expect(said).not.toContain('unexpectedly')
  },
)

/** Starts a part or all of the product with a folder of its own, and answers the settings that its commands need. */
async function start(settings: Record<string, string>) {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const [ports, dataDirectory] = [await freePorts(), join(folder.path, 'data')]
  const product = await startProduct(ports, dataDirectory, settings)
  onTestFinished(async () => {
    product.supervisor.kill('SIGTERM')
    await endOf(product.supervisor)
  })
  return { product, environment: { ...ports, ...settings, DATA_DIR: dataDirectory } }
}

/** Runs a command of the installation. */
async function run(environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...programEnvironment, HOST: '127.0.0.1', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await text(child.stdout)
  return { code: await endOf(child), said }
}

test('a reload replaces the process of every role, each on a machine of its own', { timeout: 180_000 }, async () => {
  const postgres = await startTestDatabase()
  onTestFinished(() => postgres.stop())
  const owner = await postgres.createDatabase(...schemas)
  const shared = {
    INTERNAL_SECRET: 'i'.repeat(32),
    WEBSITE_SITE_KEY: `bsk_${'w'.repeat(22)}`,
    WEBSITE_SECRET_KEY: 'bsec_w',
    SIGN_UP_CAPTCHA: 'false',
    CAPTCHA_SIGNING_KEYS: randomBytes(32).toString('hex'),
  }
  const roles: [string, Part, Record<string, string>][] = [
    ['api', 'api', { DATABASE_URL: owner }],
    ['worker', 'api', { DATABASE_URL: owner }],
    ['edge', 'edge', { EDGE_DATABASE_URL: addressesOfRoles(owner, 'the server does not check').bollard_edge }],
    ['sites', 'sites', { API_URL: 'http://127.0.0.1:1' }],
  ]
  for (const [role, part, own] of roles) {
    const { product, environment } = await start({ ...shared, ...own, ROLE: role })
    const before = product.pidOf(part)
    expect(await runReload(environment), role).toMatchObject({ code: 0 })
    expect(product.pidsOf(part).at(-1), role).not.toBe(before)
    expect((await fetch(`${product.metricsUrl}/readyz`)).status, role).toBe(200)
  }
})

test(
  'the doctor finds a running installation in order, and a secret is rotated while it serves and sends messages of webhooks',
  { timeout: 180_000 },
  async ({ signal }) => {
    const { product, environment } = await start({ PRIVATE_WEBHOOKS: 'true' })
    const examined = async () => {
      const { findings } = JSON.parse((await run(environment, 'doctor', '--json')).said)
      return (findings as { code: string; state: string }[])
        .filter(({ code, state }) => code !== 'disk' && state !== 'ok')
        .map(({ code, state }) => `${code} ${state}`)
    }
    expect(await examined()).toEqual(['ports skipped', 'certificate skipped'])
    const secrets = () => JSON.parse(readFileSync(join(environment.DATA_DIR, 'secrets.json'), 'utf8'))
    const [{ captchaSigningKeys: before }, api] = [secrets(), product.pidOf('api')]
    const messages = await startMessages(product, environment.DATA_DIR, signal)
    const rotated = await run(environment, 'rotate-keys', 'signing')
    expect(rotated).toMatchObject({ code: 0, said: expect.stringContaining('Done.') })
    expect(secrets()).toMatchObject({ captchaSigningKeys: [expect.stringMatching(/^[0-9a-f]{64}$/u), before[0]] })
    // The process that runs now was told the new key: it signs a challenge that the doctor solves.
    expect(product.pidOf('api')).not.toBe(api)
    expect(await examined()).toEqual(['ports skipped', 'certificate skipped'])
    // Whatever the one before had sealed is under the new key, so that it may go.
    const file = join(environment.DATA_DIR, 'secrets.json')
    const kept = secrets()
    writeFileSync(file, JSON.stringify({ ...kept, captchaSigningKeys: kept.captchaSigningKeys.slice(0, 1) }))
    expect(await runReload(environment)).toMatchObject({ code: 0 })
    const { sent, ...amiss } = await messages.stop()
    expect(amiss, `of ${sent} messages to a webhook`).toEqual({ lost: [], refused: [] })
    expect(await run(environment, 'migrate', '--plan')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Nothing'),
    })
    expect((await run(environment, 'bakcup')).code).toBe(1)
  },
)
