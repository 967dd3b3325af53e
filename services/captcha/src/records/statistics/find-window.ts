import type { Period, StatisticsQuery } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const periodDays = { '7d': 7, '30d': 30, '91d': 91 } as const
/** Periods of up to so many days are shown in parts of a day. */
const daysMax = { byHour: 2, byQuarterOfDay: 14 }

export interface Bucket {
  readonly from: Date
  readonly to: Date
}
interface DayStart {
  readonly day: string
  readonly at: Date
}
export interface WholeDay extends Bucket {
  readonly day: string
}

/** Local days, `YYYY-MM-DD`, the last one included. */
export interface Days {
  readonly first: string
  readonly last: string
}

/** The bounds of a period, and of the one it is compared with. `from` is included, `to` is not. */
export interface StatisticsWindow {
  readonly shape: Period
  readonly timeZone: string
  readonly from: Date
  readonly to: Date
  readonly bucketMinutes: number
  /** Without gaps; those that have begun. */
  readonly buckets: readonly Bucket[]
  /** The days that the buckets are; empty where they are parts of days. */
  readonly bucketDays: readonly string[]
  /** Null for the last 24 hours. */
  readonly days: Days | null
  /** The days that have begun, in whatever parts the buckets are; empty for the last 24 hours. */
  readonly wholeDays: readonly WholeDay[]
  readonly previous: {
    readonly from: Date
    readonly to: Date
    /** Whole days, null for none of them. */
    readonly days: Days | null
    /** What is added of the day after them, when the period is not over. */
    readonly rest: Bucket | null
    /** All its days, with the whole of the last one. */
    readonly allDays: Days | null
    /** Of all that it is, also later than `to`. */
    readonly buckets: readonly Bucket[]
    readonly bucketDays: readonly string[]
  }
}

/**
 * The bounds of the period asked for. The last 24 hours end with the running hour; days are those of the time zone, and PostgreSQL
 * tells when each begins, so that days on which clocks are changed have their true length.
 */
export async function findWindow(
  db: Queries,
  query: Pick<StatisticsQuery, 'period' | 'from' | 'to'>,
  timeZone: string,
  now: number,
): Promise<StatisticsWindow> {
  const { period, from, to } = query
  if (from !== undefined && to !== undefined) return windowOfDays(db, { first: from, last: to }, timeZone, now)
  if (period === '24h') return lastDay(timeZone, now)
  const [today] = await db.query('captcha-today', `select ($1::timestamptz at time zone $2)::date::text as day`, [
    new Date(now),
    timeZone,
  ])
  const last = today?.day ?? new Date(now).toISOString().slice(0, 10)
  return windowOfDays(db, { first: addDays(last, 1 - periodDays[period]), last }, timeZone, now)
}

function lastDay(timeZone: string, now: number): StatisticsWindow {
  const to = (Math.floor(now / hourMs) + 1) * hourMs
  const from = to - dayMs
  return {
    shape: '24h',
    timeZone,
    from: new Date(from),
    to: new Date(to),
    bucketMinutes: 60,
    buckets: hoursFrom(from),
    bucketDays: [],
    days: null,
    wholeDays: [],
    previous: {
      from: new Date(from - dayMs),
      to: new Date(from),
      days: null,
      rest: null,
      allDays: null,
      buckets: hoursFrom(from - dayMs),
      bucketDays: [],
    },
  }
}

function hoursFrom(from: number): Bucket[] {
  return Array.from({ length: 24 }, (_, index) => ({
    from: new Date(from + index * hourMs),
    to: new Date(from + (index + 1) * hourMs),
  }))
}

async function windowOfDays(db: Queries, days: Days, timeZone: string, now: number): Promise<StatisticsWindow> {
  const length = daysBetween(days.first, days.last) + 1
  const previousDays = { first: addDays(days.first, -length), last: addDays(days.last, -length) }
  const [starts, cut] = await Promise.all([
    startsOfDays(db, { first: previousDays.first, last: addDays(days.last, 1) }, timeZone),
    findCut(db, timeZone, now, length),
  ])
  const startOf = (day: string): Date => starts.get(day) ?? new Date(`${day}T00:00:00Z`)
  const [from, to] = [startOf(days.first), startOf(addDays(days.last, 1))]
  const shape = length <= daysMax.byHour ? '24h' : length <= daysMax.byQuarterOfDay ? '7d' : '30d'
  const partsOf = async (which: Days, range: Bucket): Promise<{ at: Date; day?: string }[]> =>
    shape === '30d' ? dayStarts(which, startOf) : startsOfParts(db, range, timeZone, shape === '24h' ? 1 : 4)
  const [parts, previousParts] = await Promise.all([
    partsOf(days, { from, to }),
    partsOf(previousDays, { from: startOf(previousDays.first), to: from }),
  ])
  const hasBegun = ({ at }: { at: Date }): boolean => at.getTime() <= now
  const begun = parts.filter(hasBegun)
  const begunDays = dayStarts(days, startOf).filter(hasBegun)
  return {
    shape,
    timeZone,
    from,
    to,
    bucketMinutes: { '24h': 60, '7d': 240, '30d': 1_440 }[shape],
    buckets: bucketsOf(begun, parts[begun.length]?.at ?? to),
    bucketDays: daysOf(begun),
    days,
    wholeDays: begunDays.map(({ day, at }) => ({ day, from: at, to: startOf(addDays(day, 1)) })),
    previous: {
      ...previousOf(previousDays, cut, from, startOf),
      buckets: bucketsOf(previousParts, from),
      bucketDays: daysOf(previousParts),
    },
  }
}

/** Each part ends where the next one begins, the last one at `end`. */
function bucketsOf(parts: readonly { at: Date }[], end: Date): Bucket[] {
  return parts.map(({ at }, index) => ({ from: at, to: parts[index + 1]?.at ?? end }))
}

function daysOf(parts: readonly { day?: string }[]): string[] {
  return parts.flatMap(({ day }) => day ?? [])
}

/** The days before; of those that lie as far before today as a whole period only the part that has passed today. */
function previousOf(
  all: Days,
  cut: { day: string; at: Date },
  end: Date,
  startOf: (day: string) => Date,
): Omit<StatisticsWindow['previous'], 'buckets' | 'bucketDays'> {
  const from = startOf(all.first)
  if (cut.day > all.last) return { from, to: end, days: all, rest: null, allDays: all }
  if (cut.day < all.first) return { from, to: from, days: null, rest: null, allDays: null }
  const last = addDays(cut.day, -1)
  const days = last < all.first ? null : { first: all.first, last }
  return {
    from,
    to: cut.at,
    days,
    rest: { from: startOf(cut.day), to: cut.at },
    allDays: { first: all.first, last: cut.day },
  }
}

/** Starts of days that exist and have a length: a zone that crossed the date line has left out one. */
function dayStarts({ first, last }: Days, startOf: (day: string) => Date): DayStart[] {
  const starts: DayStart[] = []
  for (let day = first; day <= last; day = addDays(day, 1))
    if (startOf(day) < startOf(addDays(day, 1))) starts.push({ day, at: startOf(day) })
  return starts
}

/**
 * When each local day begins. Nearly always that is what PostgreSQL takes midnight for; where midnight is left out or comes
 * twice, the first quarter of an hour that is on the day.
 */
async function startsOfDays(db: Queries, { first, last }: Days, timeZone: string): Promise<Map<string, Date>> {
  const rows = await db.query(
    'captcha-day-starts',
    `select d.day::text as day, case
       when ((m.at - interval '15 minutes') at time zone $3)::date < d.day and (m.at at time zone $3)::date >= d.day then m.at
       else (select min(q.at) from generate_series(m.at - interval '26 hours', m.at + interval '26 hours', '15 minutes') as q(at) where (q.at at time zone $3)::date >= d.day)
     end as at
     from (select $1::date + n as day from generate_series(0, $2::date - $1::date) as n) d cross join lateral (select d.day::timestamp at time zone $3 as at) m`,
    [first, last, timeZone],
  )
  return new Map(rows.map(({ day, at }) => [day, at]))
}

/** Starts of the parts of local days, `hours` long by the clock; an hour that comes twice is two parts of one hour. */
async function startsOfParts(
  db: Queries,
  { from, to }: Bucket,
  timeZone: string,
  hours: 1 | 4,
): Promise<{ at: Date }[]> {
  const part =
    hours === 1
      ? `date_trunc('hour', q.at, $3)::text`
      : `(q.at at time zone $3)::date::text || ' ' || floor(extract(hour from q.at at time zone $3) / ${hours})`
  return db.query(
    `captcha-part-starts-${hours}`,
    `select min(q.at) as at from generate_series($1::timestamptz, $2::timestamptz - interval '15 minutes', '15 minutes') as q(at) group by ${part} order by 1`,
    [from, to, timeZone],
  )
}

/** The present local time on the day `length` days before today, up to the end of its quarter of an hour. */
async function findCut(db: Queries, timeZone: string, now: number, length: number): Promise<{ day: string; at: Date }> {
  const [cut] = await db.query(
    'captcha-cut',
    `select (($1::timestamptz at time zone $2)::date - $3::int)::text as day,
       date_bin('15 minutes', (($1::timestamptz at time zone $2) - make_interval(days => $3::int)) at time zone $2, 'epoch') + interval '15 minutes' as at`,
    [new Date(now), timeZone, length],
  )
  if (cut === undefined) throw new Error('no time was told')
  return cut
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / dayMs
}
