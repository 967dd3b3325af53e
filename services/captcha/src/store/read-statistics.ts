import type { Database } from '@bollard/database'

export interface HourCount {
  readonly at: Date
  readonly kind: number
  readonly n: number
}

/** Counts of a site by bucket of time and kind, `from` included, `to` not. */
export async function countsByBucket(db: Database, range: { siteId: number; from: Date; to: Date; bucketMinutes: number }): Promise<HourCount[]> {
  return db.query<HourCount>(
    'captcha-counts',
    `select date_bin(make_interval(mins => $4), hour, $2) as at, kind, sum(n)::float8 as n
     from captcha.counts_hourly where site_id = $1 and hour >= $2 and hour < $3 group by 1, 2 order by 1, 2`,
    [range.siteId, range.from, range.to, range.bucketMinutes],
  )
}

/** Milliseconds by quantile of the check time, from the histogram; null while nothing was checked. */
export async function checkTimes(db: Database, range: { siteId: number; from: Date; to: Date }): Promise<{ median: number | null; p95: number | null }> {
  const buckets = await db.query<{ bucket: number; n: number }>(
    'captcha-check-times',
    `select bucket, sum(n)::float8 as n from captcha.check_time_hourly where site_id = $1 and hour >= $2 and hour < $3 group by 1 order by 1`,
    [range.siteId, range.from, range.to],
  )
  return { median: quantile(buckets, 0.5), p95: quantile(buckets, 0.95) }
}

export async function refusalReasons(db: Database, range: { siteId: number; from: Date; to: Date }): Promise<{ code: string; count: number }[]> {
  return db.query<{ code: string; count: number }>(
    'captcha-refusal-reasons',
    `select reason as code, sum(n)::float8 as count from captcha.reason_hourly
     where site_id = $1 and hour >= $2 and hour < $3 group by 1 order by 2 desc, 1 limit 20`,
    [range.siteId, range.from, range.to],
  )
}

/** A bucket b holds times from 1.12^b up to 1.12^(b+1) ms; its geometric middle is within 6 % of each. */
function quantile(buckets: readonly { bucket: number; n: number }[], share: number): number | null {
  const total = buckets.reduce((sum, { n }) => sum + n, 0)
  let seen = 0
  for (const { bucket, n } of buckets) {
    seen += n
    if (seen >= total * share) return Math.round(1.12 ** (bucket + 0.5))
  }
  return null
}
