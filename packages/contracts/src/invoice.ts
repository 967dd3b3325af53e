import { billingPolicy } from './billing-policy.ts'
import { z } from 'zod'
import { eInvoiceForms, paymentMethodKinds } from './billing.ts'
import { defineRoute } from './route.ts'
import { idSchema, lineOfText, moneySchema, pageOf, pageQuery, timeSchema } from './wire.ts'

export const invoiceStatuses = ['DRAFT', 'ISSUED', 'PAID', 'OVERDUE', 'UNCOLLECTIBLE', 'VOID'] as const
export const invoiceKinds = ['INVOICE', 'CREDIT_NOTE'] as const
const day = z.iso.date()

const partySchema = z.object({
  name: z.string(),
  street: z.string(),
  line2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  countryCode: z.string(),
  email: z.string(),
  vatId: z.string().nullable(),
})

export const invoiceSchema = z.object({
  id: idSchema,
  kind: z.enum(invoiceKinds),
  /** Without gaps within a year, such as `2026-000123`. */
  number: z.string(),
  solutionId: idSchema,
  status: z.enum(invoiceStatuses),
  period: z.object({ from: day, to: day }),
  issuedOn: day,
  /** Null when there is nothing to pay. */
  dueOn: day.nullable(),
  net: moneySchema,
  tax: moneySchema,
  gross: moneySchema,
  paid: moneySchema,
  /** What credit notes have taken back of it, with VAT. */
  credited: moneySchema,
  /** What is left to pay; negative when more came than was owed. Of a credit note always 0. */
  open: moneySchema,
  lines: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      quantity: z.string(),
      unit: z.string(),
      price: z.string(),
      net: moneySchema,
      taxRate: z.string(),
    }),
  ),
  /** What is taxed alike, in the categories of EN 16931. */
  taxes: z.array(
    z.object({
      category: z.string(),
      rate: z.string(),
      net: moneySchema,
      tax: moneySchema,
      reason: z.string().nullable(),
    }),
  ),
  seller: partySchema,
  buyer: partySchema,
  purchaseOrder: z.string(),
  buyerReference: z.string(),
  /** Which of the files is the invoice itself: the PDF with the XML inside, or for an XRechnung the XML. */
  eInvoice: z.enum(eInvoiceForms),
  paymentKind: z.enum(paymentMethodKinds),
  /** Where the money of a bank transfer goes, and what has to stand on it; null for what is paid in another way. */
  transfer: z
    .object({ accountHolder: z.string(), iban: z.string(), bic: z.string().nullable(), reference: z.string() })
    .nullable(),
  /** The invoice that a credit note takes back, or parts of it. */
  corrects: idSchema.nullable(),
  paidAt: timeSchema.nullable(),
  createdAt: timeSchema,
})
export type InvoiceView = z.infer<typeof invoiceSchema>

const note = z.string().trim().min(3).max(200).regex(lineOfText)
export const creditNoteNewDto = z.strictObject({
  /** Stands on the credit note. */
  reason: note,
  /** Whether what was billed is billed again, on a new invoice as things are then. Only with the whole invoice. */
  reissue: z.boolean().default(false),
  /**
   * What to take back of which line, counted from 1 as on the invoice: net, without the sign of the line; all that is left of it by
   * default. A discount is a line of its own. Without any, all that is left of the invoice is taken back.
   */
  lines: z
    .array(
      z.strictObject({ line: z.int().min(1).max(1000), amountMinor: z.int().min(1).max(2_000_000_000).optional() }),
    )
    .min(1)
    .max(1000)
    .optional(),
})
export type CreditNoteInput = z.infer<typeof creditNoteNewDto>

const recordedPaymentDto = z.strictObject({
  amountMinor: z.int().min(1).max(2_000_000_000),
  currency: z.string().regex(/^[A-Z]{3}$/u),
  /** The day on which the money came. */
  receivedOn: day,
  /** The bank's own word for the transfer. One with the same word is written down once. */
  bankReference: z.string().trim().min(1).max(140).regex(lineOfText),
})
export type RecordedPaymentInput = z.infer<typeof recordedPaymentDto>

const invoiceParams = z.strictObject({ invoiceId: idSchema })
const solutionParams = z.strictObject({ solutionId: idSchema })

/** Invoices and credit notes. They stay readable when a solution has ended. */
export const invoiceRoutes = {
  listSolutionInvoices: defineRoute({
    id: 'listSolutionInvoices',
    method: 'GET',
    path: '/solution/v1/solutions/{solutionId}/invoices',
    access: billingPolicy['invoice.read'],
    summary: 'Invoices and credit notes of a solution, newest first.',
    params: solutionParams,
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(invoiceSchema) },
    problems: [],
  }),
  listInvoices: defineRoute({
    id: 'listInvoices',
    method: 'GET',
    path: '/solution/v1/invoices',
    access: billingPolicy['invoice.read-own'],
    summary: 'Invoices and credit notes addressed to you, newest first. An administrator can name another person.',
    query: z.strictObject({ ...pageQuery, userId: z.string().min(1).max(100).optional() }),
    response: { status: 200, schema: pageOf(invoiceSchema) },
    problems: ['not-found'],
  }),
  getInvoice: defineRoute({
    id: 'getInvoice',
    method: 'GET',
    path: '/solution/v1/invoices/{invoiceId}',
    access: billingPolicy['invoice.read'],
    summary: 'Get an invoice or credit note, as a member of its solution or as its recipient.',
    params: invoiceParams,
    response: { status: 200, schema: invoiceSchema },
    problems: [],
  }),
  downloadInvoice: defineRoute({
    id: 'downloadInvoice',
    method: 'GET',
    path: '/solution/v1/invoices/{invoiceId}/file',
    access: billingPolicy['invoice.read'],
    summary: 'The invoice as PDF/A-3 with embedded XML, or as EN 16931 XML alone. The bytes are the same each time.',
    params: invoiceParams,
    query: z.strictObject({ format: z.enum(['PDF', 'XML']).default('PDF') }),
    response: { status: 200, schema: z.string(), stream: true, mediaTypes: ['application/pdf', 'application/xml'] },
    problems: [],
  }),
  startPaymentConfirmation: defineRoute({
    id: 'startPaymentConfirmation',
    method: 'POST',
    path: '/solution/v1/invoices/{invoiceId}/payment-confirmations',
    access: billingPolicy['invoice.pay'],
    summary:
      'Start confirming a payment that your bank asks about (3-D Secure). The page passes the client secret to the payment provider.',
    params: invoiceParams,
    response: { status: 201, schema: z.object({ clientSecret: z.string(), publishableKey: z.string().nullable() }) },
    problems: ['state-conflict', 'upstream'],
  }),
  createCreditNote: defineRoute({
    id: 'createCreditNote',
    method: 'POST',
    path: '/solution/v1/invoices/{invoiceId}/credit-notes',
    access: billingPolicy['invoice.operate'],
    summary:
      'Credit an invoice in full or in part, never more than its amount. Credited in full, it becomes void. Payments through the payment provider are refunded; what was paid goes back only once another operator has confirmed the request, which is kept for 7 days.',
    params: invoiceParams,
    body: { name: 'creditNoteNewDto', schema: creditNoteNewDto },
    response: { status: 201, schema: invoiceSchema },
    location: '/solution/v1/invoices/{id}',
    repeatable: {},
    problems: ['role-too-low', 'state-conflict', 'second-person-needed', 'idempotency-mismatch', 'not-configured'],
  }),
  recordPayment: defineRoute({
    id: 'recordPayment',
    method: 'POST',
    path: '/solution/v1/invoices/{invoiceId}/payments',
    access: billingPolicy['invoice.operate'],
    summary: 'Record a bank transfer, which can be less or more than the amount due.',
    params: invoiceParams,
    body: { name: 'recordedPaymentDto', schema: recordedPaymentDto },
    response: { status: 201, schema: invoiceSchema },
    problems: ['role-too-low', 'state-conflict'],
  }),
}
