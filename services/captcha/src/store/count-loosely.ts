import type { Database } from '@bollard/database'
import type { LooseCount } from '../counts.ts'
import { countKind } from '../counts.ts'
import { plainArray } from './array-literal.ts'

const flushAfterMs = 200
const hourMs = 3_600_000

export interface LooseCounter {
  count(siteId: number, what: LooseCount): void
  /** Writes what is gathered; resolves when nothing is left. */
  flush(): Promise<void>
}

/**
 * Gathers counts that promise nothing to anybody (issued challenges, refused replays) and adds
 * them to the hourly roll-up within 250 ms, so that no request waits for them. While the
 * database is away they are kept and tried again.
 */
export function createLooseCounter(db: Database, now: () => number, onError: (error: unknown) => void): LooseCounter {
  let gathered = new Map<string, Count>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  function add({ siteId, hour, kind, n }: Count): void {
    const key = `${siteId} ${hour} ${kind}`
    const known = gathered.get(key)
    if (known === undefined) gathered.set(key, { siteId, hour, kind, n })
    else known.n += n
  }
  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = null
      void write().catch(onError)
    }, flushAfterMs)
  }
  async function write(): Promise<void> {
    if (writing !== null) await writing.catch(() => undefined)
    if (gathered.size === 0) return
    const taken = gathered
    gathered = new Map()
    writing = addCounts(db, [...taken.values()])
    try {
      await writing
    } catch (error) {
      for (const count of taken.values()) add(count)
      schedule()
      throw error
    } finally {
      writing = null
    }
  }
  return {
    count(siteId, what) {
      add({ siteId, hour: Math.floor(now() / hourMs) * hourMs, kind: countKind[what], n: 1 })
      schedule()
    },
    async flush() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      await write()
    },
  }
}

interface Count {
  readonly siteId: number
  readonly hour: number
  readonly kind: number
  n: number
}

async function addCounts(db: Database, counts: Count[]): Promise<void> {
  await db.query('captcha-count', statement, [
    plainArray(counts.map((count) => count.siteId)),
    plainArray(counts.map((count) => count.hour)),
    plainArray(counts.map((count) => count.kind)),
    plainArray(counts.map((count) => count.n)),
  ])
}

const statement = `
insert into captcha.counts_hourly as c (site_id, hour, kind, n)
select site_id, to_timestamp(hour_ms / 1000.0), kind, n
from unnest($1::int[], $2::bigint[], $3::smallint[], $4::bigint[]) as u(site_id, hour_ms, kind, n)
order by site_id, hour_ms, kind
on conflict (site_id, hour, kind) do update set n = c.n + excluded.n`
