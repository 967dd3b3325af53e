import { z } from 'zod'
import { lockReasons } from './lock.ts'
import { healthSchema } from './operations-health.ts'
import { queueSchema } from './operations-jobs.ts'
import { operationsPolicy } from './operations-policy.ts'
import { operations, operationsReading } from './operations-wire.ts'
import { defineRoute } from './route.ts'
import { timeSchema } from './wire.ts'

/** Nothing is counted further than this, so that the overview costs the same however much there is; such a count says "at least". */
export const overviewCountMax = 10_000
/** Length of both periods that are compared, in days. */
export const overviewDays = 7

const count = z.int().min(0).max(overviewCountMax)
const periods = { latest: count, before: count }
const figure = z.number().nullable()

/** What the watcher of the machine that answers has measured. */
const watchedSchema = z.object({
  at: timeSchema,
  hotPath: z
    .object({
      perMinute: z.number().min(0).describe('Verifications a minute, mean of the last five'),
      usualPerMinute: z.number().min(0).describe('The same over all that is known, six hours at most'),
      minutes: z.array(z.number()).describe('Each of the last 60 minutes, the oldest first'),
      errorShare: figure.describe('Share of calls of the last hour that failed, 0 … 1; null without calls'),
      errorShareOfDay: figure.describe('The same of the last day'),
    })
    .nullable()
    .describe('Null where this machine serves no visitors, and in its first minute'),
  objectives: healthSchema.shape.objectives,
  firing: z.object({ page: z.int().min(0), ticket: z.int().min(0) }).describe('Alert rules that fire, by severity'),
})

export const overviewSchema = z
  .object({
    at: timeSchema,
    signUps: z.object({ ...periods, confirmed: count.describe('Of the latest, those with a confirmed address') }),
    activated: z.object(periods).describe('Captchas that verified their first visitor; test keys do not count'),
    queues: z.array(queueSchema),
    locks: z.object({
      solutions: z
        .array(z.object({ reason: z.enum(lockReasons), locks: count }))
        .describe('Locks that hold, by reason'),
      accounts: count.describe('Suspended accounts'),
      organizations: count.describe('Organizations whose payouts are frozen'),
    }),
    overdueInvoices: count,
    watched: watchedSchema.nullable().describe('Null where nobody watches this machine yet'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.output<typeof overviewSchema>

export const operationsOverviewRoutes = {
  getOverview: defineRoute({
    id: 'getOverview',
    method: 'GET',
    path: `${operations}/overview`,
    access: operationsPolicy['operations.read'],
    summary: `The figures an operator begins with: sign-ups, first verifications, queues, locks, overdue invoices, and what the machine that answers has measured. Nothing is counted beyond ${overviewCountMax}. For operators.`,
    response: { status: 200, schema: overviewSchema },
    problems: [...operationsReading],
  }),
}
