import { keepRollups } from '@bollard/captcha-service/storage'
import type { Database } from '@bollard/database'
import { templateOf } from './fill-log.ts'
import { attack, days } from './row-source.ts'

const dayMs = 86_400_000
/** Hours of the breakdowns are kept this long. */
const hourlyDays = 3

/** Numbers of the dimensions with the expressions of their values, as the roller counts them. */
const dimensions: Readonly<Record<number, string>> = {
  0: `''`,
  2: 'country',
  3: 'asn::text',
  4: 'network_kind::text',
  5: 'browser',
  6: 'operating_system',
  7: 'device',
  8: 'hostname',
  9: 'action::text',
  10: `coalesce(language, '')`,
  11: 'rule::text',
  12: 'bypass_key::text',
  13: 'decision::text',
  15: `split_part(reasons, ' ', 1)`,
  16: 'least(19, floor(score * 20))::int::text',
  17: 'least(95, floor(ln(greatest(check_ms, 1)) / ln(1.12)))::int::text',
}
const sums = `count(*) as n, count(*) filter (where outcome = 0) as passed, count(*) filter (where outcome = 1) as flagged, count(*) filter (where outcome = 2) as refused,
  floor(0.84 * count(*) filter (where outcome < 2))::bigint as fetched`

/** Roll-ups of the filled log, counted from its rows, a day at a time; then folded as the service does. */
export async function fillRollups(db: Database, now: number, rows: number): Promise<void> {
  const today = Math.floor(now / dayMs) * dayMs
  for (let day = days; day >= 1; day -= 1) {
    const start = new Date(today - day * dayMs)
    const end = new Date(start.getTime() + dayMs)
    const index = days - day
    const template = templateOf(index, rows)
    // The counts of a day that repeats another are those of the other.
    if (template !== index && index !== attack.day && day > hourlyDays) {
      await repeat(db, { template: new Date(today - (days - template) * dayMs), shiftDays: index - template })
      continue
    }
    await count(db, {
      table: 'rollup_daily',
      time: 'day',
      at: `$1::timestamptz::date`,
      which: Object.keys(dimensions).map(Number),
      start,
      end,
    })
    await count(db, {
      table: 'rollup_hourly',
      time: 'hour',
      at: `date_bin('15 minutes', issued_at, 'epoch')`,
      which: [0],
      start,
      end,
    })
    if (day <= hourlyDays)
      await count(db, {
        table: 'rollup_hourly',
        time: 'hour',
        at: `date_bin('1 hour', issued_at, 'epoch')`,
        which: Object.keys(dimensions)
          .map(Number)
          .filter((dimension) => dimension > 0),
        start,
        end,
      })
  }
  for (const [table, time] of [
    ['rollup_daily', 'day'],
    ['rollup_hourly', 'hour'],
  ] as const) {
    await db.pool.query(
      `insert into captcha.${table} (site_id, environment_id, ${time}, dimension, value, n)
       select site_id, environment_id, ${time}, 1, kind, n from captcha.${table} cross join unnest(array['10', '16']) kind where dimension = 0`,
    )
  }
  await keepRollups(db, now)
  await db.pool.query('vacuum analyze captcha.rollup_daily, captcha.rollup_hourly')
}

async function repeat(db: Database, { template, shiftDays }: { template: Date; shiftDays: number }): Promise<void> {
  const measures = 'n, passed, flagged, refused, fetched'
  await db.pool.query(
    `insert into captcha.rollup_daily (site_id, environment_id, day, dimension, value, ${measures})
     select site_id, environment_id, day + $2::int, dimension, value, ${measures} from captcha.rollup_daily where day = $1::timestamptz::date`,
    [template, shiftDays],
  )
  await db.pool.query(
    `insert into captcha.rollup_hourly (site_id, environment_id, hour, dimension, value, ${measures})
     select site_id, environment_id, hour + make_interval(days => $2::int), dimension, value, ${measures}
     from captcha.rollup_hourly where dimension = 0 and hour >= $1::timestamptz and hour < $1::timestamptz + interval '1 day'`,
    [template, shiftDays],
  )
}

interface Count {
  readonly table: 'rollup_daily' | 'rollup_hourly'
  readonly time: 'day' | 'hour'
  readonly at: string
  readonly which: readonly number[]
  readonly start: Date
  readonly end: Date
}

const column = (dimension: number): string => `d${dimension}`

async function count(db: Database, { table, time, at, which, start, end }: Count): Promise<void> {
  await db.pool.query(
    `insert into captcha.${table} (site_id, environment_id, ${time}, dimension, value, n, passed, flagged, refused, fetched)
     select site_id, environment_id, at, dimension, case dimension ${which.map((dimension) => `when ${dimension} then ${column(dimension)}`).join(' ')} end, n, passed, flagged, refused, fetched
     from (
       select site_id, environment_id, at, ${which.map(column).join(', ')}, ${sums}, case ${which.map((dimension) => `when grouping(${column(dimension)}) = 0 then ${dimension}`).join(' ')} end as dimension
       from (select site_id, environment_id, ${at} as at, outcome, ${which.map((dimension) => `${dimensions[dimension]} as ${column(dimension)}`).join(', ')}
         from captcha.verifications where issued_at >= $1 and issued_at < $2 and outcome < 3) v
       group by site_id, environment_id, at, grouping sets (${which.map((dimension) => `(${column(dimension)})`).join(', ')})
     ) counted`,
    [start, end],
  )
}
