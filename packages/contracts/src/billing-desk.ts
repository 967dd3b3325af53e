import { billingPolicy } from './billing-policy.ts'
import { z } from 'zod'
import { datevQuery } from './datev.ts'
import { creditNoteNewDto, invoiceKinds, invoiceSchema, invoiceStatuses } from './invoice.ts'
import { planLimitsSchema } from './plan.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, moneySchema, monthSchema, pageOf, pageQuery, timeSchema } from './wire.ts'

const note = z.string().trim().min(3).max(200).regex(lineOfText)

/** An invoice as the operator sees it: with what was tried to get it paid, and the proof that its VAT ID was asked about. */
export const deskInvoiceSchema = invoiceSchema.extend({
  /** Null for what is paid, void or a credit note. */
  dunning: z
    .object({
      /** Of letters; 0 before the first. */
      step: z.int(),
      since: timeSchema.nullable(),
      tries: z.int(),
      nextTryAt: timeSchema.nullable(),
      /** When its debtor was told that a restriction would come. */
      noticedAt: timeSchema.nullable(),
      lockWantedAt: timeSchema.nullable(),
    })
    .nullable(),
  /** The number under which VIES keeps what it answered before this invoice. */
  vatRequestId: z.string().nullable(),
  /** The tax may have to be corrected once VIES answers. */
  taxIsProvisional: z.boolean(),
})
export type DeskInvoice = z.infer<typeof deskInvoiceSchema>

export const refundRequestKinds = ['CREDIT_NOTE', 'CORRECTION'] as const
export const refundRequestStates = ['OPEN', 'CONFIRMED', 'REFUSED', 'EXPIRED'] as const
/** How long another operator may confirm what one has asked for. */
export const refundRequestDays = 7

/** Money that one operator wants to give back; it goes back once another one has confirmed it. */
export const refundRequestSchema = z.object({
  id: idSchema,
  kind: z.enum(refundRequestKinds),
  solutionId: idSchema,
  /** Of a credit note. */
  invoiceId: idSchema.nullable(),
  invoiceNumber: z.string().nullable(),
  lines: creditNoteNewDto.shape.lines.nullable(),
  reissue: z.boolean(),
  /** Of a correction: the month that is counted again. */
  period: monthSchema.nullable(),
  reason: z.string(),
  /** What goes back of what was paid, gross; null for a correction, whose amount its preview says. */
  amount: moneySchema.nullable(),
  state: z.enum(refundRequestStates),
  askedBy: z.string(),
  askedAt: timeSchema,
  expiresAt: timeSchema,
  decidedBy: z.string().nullable(),
  decidedAt: timeSchema.nullable(),
  /** Why it was refused. */
  refusal: z.string().nullable(),
})
export type RefundRequest = z.infer<typeof refundRequestSchema>

/** Limits that hold instead of those of the plan, for a while. */
export const planOverrideDto = z.strictObject({
  /** What is left out stays as in the plan; null is no limit. */
  limits: planLimitsSchema.partial().refine((limits) => Object.keys(limits).length > 0),
  until: timeSchema,
  /** The owners read it. */
  reason: note,
})
export type PlanOverrideInput = z.infer<typeof planOverrideDto>

export const bookingParts = ['INVOICES', 'PAYMENTS'] as const

export const vatCheckResults = ['VALID', 'INVALID', 'UNAVAILABLE'] as const

/** One question to VIES and its answer: the proof that a reverse charge was right on its day. */
export const vatCheckSchema = z.object({
  id: idSchema,
  at: timeSchema,
  vatId: z.string(),
  result: z.enum(vatCheckResults),
  /** The number under which VIES keeps its answer; null where it gave none. */
  requestId: z.string().nullable(),
  /** In whose name VIES was asked; null where no VAT ID of the seller is configured. */
  requesterVatId: z.string().nullable(),
  /** Whose VAT ID it is: a customer's account, or a partner. */
  holder: z.object({ kind: z.enum(['ACCOUNT', 'ORGANIZATION']), id: z.string() }),
  /** Name of the company with this VAT ID on the account; null for a partner, and once its address is gone. */
  company: z.string().nullable(),
})
export type VatCheck = z.infer<typeof vatCheckSchema>

const requestParams = z.strictObject({ refundRequestId: idSchema })
const solutionParams = z.strictObject({ solutionId: idSchema })
const requests = '/solution/v1/refund-requests'

/** What the operator does about the money and plans of all customers. */
export const billingDeskRoutes = {
  listLatestInvoices: defineRoute({
    id: 'listLatestInvoices',
    method: 'GET',
    path: '/solution/v1/invoices/latest',
    access: billingPolicy['invoice.list-others'],
    summary:
      'Invoices and credit notes of all customers, newest first, with dunning and VIES numbers. The filter matches a whole number or ID, or part of a company, e-mail address or VAT ID.',
    query: z.strictObject({
      ...pageQuery,
      filter: z.string().trim().max(100).regex(lineOfText).optional(),
      status: z.enum(invoiceStatuses).exclude(['DRAFT']).optional(),
      kind: z.enum(invoiceKinds).optional(),
    }),
    response: { status: 200, schema: pageOf(deskInvoiceSchema) },
    problems: [],
  }),
  downloadBookings: defineRoute({
    id: 'downloadBookings',
    method: 'GET',
    path: '/solution/v1/bookings',
    access: billingPolicy['bookings.read'],
    summary:
      'Invoices and credit notes issued in a month, or payments and refunds of a month, as CSV for accountants. Days are those of UTC.',
    query: z.strictObject({ period: monthSchema, part: z.enum(bookingParts).default('INVOICES') }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv'] },
    problems: [],
  }),
  downloadDatevBookings: defineRoute({
    id: 'downloadDatevBookings',
    method: 'GET',
    path: '/solution/v1/bookings/datev',
    access: billingPolicy['bookings.read'],
    summary:
      'Invoices and credit notes issued in a month as a posting batch in DATEV format. Accounts and tax keys are those you give: none is assumed.',
    query: datevQuery,
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['text/csv'] },
    problems: ['validation-failed', 'state-conflict'],
  }),
  listVatChecks: defineRoute({
    id: 'listVatChecks',
    method: 'GET',
    path: '/solution/v1/vat-checks',
    access: billingPolicy['vat-check.list'],
    summary:
      'What VIES was asked about VAT IDs and what it answered, newest first. The filter is a VAT ID or its beginning.',
    query: z.strictObject({ ...pageQuery, filter: z.string().trim().max(30).regex(lineOfText).optional() }),
    response: { status: 200, schema: pageOf(vatCheckSchema) },
    problems: [],
  }),
  listRefundRequests: defineRoute({
    id: 'listRefundRequests',
    method: 'GET',
    path: requests,
    access: billingPolicy['refund.list'],
    summary: 'Credit notes and corrections that give money back and wait for a second operator, or did; newest first.',
    query: z.strictObject({ ...pageQuery, state: z.enum(refundRequestStates).optional() }),
    response: { status: 200, schema: pageOf(refundRequestSchema) },
    problems: [],
  }),
  confirmRefundRequest: defineRoute({
    id: 'confirmRefundRequest',
    method: 'POST',
    path: `${requests}/{refundRequestId}/confirmation`,
    access: billingPolicy['refund.decide'],
    summary: 'Carry out what another operator has asked for. It is refused to the operator who asked.',
    params: requestParams,
    response: { status: 200, schema: refundRequestSchema },
    problems: ['state-conflict', 'second-person-needed', 'validation-failed', 'not-configured'],
  }),
  refuseRefundRequest: defineRoute({
    id: 'refuseRefundRequest',
    method: 'POST',
    path: `${requests}/{refundRequestId}/refusal`,
    access: billingPolicy['refund.decide'],
    summary: 'Refuse what another operator has asked for, or withdraw what you asked for yourself.',
    params: requestParams,
    body: { name: 'refundRefusalDto', schema: z.strictObject({ reason: note }) },
    response: { status: 200, schema: refundRequestSchema },
    problems: ['state-conflict'],
  }),
  setPlanOverride: defineRoute({
    id: 'setPlanOverride',
    method: 'PUT',
    path: '/solution/v1/solutions/{solutionId}/plan-override',
    access: billingPolicy['plan.override'],
    summary:
      'Set limits that hold instead of those of the plan until a day within a year; then they end by themselves. It replaces an earlier override.',
    params: solutionParams,
    body: { name: 'planOverrideDto', schema: planOverrideDto },
    response: { status: 204, schema: null },
    problems: ['role-too-low'],
  }),
  endPlanOverride: defineRoute({
    id: 'endPlanOverride',
    method: 'DELETE',
    path: '/solution/v1/solutions/{solutionId}/plan-override',
    access: billingPolicy['plan.override'],
    summary: 'End an override of limits now. Repeating it changes nothing.',
    params: solutionParams,
    response: { status: 204, schema: null },
    problems: ['role-too-low'],
  }),
}
