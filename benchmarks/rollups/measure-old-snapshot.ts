import { createRoller, recordVerifications } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { startCpuClock } from './cpu-clock.ts'
import type { Traffic } from './traffic.ts'

const deadBatches = [0, 3_000, 30_000, 180_000]
const factsPerTurn = 200

interface TurnBesideSnapshot {
  /** Rows of the queue that were rolled up, and that an old snapshot, as of a long dump, still sees. */
  readonly deadBatches: number
  /** CPU time of PostgreSQL for a turn of 200 facts. */
  readonly millisPerTurn: number
}

/** What a turn costs while somebody reads with a snapshot from before everything that was rolled up since. */
export async function measureOldSnapshot(db: Database, traffic: Traffic): Promise<TurnBesideSnapshot[]> {
  const clock = await startCpuClock(db)
  const roller = createRoller({
    db,
    onError(error) {
      throw error
    },
  })
  await roller.roll()
  const reader = await db.pool.connect()
  const costs: TurnBesideSnapshot[] = []
  try {
    await reader.query('begin isolation level repeatable read')
    await reader.query('select count(*) from captcha.pending_rollups')
    const columns = `(select string_agg(quote_ident(attname), ', ') from pg_attribute where attrelid = 'captcha.pending_rollups'::regclass and attnum > 0 and not attisdropped and attname <> 'id')`
    const { rows: named } = await db.pool.query<{ columns: string }>(`select ${columns} as columns`)
    let dead = 0
    for (const wanted of deadBatches) {
      if (wanted > dead) {
        await recordVerifications(db, traffic.visitors(2, 1))
        const list = named[0]?.columns ?? ''
        // Each in a transaction of its own, as batches are recorded and rolled up; both take longer than a statement usually may.
        const copy = `insert into captcha.pending_rollups (${list}) select ${list} from captcha.pending_rollups, generate_series(1, ${wanted - dead})`
        await db.transaction((tx) => tx.query('', copy), { statementTimeoutMs: 300_000 })
        await db.transaction((tx) => tx.query('', 'delete from captcha.pending_rollups'), {
          statementTimeoutMs: 300_000,
        })
        dead = wanted
      }
      const measured: number[] = []
      for (let round = 0; round < 5; round += 1) {
        await recordVerifications(db, traffic.visitors(factsPerTurn, 64))
        measured.push(await clock.measure(() => roller.roll()))
      }
      const median = measured.toSorted((a, b) => a - b)[2] ?? 0
      costs.push({ deadBatches: wanted, millisPerTurn: Math.round(median / 100) / 10 })
    }
  } finally {
    await reader.query('rollback')
    reader.release()
  }
  return costs
}
