import type { Database } from '@bollard/database'
import { plainArray } from '../../records/store/array-literal.ts'

export interface RuleHits {
  /** Counts one visitor for whom a rule decided, or on trial would have. */
  count(siteId: number, number: number, dryRun: boolean): void
  /** Writes what is gathered; resolves when nothing is left. */
  flush(): Promise<void>
}

interface Hits {
  readonly siteId: number
  readonly number: number
  hits: number
  dryRunHits: number
  lastAt: number
}

/** Gathers hits and adds them to their counters within about a second, so that no request waits for them. */
export function createRuleHits(
  db: Database,
  now: () => number,
  onError: (error: unknown) => void,
  flushAfterMs = 1_000,
): RuleHits {
  let gathered = new Map<string, Hits>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function add(hits: Hits): void {
    const key = `${hits.siteId} ${hits.number}`
    const known = gathered.get(key)
    if (known === undefined) gathered.set(key, { ...hits })
    else {
      known.hits += hits.hits
      known.dryRunHits += hits.dryRunHits
      known.lastAt = Math.max(known.lastAt, hits.lastAt)
    }
  }
  function schedule(): void {
    timer ??= setTimeout(() => void flush().catch(onError), flushAfterMs)
  }
  async function write(): Promise<void> {
    const taken = gathered
    gathered = new Map()
    if (taken.size === 0) return
    try {
      await addHits(db, [...taken.values()])
    } catch (error) {
      for (const hits of taken.values()) add(hits)
      schedule()
      throw error
    }
  }
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.catch(() => undefined).then(write)
    await writing
  }
  return {
    count(siteId, number, dryRun) {
      add({ siteId, number, hits: dryRun ? 0 : 1, dryRunHits: dryRun ? 1 : 0, lastAt: now() })
      schedule()
    },
    flush,
  }
}

async function addHits(db: Database, hits: readonly Hits[]): Promise<void> {
  await db.query('captcha-rule-hits', statement, [
    plainArray(hits.map(({ siteId }) => siteId)),
    plainArray(hits.map(({ number }) => number)),
    plainArray(hits.map((one) => one.hits)),
    plainArray(hits.map(({ dryRunHits }) => dryRunHits)),
    plainArray(hits.map(({ lastAt }) => lastAt)),
  ])
}

// In the order of the key, so that two processes never wait for each other in a circle.
const statement = `
insert into captcha.rule_hits as h (site_id, number, hits, dry_run_hits, last_hit_at)
select site_id, number, hits, dry_run_hits, to_timestamp(last_ms / 1000.0)
from unnest($1::int[], $2::smallint[], $3::bigint[], $4::bigint[], $5::bigint[]) as u(site_id, number, hits, dry_run_hits, last_ms)
where exists (select from captcha.sites s where s.id = u.site_id)
order by site_id, number
on conflict (site_id, number) do update
  set hits = h.hits + excluded.hits, dry_run_hits = h.dry_run_hits + excluded.dry_run_hits, last_hit_at = greatest(h.last_hit_at, excluded.last_hit_at)`
