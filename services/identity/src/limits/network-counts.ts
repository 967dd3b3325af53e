import { createBatcher, type Queries } from '@bollard/database'
import type { Limit } from '@bollard/http'
import type { RateLimits } from '../rate-limits.ts'
import { createLimitKeys } from './limit-keys.ts'
import { networksOf } from './networks.ts'

/** Networks that are remembered at a time; beyond it the one that was counted longest ago is forgotten. */
const networksMax = 10_000
/** Attempts of one statement. */
const attemptsAtOnce = 500
/** So long a network that is above its limit is asked about nowhere else, so that no flood reaches the database. */
const trustMs = 1_000

export interface NetworkCounts {
  /**
   * Counts one attempt before it is made. `isAbove`: the site, the operator or everybody together has made more than is usual, so
   * that a stranger has to pass a captcha. `giveBack`: the attempt was legitimate, or was not made; never rejects.
   */
  count(ip: string): Promise<{ readonly isAbove: boolean; giveBack(): Promise<void> }>
}

interface Counted {
  readonly key: string
  readonly limit: number
  used: number
  /** Milliseconds since 1970, as the two below. */
  readonly resetsAt: number
  readonly heardAt: number
}

type Wanted = Pick<Counted, 'key' | 'limit'> & { readonly seconds: number }

/**
 * Counts failed sign-ins of whole networks, over all processes: /48 and /32 of IPv6, /24 and /16 of IPv4, and all. Attempts that come together are one
 * statement, so that those who share a row wait for one statement of each process at most; what is above its limit is counted no further. While the
 * database does not answer, this process counts alone.
 */
export function createNetworkCounts({
  db,
  secret,
  limits,
  now,
  onError,
}: {
  readonly db: Queries
  readonly secret: string
  readonly limits: Pick<RateLimits, 'signInPerSite' | 'signInPerProvider' | 'signInOfAll'>
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}): NetworkCounts {
  const keyOf = createLimitKeys(secret)
  const known = new Map<string, Counted>()
  const wanted = (name: keyof typeof limits, subject: string): Wanted => {
    const { limit, seconds }: Limit = limits[name]
    return { key: keyOf(name, subject), limit, seconds }
  }

  function remember(counted: Counted): void {
    known.delete(counted.key)
    known.set(counted.key, counted)
    for (const oldest of known.keys()) {
      if (known.size <= networksMax) break
      known.delete(oldest)
    }
  }

  function isKnownAbove({ key, limit }: Wanted, time: number): boolean {
    const counted = known.get(key)
    if (counted === undefined || counted.resetsAt <= time) return false
    return counted.used > limit && Math.abs(time - counted.heardAt) < trustMs
  }

  function countHere({ key, limit, seconds }: Wanted, time: number): Counted {
    const before = known.get(key)
    const counted =
      before !== undefined && before.resetsAt > time
        ? { ...before, used: before.used + 1, heardAt: time }
        : { key, limit, used: 1, resetsAt: time + seconds * 1000, heardAt: time }
    remember(counted)
    return counted
  }

  /** Each attempt gets the counts that its own place among all of them has. */
  const counting = createBatcher<readonly Wanted[], Counted[]>({
    maxItems: attemptsAtOnce,
    async write(attempts) {
      const sums = new Map<string, { n: number; readonly seconds: number }>()
      for (const { key, seconds } of attempts.flat()) {
        const sum = sums.get(key) ?? { n: 0, seconds }
        sum.n += 1
        sums.set(key, sum)
      }
      const keys = [...sums.keys()]
      const time = now()
      const rows = await db.query('identity-networks-count', countSql, [
        keys,
        keys.map((key) => sums.get(key)?.n ?? 0),
        keys.map((key) => sums.get(key)?.seconds ?? 0),
        time,
      ])
      const found = new Map(rows.map((row) => [row.key, { ...row, used: row.used - (sums.get(row.key)?.n ?? 0) }]))
      return attempts.map((attempt) =>
        attempt.map(({ key, limit }) => {
          const row = found.get(key)
          if (row === undefined) throw new Error('A counter that was written is gone')
          row.used += 1
          return { key, limit, used: row.used, resetsAt: row.resetsAt.getTime(), heardAt: time.getTime() }
        }),
      )
    },
  })

  const givingBack = createBatcher<Counted, null>({
    maxItems: attemptsAtOnce,
    async write(all) {
      const sums = new Map<string, { readonly key: string; readonly resetsAt: Date; n: number }>()
      for (const { key, resetsAt } of all) {
        const sum = sums.get(`${key} ${resetsAt}`) ?? { key, resetsAt: new Date(resetsAt), n: 0 }
        sum.n += 1
        sums.set(`${key} ${resetsAt}`, sum)
      }
      const gone = [...sums.values()]
      await db.query('identity-networks-give-back', giveBackSql, [
        gone.map(({ key }) => key),
        gone.map(({ resetsAt }) => resetsAt),
        gone.map(({ n }) => n),
      ])
      return all.map(() => null)
    },
  })

  async function forget(counted: readonly Counted[], isStored: boolean): Promise<void> {
    for (const { key, resetsAt } of counted) {
      const here = known.get(key)
      if (here?.resetsAt === resetsAt) here.used -= 1
    }
    if (isStored) await Promise.all(counted.map((one) => givingBack.add(one))).catch(onError)
  }

  return {
    async count(ip) {
      const [provider, site] = networksOf(ip)
      const all = [wanted('signInPerSite', site), wanted('signInPerProvider', provider), wanted('signInOfAll', '')]
      if (all.some((one) => isKnownAbove(one, now().getTime())))
        return { isAbove: true, giveBack: () => Promise.resolve() }
      const stored = await counting.add(all).catch((error: unknown) => (onError(error), null))
      for (const one of stored ?? []) remember({ ...one })
      const counted = stored ?? all.map((one) => countHere(one, now().getTime()))
      return {
        isAbove: counted.some(({ used, limit }) => used > limit),
        giveBack: () => forget(counted, stored !== null),
      }
    },
  }
}

// Rows are locked in the order of their keys, so that no two statements wait for each other.
const countSql = `insert into identity.rate_limits as counter (key, used, resets_at)
  select key, n, $4::timestamptz + make_interval(secs => seconds) from unnest($1::text[], $2::int[], $3::float8[]) as u(key, n, seconds) order by key
  on conflict (key) do update set
    used = case when counter.resets_at <= $4 then excluded.used else counter.used + excluded.used end,
    resets_at = case when counter.resets_at <= $4 then excluded.resets_at else least(counter.resets_at, excluded.resets_at) end
  returning key, used, resets_at as "resetsAt"`
const giveBackSql = `with gone as (select key, resets_at, n from unnest($1::text[], $2::timestamptz[], $3::int[]) as u(key, resets_at, n)),
  held as (select c.key from identity.rate_limits c where c.key in (select key from gone) order by c.key for no key update)
  update identity.rate_limits c set used = greatest(0, c.used - gone.n) from gone, held
    where c.key = gone.key and c.resets_at = gone.resets_at and held.key = c.key`
