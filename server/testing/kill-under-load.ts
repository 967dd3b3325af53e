import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type Database } from '@bollard/database'
import { createSolver } from '@bollard/proof-of-work'
import { makeTestFolder } from '@bollard/testing'
import { recountRollups, type WrongLine } from '../../services/captcha/src/testing/recount-rollups.ts'
import { endOf, freePorts, type Part, sparingWork, startProduct, stillRunning, type Product } from './start-product.ts'
import { redeem, visit, type Acknowledged } from './visit.ts'

export type Victim = Exclude<Part, 'sites'>

export interface Kill {
  readonly victim: Victim
  /** From the kill until everything answers again. */
  readonly backMs: number
}

/** What a product that was killed again and again has made of what it acknowledged. */
export interface Aftermath {
  readonly kills: readonly Kill[]
  readonly verifications: number
  readonly redemptions: number
  /** Ids of what was acknowledged and is not in the database. */
  readonly lostVerifications: readonly string[]
  readonly lostRedemptions: readonly string[]
  /** Ids of verifications whose token was taken twice. */
  readonly redeemedTwice: readonly string[]
  /** Where the roll-ups, counted anew row by row, differ. */
  readonly wrongLines: readonly WrongLine[]
  /** The sums of the roll-ups and those of the rows. */
  readonly sums: readonly unknown[]
  readonly rows: readonly unknown[]
  /** Processes of supervisors that were killed or stopped. */
  readonly leftRunning: readonly number[]
  /** Of the last supervisor, which was told to stop. */
  readonly exitCode: number | string | null
}

const visitorsAtOnce = 6
/** Milliseconds. Some kills fall before the first answer is committed, some between, some after the last. */
const fuseMsMax = 80

/**
 * Starts a product, lets visitors come, and kills one victim after the other, each with its own fuse after a volley of answers. A killed
 * process leaves what it wrote to the system, so the data may lie in memory, and visitors are asked for little work; on the disk all is as in a real installation.
 */
export async function killUnderLoad(
  victims: readonly Victim[],
  random: () => number,
  { signal, onDisk }: { signal: AbortSignal; onDisk: boolean },
): Promise<Aftermath> {
  const folder = await makeTestFolder({ onDisk })
  const ports = await freePorts()
  const settings = { TRUSTED_PROXIES: '127.0.0.1', ...(onDisk ? {} : { NODE_OPTIONS: sparingWork }) }
  const start = () => startProduct(ports, join(folder.path, 'data'), settings)
  let product = await start()
  try {
    const load = await startLoad(() => product)
    const kills: Kill[] = []
    const mayNotRemain: number[] = []
    for (const victim of victims) {
      // Who takes too long goes on behind the runner's back, and would start one product after the other.
      signal.throwIfAborted()
      const pid = product.pidOf(victim)
      if (pid === undefined) throw new Error(`There is no ${victim} after ${kills.length} kills\n${product.said()}`)
      await load.volley()
      await pause(random() * fuseMsMax)
      if (victim === 'supervisor') mayNotRemain.push(...partsOf(product))
      process.kill(pid, 'SIGKILL')
      const killedAt = performance.now()
      if (victim === 'supervisor') {
        await endOf(product.supervisor)
        product = await start()
      }
      await untilReplaced(product, victim, pid, signal)
      kills.push({ victim, backMs: Math.round(performance.now() - killedAt) })
    }
    await load.volley()
    const acknowledged = await load.stop()
    const db = openDatabase({ connectionString: product.connectionString, max: 1 })
    const found = await look(db, acknowledged)
    await db.close()
    const redeemedTwice: string[] = []
    for (const { verificationId, token, redeemed } of acknowledged)
      if (token && redeemed && (await redeem({ apiUrl: product.apiUrl, secretKey: load.secretKey }, token)))
        redeemedTwice.push(verificationId)

    mayNotRemain.push(...partsOf(product))
    product.supervisor.kill('SIGTERM')
    const exitCode = await endOf(product.supervisor)
    return {
      kills,
      verifications: acknowledged.length,
      redemptions: acknowledged.filter((one) => one.redeemed).length,
      ...found,
      redeemedTwice,
      leftRunning: stillRunning(mayNotRemain),
      exitCode,
    }
  } finally {
    product.supervisor.kill('SIGKILL')
    await endOf(product.supervisor)
    await folder.remove()
  }
}

function partsOf(product: Product): number[] {
  return (['supervisor', 'api', 'sites', 'postmaster'] as const).flatMap((part) => product.pidOf(part) ?? [])
}

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
export async function websiteSite(product: Product): Promise<{ siteKey: string; secretKey: string }> {
  const db = openDatabase({ connectionString: product.connectionString, max: 1 })
  const [site] = await db.query<{ siteKey: string; secretKey: string }>(
    'site',
    'select site_key as "siteKey", secret_key as "secretKey" from server.own_sites where name = $$website$$',
  )
  await db.close()
  if (!site) throw new Error('The website has no site')
  return site
}

/** The death of a process is noticed a moment after it, so being ready proves nothing before there is another one. */
async function untilReplaced(product: Product, victim: Victim, killed: number, signal: AbortSignal): Promise<void> {
  const isReady = () =>
    fetch(`${product.metricsUrl}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const isReplaced = () => ![undefined, killed].includes(product.pidOf(victim))
  // Looking for a process takes longer than asking, so it is done only where the answer may be the last.
  for (; ; signal.throwIfAborted()) {
    if ((await isReady()) && isReplaced() && (await isReady())) return
    await pause(20)
  }
}

/** Compares what was acknowledged with the rows, and the rows with every dimension of the roll-ups, once everything that was queued is rolled. */
async function look(db: Database, acknowledged: readonly Acknowledged[]) {
  const idsOf = async (name: string, text: string) =>
    new Set((await db.query<{ id: string }>(name, text)).map((row) => row.id))
  const kept = await idsOf('kept', 'select distinct id from captcha.verifications')
  const fetched = await idsOf('fetched', 'select verification_id as id from captcha.redemptions')
  while ((await countQueued(db)) > 0) await pause(50)
  return {
    lostVerifications: acknowledged.map((one) => one.verificationId).filter((id) => !kept.has(id)),
    lostRedemptions: acknowledged
      .filter((one) => one.redeemed && !fetched.has(one.verificationId))
      .map((one) => one.verificationId),
    wrongLines: await recountRollups(db),
    sums: await db.query(
      'totals',
      'select sum(n)::int as n, sum(fetched)::int as fetched from captcha.rollup_daily where dimension = 0',
    ),
    rows: await db.query(
      'rows',
      `select count(*) filter (where outcome < 3)::int as n, (select count(*)::int from captcha.redemptions) as fetched from captcha.verifications`,
    ),
  }
}

async function countQueued(db: Database): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'queued',
    'select (select count(*) from captcha.pending_rollups)::int + (select count(*) from captcha.pending_counts)::int as n',
  )
  return row?.n ?? 0
}
