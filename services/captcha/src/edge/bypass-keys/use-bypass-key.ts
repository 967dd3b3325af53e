import { type Batcher, createBatcher, type Database } from '@bollard/database'
import { plainArray } from '../../records/store/array-literal.ts'
import type { LiveBypassKey } from './load-bypass-keys.ts'

export interface BypassUse {
  readonly siteId: number
  readonly key: Pick<LiveBypassKey, 'number'>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Counts one use, after which the visitor may pass; `used-up` when the day has no more, or the key was revoked meanwhile. */
export type UseBypassKey = (use: BypassUse) => Promise<'used' | 'used-up'>

/**
 * Uses of one moment share a statement. A key with a limit passes exactly so many visitors a day (UTC) over all processes: the
 * row of the day counts them, and who finds it full is not one of them.
 */
export function createBypassUses(db: Database): {
  use: UseBypassKey
  drain: Batcher<BypassUse, 'used' | 'used-up'>['drain']
} {
  const batcher = createBatcher<BypassUse, 'used' | 'used-up'>({ maxItems: 500, write: (uses) => countUses(db, uses) })
  return { use: (use) => batcher.add(use), drain: () => batcher.drain() }
}

interface Wanted {
  readonly siteId: number
  readonly number: number
  readonly day: string
  at: number
  n: number
}

async function countUses(db: Database, uses: readonly BypassUse[]): Promise<('used' | 'used-up')[]> {
  const wanted = new Map<string, Wanted>()
  for (const use of uses) {
    const entry = wanted.get(keyOf(use))
    if (entry === undefined)
      wanted.set(keyOf(use), { siteId: use.siteId, number: use.key.number, day: dayOf(use.now), at: use.now, n: 1 })
    else {
      entry.n += 1
      entry.at = Math.max(entry.at, use.now)
    }
  }
  const all = [...wanted.values()]
  const rows = await db.query('captcha-bypass-use', statement, [
    plainArray(all.map(({ siteId }) => siteId)),
    plainArray(all.map(({ number }) => number)),
    plainArray(all.map(({ day }) => day)),
    plainArray(all.map(({ n }) => n)),
    plainArray(all.map(({ at }) => at)),
  ])
  const granted = new Map(rows.map((row) => [`${row.siteId} ${row.number} ${row.day}`, row.granted]))
  // First come, first served.
  return uses.map((use) => {
    const left = granted.get(keyOf(use)) ?? 0
    if (left === 0) return 'used-up'
    granted.set(keyOf(use), left - 1)
    return 'used'
  })
}

function keyOf({ siteId, key, now }: BypassUse): string {
  return `${siteId} ${key.number} ${dayOf(now)}`
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

// The row is locked before its count is read, so parallel statements of any process take turns. A limit that was lowered below
// what the day has already takes nothing back.
const limit = '(select k.uses_per_day from captcha.bypass_keys k where k.site_id = u.site_id and k.number = u.number)'
const statement = `
insert into captcha.bypass_uses as u (site_id, number, day, n, granted, last_at)
select k.site_id, k.number, w.day, least(w.n, k.uses_per_day), least(w.n, k.uses_per_day), to_timestamp(w.at_ms / 1000.0)
from unnest($1::int[], $2::int[], $3::date[], $4::int[], $5::bigint[]) as w(site_id, number, day, n, at_ms)
join captcha.bypass_keys k on k.site_id = w.site_id and k.number = w.number
where k.revoked_at is null and k.expires_at > to_timestamp(w.at_ms / 1000.0)
order by k.site_id, k.number, w.day
on conflict (site_id, number, day) do update
  set n = greatest(u.n, least(u.n + excluded.n, ${limit})), granted = greatest(u.n, least(u.n + excluded.n, ${limit})) - u.n,
    last_at = case when u.n >= ${limit} then u.last_at else greatest(u.last_at, excluded.last_at) end
returning site_id as "siteId", number, day::text as day, granted`
