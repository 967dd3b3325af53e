import { billingPolicy } from './billing-policy.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, moneySchema, monthSchema as month, pageOf, pageQuery, timeSchema } from './wire.ts'

export const commissionStates = [
  'PENDING',
  'APPROVED',
  'HELD',
  'IN_PAYOUT',
  'PAID',
  'REVERSED',
  'FRAUD',
  'CANCELED',
] as const
export const payoutStates = ['DRAFT', 'APPROVED', 'PROCESSING', 'SENT', 'COMPLETED', 'FAILED', 'CANCELED'] as const
const reason = z.string().trim().min(3).max(200).regex(lineOfText)

export const commissionSchema = z.object({
  id: idSchema,
  solutionId: idSchema,
  /** Null when the solution is gone. */
  solutionLabel: z.string().nullable(),
  /** Enough to recognise a customer by that one knows. */
  customerMask: z.string(),
  /** The month of the payment. */
  period: month,
  /** What the customer paid, without VAT; negative where it was taken back. */
  base: moneySchema,
  /** In percent. */
  rate: z.number(),
  amount: moneySchema,
  status: z.enum(commissionStates),
  /** Why it is held, reversed or canceled. */
  reason: z.string().nullable(),
  availableAt: timeSchema,
  payoutId: idSchema.nullable(),
  /** The row that takes it back. */
  reversedBy: idSchema.nullable(),
  createdAt: timeSchema,
})
export type Commission = z.infer<typeof commissionSchema>

export const payoutSchema = z.object({
  id: idSchema,
  organizationId: idSchema,
  /** Of its self-billed document, such as `GS-2026-000007`; null before the approval. */
  number: z.string().nullable(),
  periodFrom: z.iso.date(),
  periodTo: z.iso.date(),
  /** What is transferred: commissions and VAT. */
  amount: moneySchema,
  vat: moneySchema,
  status: z.enum(payoutStates),
  documentUrl: z.string().nullable(),
  initiatedAt: timeSchema,
  paidAt: timeSchema.nullable(),
  failureReason: z.string().nullable(),
})
export type Payout = z.infer<typeof payoutSchema>

/** Commissions of the customers' payments of one month, by what became of them; sums, in the currency of payouts. */
const earningsMonthSchema = z.object({
  month,
  /** Not yet payable, or held. */
  pending: z.int(),
  /** In the next payout, or in one that is on its way. */
  available: z.int(),
  paid: z.int(),
  /** By refunds, chargebacks and operators. */
  takenBack: z.int(),
})
export const earningsSchema = z.object({
  currency: z.string(),
  pending: z.int(),
  /** Negative where more was taken back than has been earned since. */
  available: z.int(),
  /** In payouts that have not arrived yet. */
  inPayout: z.int(),
  paid: z.int(),
  /** The last 12, the running one at the end. */
  months: z.array(earningsMonthSchema),
})
export type Earnings = z.infer<typeof earningsSchema>

/** `OTHER_CURRENCY`: payouts are transfers within SEPA, which are made in euros alone. */
export const leftOutReasons = [
  'BELOW_MINIMUM',
  'NOT_VERIFIED',
  'FROZEN',
  'NO_ACCOUNT',
  'ADDRESS_INCOMPLETE',
  'TAX_ID_MISSING',
  'VAT_ID_INVALID',
  'GONE',
  'OTHER_CURRENCY',
] as const
export const payoutRunSchema = z.object({
  id: idSchema,
  month,
  status: z.enum(['DRAFT', 'APPROVED']),
  total: moneySchema,
  payouts: z.array(payoutSchema),
  /** Organizations that could not be paid; their commissions are carried over. */
  leftOut: z.array(z.object({ organizationId: idSchema, amount: moneySchema, reason: z.enum(leftOutReasons) })),
  /** Null for a run that was prepared by itself. */
  createdBy: z.string().nullable(),
  createdAt: timeSchema,
  /** The first of the two who approve a large run that was prepared by itself. */
  checkedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: timeSchema.nullable(),
  transferredAt: timeSchema.nullable(),
})
export type PayoutRun = z.infer<typeof payoutRunSchema>

const commissionStateDto = z
  .strictObject({ status: z.enum(['HELD', 'PENDING', 'FRAUD', 'CANCELED']), reason: reason.optional() })
  .refine((dto) => dto.status === 'PENDING' || dto.reason !== undefined, { path: ['reason'] })
const payoutStateDto = z
  .strictObject({ status: z.enum(['SENT', 'COMPLETED', 'FAILED', 'CANCELED']), reason: reason.optional() })
  .refine((dto) => dto.status === 'SENT' || dto.status === 'COMPLETED' || dto.reason !== undefined, {
    path: ['reason'],
  })
export type CommissionStateInput = z.infer<typeof commissionStateDto>
export type PayoutStateInput = z.infer<typeof payoutStateDto>

const base = '/solution/v1/organizations/{organizationId}'
const one = z.strictObject({ organizationId: idSchema })
const run = z.strictObject({ payoutRunId: idSchema })
const operating = ['unauthenticated', 'not-found', 'state-conflict'] as const

/** Commissions and payouts of the partner programme. Payout runs and states are for administrators of the deployment. */
export const partnerRoutes = {
  listCommissions: defineRoute({
    id: 'listCommissions',
    method: 'GET',
    path: `${base}/commissions`,
    access: billingPolicy['partner.read'],
    summary:
      "Commissions an organization earned from its customers' payments, newest first. A reversal is a row of its own with a negative amount.",
    params: one,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(commissionSchema) },
    problems: [],
  }),
  getEarnings: defineRoute({
    id: 'getEarnings',
    method: 'GET',
    path: `${base}/earnings`,
    access: billingPolicy['partner.read'],
    summary: 'Earnings of an organization so far, in minor units, and by month of payment for the last 12 months.',
    params: one,
    response: { status: 200, schema: earningsSchema },
    problems: [],
  }),
  listPayouts: defineRoute({
    id: 'listPayouts',
    method: 'GET',
    path: `${base}/payouts`,
    access: billingPolicy['partner.read'],
    summary: 'Payouts of an organization, newest first.',
    params: one,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(payoutSchema) },
    problems: [],
  }),
  downloadPayoutDocument: defineRoute({
    id: 'downloadPayoutDocument',
    method: 'GET',
    path: `${base}/payouts/{payoutId}/document`,
    access: billingPolicy['partner.read'],
    summary:
      'The self-billed invoice of a payout as PDF/A-3 with embedded XML, or as EN 16931 XML alone; for a failed payout, on request, the document that reverses it. The bytes are the same each time.',
    params: z.strictObject({ organizationId: idSchema, payoutId: idSchema }),
    query: z.strictObject({
      format: z.enum(['PDF', 'XML']).default('PDF'),
      correction: z.enum(['true', 'false']).default('false'),
    }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/pdf', 'application/xml'] },
    problems: [],
  }),
  listPayoutRuns: defineRoute({
    id: 'listPayoutRuns',
    method: 'GET',
    path: '/solution/v1/payout-runs',
    access: billingPolicy['payout.list'],
    summary: 'All payout runs with their payouts, newest first.',
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(payoutRunSchema) },
    problems: [],
  }),
  createPayoutRun: defineRoute({
    id: 'createPayoutRun',
    method: 'POST',
    path: '/solution/v1/payout-runs',
    access: billingPolicy['payout.create'],
    summary:
      'Collect all commissions that can be paid out, from the 10th of a month and once a month. On the 10th this happens automatically, and administrators get a mail. Organizations that cannot be paid are listed with the reason; their commissions carry over.',
    response: { status: 201, schema: payoutRunSchema },
    problems: ['state-conflict', 'not-configured'],
  }),
  approvePayoutRun: defineRoute({
    id: 'approvePayoutRun',
    method: 'POST',
    path: '/solution/v1/payout-runs/{payoutRunId}/approval',
    access: billingPolicy['payout.operate'],
    summary:
      'Approve a payout run and issue its documents. Above 1 000 € this requires an administrator other than its creator, and two for a run that was prepared automatically: after the first approval it is still a DRAFT. Organizations that can no longer be paid are left out.',
    params: run,
    response: { status: 200, schema: payoutRunSchema },
    problems: [...operating, 'second-person-needed', 'not-configured'],
  }),
  transferPayoutRun: defineRoute({
    id: 'transferPayoutRun',
    method: 'POST',
    path: '/solution/v1/payout-runs/{payoutRunId}/transfer',
    access: billingPolicy['payout.operate'],
    summary:
      'Start processing the payouts of an approved run; the bank file then contains their transfers. Payouts fail for organizations that can no longer be paid or whose account has changed since. Repeating the request changes nothing.',
    params: run,
    response: { status: 200, schema: payoutRunSchema },
    problems: [...operating, 'not-configured'],
  }),
  downloadPayoutRunFile: defineRoute({
    id: 'downloadPayoutRunFile',
    method: 'GET',
    path: '/solution/v1/payout-runs/{payoutRunId}/file',
    access: billingPolicy['payout.read-file'],
    summary:
      'The transfers of a run in process, as a SEPA credit transfer file for the bank (pain.001.001.09). The same each time; a run whose transfer was not requested has none.',
    params: run,
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/xml'] },
    problems: [...operating, 'not-configured'],
  }),
  setPayoutState: defineRoute({
    id: 'setPayoutState',
    method: 'PUT',
    path: '/solution/v1/payouts/{payoutId}/state',
    access: billingPolicy['payout.operate'],
    summary:
      'Set the status of a payout: handed to the bank, arrived, failed, or canceled before approval. Commissions of a failed or canceled payout can be paid out again.',
    params: z.strictObject({ payoutId: idSchema }),
    body: { name: 'payoutStateDto', schema: payoutStateDto },
    response: { status: 200, schema: payoutSchema },
    problems: [...operating, 'validation-failed', 'unknown-field'],
  }),
  setCommissionState: defineRoute({
    id: 'setCommissionState',
    method: 'PUT',
    path: '/solution/v1/commissions/{commissionId}/state',
    access: billingPolicy['payout.operate'],
    summary:
      'Hold a commission, release it, or reverse it as fraud or for another reason. Commissions in a payout can no longer be changed.',
    params: z.strictObject({ commissionId: idSchema }),
    body: { name: 'commissionStateDto', schema: commissionStateDto },
    response: { status: 200, schema: commissionSchema },
    problems: [...operating, 'validation-failed', 'unknown-field'],
  }),
}
