import { captchaPolicy } from './captcha-policy.ts'
import { z } from 'zod'
import { logFilterSchema } from './captcha-log.ts'
import { networkKinds } from './captcha-rules.ts'
import { decidedBy } from './captcha-verification.ts'
import { defineRoute } from './route.ts'
import { idSchema, timeSchema } from './wire.ts'

export const periods = ['24h', '7d', '30d'] as const
export type Period = (typeof periods)[number]

/** Periods of the statistics: the last 24 hours, or so many days of the site's time zone, today among them. */
export const statisticsPeriods = [...periods, '91d'] as const
/** The longest range of days that can be asked for at once. */
export const rangeDaysMax = 400

const dayMs = 86_400_000
/** A day of the site's time zone, `YYYY-MM-DD`. */
const day = z.iso.date()

/** Shares and quantiles are null where nothing was counted: no figure without data. */
const totalsSchema = z.object({
  /** Visitors who began: passed + flagged + refused + blockedUnlogged + refusedUnlogged + open + expired. */
  started: z.int(),
  /** First challenges that were handed out. */
  issued: z.int(),
  passed: z.int(),
  flagged: z.int(),
  refused: z.int(),
  /** passed + flagged. */
  solved: z.int(),
  /** Began a short while ago and can still answer. */
  open: z.int(),
  /** Began and never answered in time. */
  expired: z.int(),
  /** Of those that passed or were flagged: the customer's server took the result, or never did. */
  fetched: z.int(),
  neverFetched: z.int(),
  /** Results that were taken again, as often as the settings allow. */
  fetchedAgain: z.int(),
  /** Questions of the customer's server that were refused: wrong, late, or once too often. */
  fetchRefused: z.int(),
  /** Passed with a bypass key; among `passed` too. */
  bypassed: z.int(),
  /** Had to do a second, harder round. */
  steppedUp: z.int(),
  /** Refused by a rule: those in the log, and those of a flood that only a count is kept of. */
  blocked: z.int(),
  blockedUnlogged: z.int(),
  /** Refused for one wrong answer after the other, with a count in place of a row. */
  refusedUnlogged: z.int(),
  /** Challenges that were answered a second time, answers that came too late, and answers with wrong work. */
  replayed: z.int(),
  answeredLate: z.int(),
  workWrong: z.int(),
  /** Visitors who were asked to wait, each time: very many came from their network. They come again, and are `started` once. */
  throttled: z.int(),
  /** Visitors whom the failover of an outage let through. */
  outage: z.int(),
  /** Probes of monitoring; in none of the other figures. */
  probed: z.int(),
  /** solved / (solved + refused), 0 … 1. */
  passRate: z.number().nullable(),
  /** From the challenge to the answer, in milliseconds, of those that had work to do; within 6 %. */
  checkMsMedian: z.int().nullable(),
  checkMsP95: z.int().nullable(),
})
export type StatisticsTotals = z.infer<typeof totalsSchema>

const counts = { count: z.int(), passed: z.int(), flagged: z.int(), refused: z.int(), fetched: z.int() }
/** The most frequent values, and all others together; so the sum is that of the period. `value` is null where it is unknown. */
const breakdownOf = <T extends z.ZodType>(value: T) =>
  z.object({
    top: z.array(z.object({ value: value.nullable(), name: z.string().nullable(), ...counts })),
    rest: z.object(counts),
  })
const breakdown = breakdownOf(z.string())

const breakdownsSchema = z.object({
  /** ISO 3166-1 alpha-2. */
  country: breakdown,
  /** Number of the autonomous system; its name is the operator's. */
  operator: breakdownOf(z.int()),
  networkKind: breakdownOf(z.enum(networkKinds)),
  browser: breakdown,
  operatingSystem: breakdown,
  device: breakdown,
  language: breakdown,
  hostname: breakdown,
  action: breakdown,
  /** Id and name; null where it is gone for good. */
  environment: breakdown,
  /** Id and name. Only visitors for whom a rule, or a bypass key, counted. */
  rule: breakdown,
  bypassKey: breakdown,
  decision: breakdownOf(z.enum(decidedBy)),
})
export type StatisticsBreakdowns = z.infer<typeof breakdownsSchema>
export type BreakdownName = keyof StatisticsBreakdowns

const bucketSchema = z.object({
  at: timeSchema,
  to: timeSchema,
  started: z.int(),
  passed: z.int(),
  flagged: z.int(),
  refused: z.int(),
  fetched: z.int(),
})

/** Verifications with the property that was asked for: in all, and over time. */
const matchingSchema = z.object({
  ...counts,
  /** Hours of the last 24, else days; those that have begun. */
  buckets: z.array(z.object({ at: timeSchema, to: timeSchema, ...counts })),
})

/**
 * Everything is counted at the time at which its visitor began: a result that is taken the day after belongs to the day of
 * the visitor. So the figures of a period are all of the same visitors, and grow until the last of them has finished.
 */
export const statisticsSchema = z.object({
  /** Which of the three the answer is shaped like: bars of an hour, of four hours, or of a day. */
  period: z.enum(periods),
  /** What was asked for, and the days of the site's time zone that it covers; null for the last 24 hours. */
  range: z.object({
    name: z.enum(statisticsPeriods).nullable(),
    days: z.object({ first: day, last: day }).nullable(),
    timeZone: z.string(),
  }),
  /** `from` included, `to` not: midnights of the site's time zone, or whole hours for the last 24. */
  from: timeSchema,
  to: timeSchema,
  bucketMinutes: z.int(),
  totals: totalsSchema,
  /** The days, or hours, right before; up to the same time of day where the period is not over yet. */
  previous: totalsSchema,
  previousFrom: timeSchema,
  previousTo: timeSchema,
  /** Those that have begun. Where clocks are changed a bucket is an hour shorter or longer; `to` tells. */
  buckets: z.array(bucketSchema),
  /** Of the days, or hours, right before, in the same order, all of them; where clocks are changed there may be one more or less. */
  previousBuckets: z.array(bucketSchema),
  /** Null where no property was asked for. */
  matching: matchingSchema.nullable(),
  /** 20 parts of the score, from 0 (person) to 1 (bot). */
  scores: z.array(z.object({ from: z.number(), to: z.number(), passed: z.int(), flagged: z.int(), refused: z.int() })),
  /** Every piece of evidence, how often it was there and how often its visitor was refused; most frequent first. */
  reasons: z.array(z.object({ code: z.string(), count: z.int(), refused: z.int() })),
  /** Main reasons of refusals, most frequent first. */
  refusalReasons: z.array(z.object({ code: z.string(), count: z.int() })),
  breakdowns: breakdownsSchema,
})
export type Statistics = z.infer<typeof statisticsSchema>

const breakdownName = breakdownsSchema.keyof()
/** Values that a breakdown lists at most. */
export const breakdownMax = { top: 10, whole: 250 } as const

/** What roll-ups count alone, by the names that the log gives it. A score is asked for in its twentieths. */
const propertySchema = logFilterSchema.pick({
  country: true,
  asn: true,
  networkKind: true,
  browser: true,
  operatingSystem: true,
  device: true,
  language: true,
  hostname: true,
  action: true,
  ruleId: true,
  bypassKeyId: true,
  decision: true,
  reason: true,
  scoreFrom: true,
  scoreTo: true,
})
export type StatisticsProperty = z.output<typeof propertySchema>

/** The twentieth that the bounds of a score, as the log takes them, are those of; null for any others. */
export function twentiethOfScore({
  scoreFrom,
  scoreTo,
}: Pick<StatisticsProperty, 'scoreFrom' | 'scoreTo'>): number | null {
  const part = scoreTwentieths.findIndex((bounds) => bounds.scoreFrom === scoreFrom && bounds.scoreTo === scoreTo)
  return part === -1 ? null : part
}
/** Both bounds included, in thousandths; the last one holds 1 too. */
export const scoreTwentieths: readonly { readonly scoreFrom: number; readonly scoreTo: number }[] = Array.from(
  { length: 20 },
  (_, part) => ({ scoreFrom: (part * 50) / 1_000, scoreTo: part === 19 ? 1 : (part * 50 + 49) / 1_000 }),
)

export const statisticsQuerySchema = z
  .strictObject({
    period: z.enum(statisticsPeriods).default('7d'),
    /** First and last day of the site's time zone, in place of a period. */
    from: day.optional(),
    to: day.optional(),
    /** Only one environment. */
    environmentId: idSchema.optional(),
    /** Breakdowns that list 250 values in place of ten. One, or several with commas. */
    whole: z
      .union([
        breakdownName,
        z
          .string()
          .transform((list) => list.split(','))
          .pipe(z.array(breakdownName).min(1).max(13)),
      ])
      .optional(),
    /** One property, for `matching`. All other figures stay those of every verification. */
    ...propertySchema.shape,
  })
  .refine((query) => propertiesOf(query) <= 1, { message: 'one-property', path: ['country'] })
  .refine((query) => !asksForScore(query) || twentiethOfScore(query) !== null, {
    message: 'not-a-twentieth',
    path: ['scoreFrom'],
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), { message: 'from-and-to', path: ['to'] })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'from-after-to',
    path: ['to'],
  })
  .refine(
    ({ from, to }) =>
      from === undefined || to === undefined || Date.parse(to) - Date.parse(from) < rangeDaysMax * dayMs,
    { message: 'too-long', path: ['to'] },
  )
export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>

function asksForScore({ scoreFrom, scoreTo }: StatisticsProperty): boolean {
  return scoreFrom !== undefined || scoreTo !== undefined
}

function propertiesOf(query: Partial<Record<string, unknown>>): number {
  const names = Object.keys(propertySchema.shape).filter((name) => name !== 'scoreTo')
  return names.filter((name) => query[name] !== undefined).length
}

export const captchaStatisticsRoutes = {
  getStatistics: defineRoute({
    id: 'getStatistics',
    method: 'GET',
    path: '/captcha/v1/sites/{solutionId}/statistics',
    access: captchaPolicy['site.read'],
    summary: 'Statistics of a period, from the roll-ups, a second or two behind.',
    params: z.strictObject({ solutionId: idSchema }),
    query: statisticsQuerySchema,
    response: { status: 200, schema: statisticsSchema },
    problems: [],
  }),
}
