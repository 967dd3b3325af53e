import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { languages } from '@bollard/i18n'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { measureBackups } from './backup/measure-backups.ts'
import { describedMetrics, readMetrics, rulesOver } from './watching/testing/read-metrics.ts'
import { endOf, findPart, freePorts, startProduct, stillRunning } from './testing/start-product.ts'

const status = async (url: string) => (await fetch(url)).status

/** Starts the product as all tests do, from a process that can be killed as a test runner can. */
async function startElsewhere(environment: Record<string, string> = {}) {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const dataDirectory = join(folder.path, 'data')
  const ports = await freePorts()
  const script = `const { startProduct } = await import(${JSON.stringify(import.meta.resolve('./testing/start-product.ts'))})
    const { said } = await startProduct(${JSON.stringify(ports)}, ${JSON.stringify(dataDirectory)})
    console.log(JSON.stringify(said()))`
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void starter.kill('SIGKILL'))
  const lines = createInterface(starter.stdout)
  const ended = once(lines, 'close').then(() => {
    throw new Error('The product did not start')
  })
  // Heard of where it is waited for.
  ended.catch(() => {})
  return {
    ports,
    dataDirectory,
    /** What the product has printed, once it runs. */
    said: async (): Promise<string> => JSON.parse(String((await Promise.race([once(lines, 'line'), ended]))[0])),
    supervisor: () => appears(() => findPart(starter.pid, 'supervisor')),
    async kill() {
      starter.kill('SIGKILL')
      await endOf(starter)
    },
  }
}

async function appears(find: () => number | undefined): Promise<number> {
  for (;;) {
    const pid = find()
    if (pid !== undefined) return pid
    await pause(20)
  }
}

/** Nothing of it runs any more, and the supervisor was not merely gone: it has given the data folder back. */
async function expectEnded(pids: readonly number[], dataDirectory: string): Promise<void> {
  await expect.poll(() => stillRunning(pids), { timeout: 60_000, interval: 100 }).toEqual([])
  expect(existsSync(join(dataDirectory, 'running.json'))).toBe(false)
}

/** As a person does: the printed address sets a cookie, which alone opens the page from then on. */
async function openPrintedMailbox(said: string): Promise<void> {
  const printed = /https?:\S+\/en\/mailbox\?key=\S{43}/u.exec(said)?.[0] ?? ''
  const opened = await fetch(printed, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([302, '/en/mailbox'])
  const [set = ''] = opened.headers.getSetCookie().filter((cookie) => cookie.startsWith('mailbox_key='))
  expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/u)
  const headers = { cookie: set.split(';', 1)[0] ?? '' }
  const page = printed.split('?', 1)[0] ?? ''
  const statusWith = async (more: Record<string, string>) => (await fetch(page, { headers: more })).status
  expect(await statusWith(headers)).toBe(200)
  expect(await statusWith({})).toBe(404)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip'])
    expect(await statusWith({ ...headers, [name]: '127.0.0.1' }), name).toBe(404)
}

test(
  'it starts, serves, refuses a second start, and ends with its starter without leaving anything running',
  { timeout: 180_000 },
  async () => {
    // As the first `npm start` does: from the sources, in an empty folder. Other tests start what a run has prepared of both.
    const product = await startElsewhere({ PREPARED_PRODUCT: '' })
    const { ports, dataDirectory } = product
    const said = await product.said()
    const health = `http://127.0.0.1:${ports.METRICS_PORT}`
    const api = `http://127.0.0.1:${ports.API_PORT}`

    expect(await status(`${health}/livez`)).toBe(200)
    // Also after the very first start, which leaves what it compiled for the next ones.
    expect(await (await fetch(`${health}/readyz`)).text()).toBe('ready\n')
    const calm = await readMetrics(health)
    expect(calm).toContain('process_cpu_seconds_total{process="sites"}')
    const served = [...calm.matchAll(/^# TYPE (bollard_\w+) /gmu)].map(([, name = '']) => name)
    // This product ends no TLS, and backs nothing up.
    const backups = measureBackups({
      BACKUP_TARGET: 'file:///mnt/backup',
      DATA_DIR: dataDirectory,
    })
    const others = (await backups.getMetricsAsJSON()).map(({ name }) => name)
    const all = [...served, ...others, 'bollard_tls_certificate_expiry_timestamp_seconds'].toSorted()
    for (const language of languages) expect(all, language).toEqual(describedMetrics(language))
    expect(rulesOver(calm, calm)).toEqual([])
    expect(await (await fetch(`${api}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.1' })
    expect(await status(`${api}/widget.js`)).toBe(200)
    expect(await status(`${api}/nothing`)).toBe(404)
    for (const port of [ports.WEBSITE_PORT, ports.IDENTITY_PORT, ports.DASHBOARD_PORT, ports.DOCS_PORT])
      expect(await status(`http://127.0.0.1:${port}/healthz`)).toBe(200)
    expect(said).toMatch(/\/en\/first-admin\?token=\S{20,}/u)
    await openPrintedMailbox(said)

    await expect(startProduct(await freePorts(), dataDirectory)).rejects.toThrow('Bollard already runs')
    expect(await status(`${health}/readyz`)).toBe(200)

    const supervisor = await product.supervisor()
    const parts = (['api', 'sites', 'postmaster'] as const).map((part) => findPart(supervisor, part) ?? 0)
    const [apiProcess = 0] = parts
    process.kill(apiProcess, 'SIGSTOP')
    const stuck = await fetch(`${health}/readyz`)
    const stopped = await readMetrics(health)
    expect(rulesOver(calm, stopped)).toEqual(['ProcessDown'])
    process.kill(apiProcess, 'SIGCONT')
    expect([stuck.status, await stuck.text()]).toEqual([503, 'api is not ready\n'])
    await expect.poll(() => status(`${health}/readyz`), { timeout: 20_000 }).toBe(200)

    const [, sitesProcess = 0] = parts
    process.kill(sitesProcess, 'SIGSTOP')
    await expect.poll(() => stillRunning([sitesProcess]), { timeout: 60_000 }).toEqual([])
    await expect.poll(() => status(`${health}/readyz`), { timeout: 60_000 }).toBe(200)
    parts[1] = findPart(supervisor, 'sites') ?? 0
    expect(rulesOver(calm, await readMetrics(health))).toEqual(['ProcessRestarted'])
    expect(await status(`http://127.0.0.1:${ports.WEBSITE_PORT}/healthz`)).toBe(200)

    expect(stillRunning([supervisor, ...parts])).toHaveLength(4)
    await product.kill()
    await expectEnded([supervisor, ...parts], dataDirectory)
  },
)

test('killing its starter while it starts ends all of it, too', { timeout: 180_000 }, async () => {
  const product = await startElsewhere()
  const supervisor = await product.supervisor()
  const api = await appears(() => findPart(supervisor, 'api'))
  const sites = await appears(() => findPart(supervisor, 'sites'))
  // However fast the machine is, the start is not over before this goes on.
  process.kill(api, 'SIGSTOP')
  const postmaster = await appears(() => findPart(supervisor, 'postmaster'))
  await product.kill()
  process.kill(api, 'SIGCONT')
  await expectEnded([supervisor, api, sites, postmaster], product.dataDirectory)
})
