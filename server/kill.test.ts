import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type Database } from '@bollard/database'
import { createSolver } from '@bollard/proof-of-work'
import { expect, test } from 'vitest'
import { recountRollups } from '../services/captcha/src/testing/recount-rollups.ts'
import { endOf, freePorts, startProduct, type Product, type Victim } from './testing/start-product.ts'
import { redeem, visit, type Acknowledged } from './testing/visit.ts'

const kills = 20
const visitorsAtOnce = 6
/** Milliseconds. Some kills fall before the first answer is committed, some between, some after the last. */
const longestFuse = 80
/** Each at its turn. The supervisor is every fifth only: what starts the whole product takes seconds, and those of a child are worth as much. */
const victims: Victim[] = ['supervisor', 'api', 'postmaster', 'api', 'postmaster']

test(
  'kill -9 of any process, twenty times under load, loses nothing that was acknowledged',
  { timeout: 300_000 },
  async ({ signal }) => {
    const folder = await mkdtemp(join(tmpdir(), 'bollard-kill-'))
    const dataDirectory = join(folder, 'data')
    const ports = await freePorts()
    const start = () => startProduct(ports, dataDirectory, { TRUSTED_PROXIES: '127.0.0.1' })
    let product = await start()
    try {
      const load = await startLoad(() => product)
      const killed: Victim[] = []
      while (killed.length < kills) {
        // Who takes too long goes on behind the runner's back, and would start one product after the other.
        signal.throwIfAborted()
        const victim = victims[killed.length % victims.length] ?? 'api'
        const pid = product.pidOf(victim)
        if (pid === undefined) throw new Error(`There is no ${victim}; so far: ${killed.join(', ')}\n${product.said()}`)
        await load.volley()
        await pause(Math.random() * longestFuse)
        process.kill(pid, 'SIGKILL')
        killed.push(victim)
        if (victim === 'supervisor') {
          await endOf(product.supervisor)
          product = await start()
        }
        await untilReplaced(product, victim, pid, signal)
      }
      await load.volley()
      const acknowledged = await load.stop()
      console.log(
        `killed ${killed.join(', ')}; ${acknowledged.length} verifications and ${acknowledged.filter((one) => one.redeemed).length} redemptions acknowledged`,
      )

      expect(acknowledged.length).toBeGreaterThan(kills)

      const db = openDatabase({ connectionString: product.connectionString, max: 1 })
      await expectAllKept(db, acknowledged)
      await expectSumsEqualRows(db)
      await db.close()
      for (const { token, redeemed } of acknowledged)
        if (token && redeemed)
          expect(await redeem({ apiUrl: product.apiUrl, secretKey: load.secretKey }, token)).toBe(false)

      product.supervisor.kill('SIGTERM')
      expect(await endOf(product.supervisor)).toBe(0)
    } finally {
      product.supervisor.kill('SIGKILL')
      await endOf(product.supervisor)
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
  },
)

/** Visitors who come one after the other, several at once. They hand in their work together, when `volley` lets them. */
async function startLoad(current: () => Product) {
  const { siteKey, secretKey } = await websiteSite(current())
  const solver = await createSolver({ wasm: true })
  const acknowledged: Acknowledged[] = []
  const gate: (() => void)[] = []
  let tellGathered: (() => void) | undefined
  let stopped = false
  let visits = 0

  const mayAnswer = () =>
    new Promise<void>((resolve) => {
      if (stopped) return resolve()
      gate.push(resolve)
      if (gate.length === visitorsAtOnce) tellGathered?.()
    })

  async function keepVisiting(): Promise<void> {
    while (!stopped) {
      const { apiUrl, websiteUrl } = current()
      visits += 1
      const done = await visit({
        apiUrl,
        origin: websiteUrl,
        siteKey,
        secretKey,
        solver,
        address: `198.18.${visits % 250}.1`,
        mayAnswer,
      })
      if (done) acknowledged.push(done)
      else await pause(20)
    }
  }

  const openGate = () => gate.splice(0).forEach((open) => open())
  const running = Promise.all(Array.from({ length: visitorsAtOnce }, keepVisiting))
  return {
    secretKey,
    async volley() {
      if (gate.length < visitorsAtOnce) await new Promise<void>((resolve) => (tellGathered = resolve))
      openGate()
    },
    async stop() {
      stopped = true
      openGate()
      await running
      return acknowledged
    },
  }
}

/** The product has made a site for its own website; its keys are as good as any. */
async function websiteSite(product: Product): Promise<{ siteKey: string; secretKey: string }> {
  const db = openDatabase({ connectionString: product.connectionString, max: 1 })
  const [site] = await db.query<{ siteKey: string; secretKey: string }>(
    'site',
    'select site_key as "siteKey", secret_key as "secretKey" from server.own_sites where name = $$website$$',
  )
  await db.close()
  if (!site) throw new Error('The website has no site')
  return site
}

/** The death of a process is noticed a moment after it, so being ready alone proves nothing. */
async function untilReplaced(product: Product, victim: Victim, killed: number, signal: AbortSignal): Promise<void> {
  for (; ; signal.throwIfAborted()) {
    const successor = product.pidOf(victim)
    const ready = await fetch(`${product.metricsUrl}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready && successor !== undefined && successor !== killed) return
    await pause(20)
  }
}

async function expectAllKept(db: Database, acknowledged: Acknowledged[]): Promise<void> {
  const kept = new Set(
    (await db.query<{ id: string }>('kept', 'select distinct id from captcha.verifications')).map((row) => row.id),
  )
  expect(acknowledged.filter((one) => !kept.has(one.verificationId))).toEqual([])
  const fetched = new Set(
    (await db.query<{ id: string }>('fetched', 'select verification_id as id from captcha.redemptions')).map(
      (row) => row.id,
    ),
  )
  expect(acknowledged.filter((one) => one.redeemed && !fetched.has(one.verificationId))).toEqual([])
}

/** Every dimension of the roll-ups, of days and of hours, once everything that was queued is rolled. */
async function expectSumsEqualRows(db: Database): Promise<void> {
  const queued = async (): Promise<number> => {
    const [row] = await db.query<{ n: number }>(
      'queued',
      'select (select count(*) from captcha.pending_rollups)::int + (select count(*) from captcha.pending_counts)::int as n',
    )
    return row?.n ?? 0
  }
  while ((await queued()) > 0) await pause(50)
  expect(await recountRollups(db)).toEqual([])
  const totals = await db.query(
    'totals',
    'select sum(n)::int as n, sum(fetched)::int as fetched from captcha.rollup_daily where dimension = 0',
  )
  const rows = await db.query(
    'rows',
    `select count(*) filter (where outcome < 3)::int as n, (select count(*)::int from captcha.redemptions) as fetched from captcha.verifications`,
  )
  expect(totals).toEqual(rows)
}
