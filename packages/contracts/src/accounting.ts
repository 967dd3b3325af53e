import { billingPolicy } from './billing-policy.ts'
import { z } from 'zod'
import { planSchema } from './plan.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, moneySchema, monthSchema as period, pageOf, pageQuery, timeSchema } from './wire.ts'

export const accountingStatuses = ['OPEN', 'CLOSED', 'INVOICED', 'CORRECTED'] as const

const count = z.int().min(0)
/** What happened to visitors. Only `billable` counts towards a plan; everything else is free. */
export const usageCountsSchema = z.object({
  /** Asked to begin. */
  started: count,
  /** Came to an end, whichever. */
  completed: count,
  /** Let pass by what was found out about them, each once. Of a day, at most twice as many as the customer's server verified, plus 20. */
  billable: count,
  bypass: count,
  /** Came from a website that the site key does not belong to. */
  rejectedOrigin: count,
  failedBots: count,
  /** Let pass while the service was away. */
  clientFailover: count,
})
export type UsageCounts = z.infer<typeof usageCountsSchema>

/** `2026-11-30`, in UTC. */
const day = z.iso.date()
const dayCountsSchema = z.object({ day, ...usageCountsSchema.shape })

export const accountingSchema = z.object({
  /** Null while the month is open: it is counted anew with each call. */
  id: idSchema.nullable(),
  solutionId: idSchema,
  period,
  /** CORRECTED: another entry of the same month has taken its place. */
  status: z.enum(accountingStatuses),
  planCode: z.string(),
  planSnapshot: planSchema,
  /** Billable verifications that the month includes, by the days that each plan was in force; null without a limit. */
  included: z.int().nullable(),
  counted: usageCountsSchema,
  overageUnits: count,
  overageAmount: moneySchema,
  /** What began to be owed in this month for plans, and the overage; net. */
  net: moneySchema,
  currency: z.string(),
  /** The invoice that bills the overage. */
  invoiceId: idSchema.nullable(),
  /** The entry that this one corrects. */
  corrects: idSchema.nullable(),
  closedAt: timeSchema.nullable(),
  /** Days without any are left out. */
  perDay: z.array(dayCountsSchema).max(31),
})
export type Accounting = z.infer<typeof accountingSchema>

export const usageSchema = z.object({
  solutionId: idSchema,
  period,
  planCode: z.string(),
  counted: usageCountsSchema,
  included: z.int().nullable(),
  /** Of what is included, rounded down; null without a limit. */
  percent: z.int().min(0).nullable(),
  overageUnits: count,
  overageAmount: moneySchema,
  /** By the end of the month if it goes on as it has so far; null on its first day. */
  forecast: z.object({ billable: count, percent: z.int().min(0).nullable(), overageAmount: moneySchema }).nullable(),
  alertPercents: z.array(z.int()),
  /** Requests that page protection decided about, and how many the plan has; null where it has none, included null without a limit. */
  protectedRequests: z
    .object({ counted: count, included: z.int().nullable(), percent: z.int().min(0).nullable() })
    .nullable(),
  perDay: z.array(dayCountsSchema).max(31),
})
export type Usage = z.infer<typeof usageSchema>

export const correctionWays = ['NOTHING', 'CHARGE', 'CREDIT_NOTE'] as const
const correctedSideSchema = z.object({
  billable: count,
  included: z.int().nullable(),
  overageUnits: count,
  overageAmount: moneySchema,
})
export const accountingCorrectionSchema = z.object({
  solutionId: idSchema,
  period,
  before: correctedSideSchema,
  after: correctedSideSchema,
  /** What the overage costs more than before, net; negative where it costs less. */
  difference: moneySchema,
  /** CHARGE: a line of the next invoice. CREDIT_NOTE: it goes back from the invoices that billed it. */
  settledBy: z.enum(correctionWays),
  /** The credit notes, once they are written. */
  creditNoteIds: z.array(idSchema),
})
export type AccountingCorrection = z.infer<typeof accountingCorrectionSchema>
const correctedMonthDto = z.strictObject({ period })
const accountingCorrectionDto = correctedMonthDto.extend({
  /** Stands on the credit note, if one follows. */
  reason: z.string().trim().min(3).max(200).regex(lineOfText),
})

const params = z.strictObject({ solutionId: idSchema })
const corrections = '/solution/v1/solutions/{solutionId}/accounting-corrections'

/** What solutions have used. */
export const accountingRoutes = {
  listAccountings: defineRoute({
    id: 'listAccountings',
    method: 'GET',
    path: '/solution/v1/solutions/{solutionId}/accountings',
    access: billingPolicy['usage.read'],
    summary:
      'Monthly usage, newest first, starting with the current month. A month is closed on the first of the following month at 03:00 UTC and never changes after that.',
    params,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(accountingSchema) },
    problems: [],
  }),
  previewAccountingCorrection: defineRoute({
    id: 'previewAccountingCorrection',
    method: 'POST',
    path: `${corrections}/previews`,
    access: billingPolicy['accounting.preview-correction'],
    summary: 'Recount a closed month and return what a correction would change. Nothing is stored.',
    params,
    body: { name: 'correctedMonthDto', schema: correctedMonthDto },
    response: { status: 200, schema: accountingCorrectionSchema },
    problems: ['role-too-low'],
  }),
  createAccountingCorrection: defineRoute({
    id: 'createAccountingCorrection',
    method: 'POST',
    path: corrections,
    access: billingPolicy['accounting.correct'],
    summary:
      'Recount a closed month and replace its entry. A higher amount becomes a line of the next invoice, a lower one is returned by credit notes.',
    params,
    body: { name: 'accountingCorrectionDto', schema: accountingCorrectionDto },
    response: { status: 201, schema: accountingCorrectionSchema },
    problems: ['role-too-low', 'state-conflict', 'second-person-needed'],
  }),
  getUsage: defineRoute({
    id: 'getUsage',
    method: 'GET',
    path: '/solution/v1/solutions/{solutionId}/usage',
    access: billingPolicy['usage.read'],
    summary: 'Usage of a solution in the current month, with a forecast for its end.',
    params,
    response: { status: 200, schema: usageSchema },
    problems: [],
  }),
}
