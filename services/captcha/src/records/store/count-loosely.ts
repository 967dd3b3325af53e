import type { Database } from '@bollard/database'
import { plainArray } from './array-literal.ts'
import { countKind, type LooseCount } from './counts.ts'
import { sortByPart } from './queue-parts.ts'

const flushAfterMs = 200
/** Roll-ups keep events by the quarter of an hour. */
const quarterMs = 900_000

export interface LooseCounter {
  /**
   * `environmentId` is 0 where it is not known. `at` (milliseconds since 1970, default now) is the time at which the
   * visitor began: with it a count belongs to the same hour as their row.
   */
  count(siteId: number, environmentId: number, what: LooseCount, at?: number): void
  /** Writes what is gathered; resolves when nothing is left. */
  flush(): Promise<void>
}

/**
 * Gathers counts that promise nothing to anybody (issued challenges, refused replays) and hands them to the roll-ups within
 * 250 ms, so that no request waits for them. While the database is away they are kept and tried again.
 */
export function createLooseCounter(db: Database, now: () => number, onError: (error: unknown) => void): LooseCounter {
  let gathered = new Map<string, Count>()
  /** By kind, what was counted last: one site after another is rarer than one again and again. */
  let latest: (Count | undefined)[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null

  function add(siteId: number, environmentId: number, quarter: number, kind: number, n: number): void {
    const last = latest[kind]
    if (
      last !== undefined &&
      last.siteId === siteId &&
      last.environmentId === environmentId &&
      last.quarter === quarter
    ) {
      last.n += n
      return
    }
    const key = `${siteId} ${environmentId} ${quarter} ${kind}`
    const count = gathered.get(key) ?? { siteId, environmentId, quarter, kind, n: 0 }
    count.n += n
    gathered.set(key, count)
    latest[kind] = count
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
    latest = []
    writing = addCounts(db, [...taken.values()])
    try {
      await writing
    } catch (error) {
      for (const { siteId, environmentId, quarter, kind, n } of taken.values())
        add(siteId, environmentId, quarter, kind, n)
      schedule()
      throw error
    } finally {
      writing = null
    }
  }
  return {
    count(siteId, environmentId, what, at = now()) {
      add(siteId, environmentId, Math.floor(at / quarterMs) * quarterMs, countKind[what], 1)
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
  readonly environmentId: number
  /** Milliseconds since 1970. */
  readonly quarter: number
  readonly kind: number
  n: number
}

async function addCounts(db: Database, given: Count[]): Promise<void> {
  const { sorted: counts, slices } = sortByPart(given)
  await db.query('captcha-count', statement, [
    plainArray(counts.map((count) => count.siteId)),
    plainArray(counts.map((count) => count.environmentId)),
    plainArray(counts.map((count) => count.quarter)),
    plainArray(counts.map((count) => count.kind)),
    plainArray(counts.map((count) => count.n)),
    ...slices,
  ])
}

const statement = `
insert into captcha.pending_counts (part, site_ids, environment_ids, at_ms, kinds, ns)
select part, ($1::int[])[since:upto], ($2::int[])[since:upto], ($3::bigint[])[since:upto], ($4::smallint[])[since:upto], ($5::int[])[since:upto]
from unnest($6::smallint[], $7::int[], $8::int[]) as p(part, since, upto)`
