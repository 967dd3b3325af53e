import { createRoller, recordVerifications } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { startCpuClock } from './cpu-clock.ts'
import type { Traffic } from './traffic.ts'

const drawn = 50_000
const batchRows = 500

export interface Drain {
  readonly activeSites: number
  readonly facts: number
  readonly seconds: number
  readonly microsPerFact: number
  /** The longest time that a call of the statistics took for the part of its site: a second for the lock, and the slice that it then rolls. */
  readonly longestReadMs: number
  /** Of the four workers. */
  readonly errors: number
}

/** Fills the queue as a long failover does, and lets four workers drain it while somebody reads figures. */
export async function measureDrain(db: Database, traffic: Traffic, { facts }: { facts: number }): Promise<Drain> {
  await createRoller({ db, onError: raise }).roll()
  const before = await countRolled(db)
  const rows = traffic.visitors(drawn, traffic.sites)
  for (let from = 0; from < rows.length; from += batchRows)
    await recordVerifications(db, rows.slice(from, from + batchRows))
  const columns = `part, fetched, n, site_ids, environment_ids, issued_ms, outcomes, scores, check_ms, hostnames, actions, browsers, operating_systems,
    devices, languages, countries, asns, network_kinds, rules, bypass_keys, decisions, reasons, left_out`
  const times = Math.ceil(facts / drawn)
  const [last] = await db.query<{ id: string }>('', 'select max(id) as id from captcha.pending_rollups')
  for (let copy = 1; copy < times; copy += 1)
    await db.query(
      'copy-queue',
      `insert into captcha.pending_rollups (${columns}) select ${columns} from captcha.pending_rollups where id <= $1`,
      [last?.id],
    )
  const clock = await startCpuClock(db)
  let errors = 0
  const workers = Array.from({ length: 4 }, () => createRoller({ db, onError: () => (errors += 1) }))
  let longestReadMs = 0
  const startedAt = performance.now()
  const micros = await clock.measure(async () => {
    for (const worker of workers) worker.start()
    while (await isQueued(db)) {
      const readAt = performance.now()
      await createRoller({ db, onError: raise }).roll({ siteId: 1, withinMs: 2_000 })
      longestReadMs = Math.max(longestReadMs, performance.now() - readAt)
      await new Promise((resolve) => void setTimeout(resolve, 500))
    }
  })
  const seconds = (performance.now() - startedAt) / 1_000
  await Promise.all(workers.map((worker) => worker.stop()))
  const rolled = (await countRolled(db)) - before
  if (rolled !== times * drawn) throw new Error(`${rolled} of ${times * drawn} facts are in the roll-ups`)
  return {
    activeSites: traffic.sites,
    facts: times * drawn,
    seconds: Math.round(seconds),
    microsPerFact: Math.round(micros / (times * drawn)),
    longestReadMs: Math.round(longestReadMs),
    errors,
  }
}

async function isQueued(db: Database): Promise<boolean> {
  const [row] = await db.query<{ some: boolean }>('', 'select exists (select from captcha.pending_rollups) as some')
  return row?.some === true
}

async function countRolled(db: Database): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    '',
    'select coalesce(sum(n), 0)::int as n from captcha.rollup_daily where dimension = 0',
  )
  return row?.n ?? 0
}

function raise(error: unknown): never {
  throw error
}
