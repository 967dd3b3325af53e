import { anybody, roles } from './access.ts'
import { billingPolicy } from './billing-policy.ts'
import { z } from 'zod'
import {
  billingIntervals,
  billingStatuses,
  openTransferSchema,
  planChangeSchema,
  planCodeSchema,
  planFeatures,
  planLimitsSchema,
  planOfferSchema,
  planSchema,
  priceTaxSchema,
  taxedPriceSchema,
} from './plan.ts'
import { defineRoute } from './route.ts'
import { solutionTypes } from './solution.ts'
import { idSchema, lineOfText, moneySchema, pageOf, pageQuery, timeSchema, versionSchema } from './wire.ts'

export const vatIdStatuses = ['NONE', 'UNCHECKED', 'VALID', 'INVALID', 'UNAVAILABLE'] as const
export const eInvoiceForms = ['ZUGFERD_PDF', 'XRECHNUNG_XML', 'PEPPOL'] as const
const line = (max: number) => z.string().trim().max(max).regex(lineOfText)
const given = (max: number) => line(max).min(1)
const email = z.email().max(254)

const addressFields = {
  company: given(120),
  firstName: line(60).default(''),
  lastName: line(60).default(''),
  street: given(120),
  line2: line(120).default(''),
  postalCode: given(12).toUpperCase(),
  city: given(80),
  region: line(80).default(''),
  countryCode: z.string().regex(/^[A-Z]{2}$/u),
  email,
  ccEmails: z.array(email).max(3).default([]),
  vatId: line(30).min(1).nullable().default(null),
  purchaseOrder: line(50).default(''),
  /** Such as the Leitweg-ID of a German authority. */
  buyerReference: line(100).default(''),
  eInvoice: z.enum(eInvoiceForms).default('ZUGFERD_PDF'),
  /** Where electronic invoices arrive, as `scheme:id` such as `0204:991-33333TEST-33` (a Leitweg-ID) or `9930:DE123456789`; stands on the invoice. */
  peppolId: z
    .string()
    .trim()
    .regex(/^\d{4}:[\w.-]{1,50}$/u)
    .nullable()
    .default(null),
}
const invoiceAddressNewDto = z.strictObject(addressFields)
const invoiceAddressDto = z.strictObject({ ...addressFields, version: versionSchema.min(1) })
export type InvoiceAddressInput = z.infer<typeof invoiceAddressNewDto>

export const invoiceAddressSchema = z.object({
  id: idSchema,
  ...z.object(addressFields).shape,
  /** Of `email` and `ccEmails` those that nobody has confirmed: until then invoices go to the address of your account instead. */
  unconfirmedEmails: z.array(email),
  vatIdStatus: z.enum(vatIdStatuses),
  vatIdCheckedAt: timeSchema.nullable(),
  version: versionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
})
export type InvoiceAddress = z.infer<typeof invoiceAddressSchema>

export const paymentMethodKinds = ['CARD', 'SEPA_DEBIT', 'BANK_TRANSFER'] as const
export const paymentMethodSchema = z.object({
  id: idSchema,
  kind: z.enum(paymentMethodKinds),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  expMonth: z.int().nullable(),
  expYear: z.int().nullable(),
  holder: z.string().nullable(),
  mandateReference: z.string().nullable(),
  status: z.enum(['ACTIVE', 'EXPIRING', 'EXPIRED', 'FAILED', 'REQUIRES_ACTION']),
  default: z.boolean(),
  version: versionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
})
export type PaymentMethod = z.infer<typeof paymentMethodSchema>

export const solutionPlanSchema = z.object({
  solutionId: idSchema,
  solutionType: z.enum(solutionTypes),
  planCode: z.string(),
  /** Null while nothing is paid. */
  interval: z.enum(billingIntervals).nullable(),
  /** The provider's word, not an entitlement. */
  status: z.enum(billingStatuses),
  /** Net price of the running period; null while nothing is paid. */
  price: moneySchema.nullable(),
  trialEndsAt: timeSchema.nullable(),
  periodStart: timeSchema.nullable(),
  periodEnd: timeSchema.nullable(),
  /** What follows at the end of the period. */
  next: z.object({ planCode: z.string(), interval: z.enum(billingIntervals).nullable(), at: timeSchema }).nullable(),
  /** False once it is cancelled for the end of the period. */
  renews: z.boolean(),
  /** The same as an invoice of today would have it; null while no address says what is charged. */
  taxedPrice: taxedPriceSchema.nullable(),
  invoiceAddressId: idSchema.nullable(),
  paymentMethodId: idSchema.nullable(),
  /** Whom invoices go to, for members and up. `own`: the address is the caller's. */
  invoiceAddress: z
    .object({ company: z.string(), city: z.string(), countryCode: z.string(), own: z.boolean() })
    .nullable(),
  /** How they are paid, for members and up. */
  paymentMethod: paymentMethodSchema
    .pick({ kind: true, brand: true, last4: true, status: true })
    .extend({ own: z.boolean() })
    .nullable(),
  /** What is to be transferred for invoices that are paid by bank transfer, oldest first; for members and up, empty for others. */
  openTransfers: z.array(openTransferSchema),
  /** With the override that holds now. */
  limits: planLimitsSchema,
  /** Limits that the operator has set instead of those of the plan, until when and why; null while those of the plan hold. */
  override: z.object({ limits: planLimitsSchema.partial(), until: timeSchema, reason: z.string() }).nullable(),
  features: z.array(z.enum(planFeatures)),
  myRole: z.enum(roles),
  version: versionSchema,
  createdAt: timeSchema,
  updatedAt: timeSchema,
})
export type SolutionPlan = z.infer<typeof solutionPlanSchema>

const planChoice = {
  planCode: planCodeSchema,
  interval: z.enum(billingIntervals).default('MONTHLY'),
  /** Needed for a plan that costs something. */
  invoiceAddressId: idSchema.nullable().default(null),
  paymentMethodId: idSchema.nullable().default(null),
  version: versionSchema.min(1),
}
const solutionPlanDto = z.strictObject(planChoice)
export type SolutionPlanChoice = z.infer<typeof solutionPlanDto>

const addressParams = z.strictObject({ invoiceAddressId: idSchema })
const methodParams = z.strictObject({ paymentMethodId: idSchema })
const solutionParams = z.strictObject({ solutionId: idSchema })
const planProblems = [
  'unauthenticated',
  'not-found',
  'role-too-low',
  'validation-failed',
  'version-conflict',
  'state-conflict',
  'payment-required',
  'plan-feature',
] as const

/** Plans, whom invoices go to, and how they are paid. */
export const billingRoutes = {
  listPlans: defineRoute({
    id: 'listPlans',
    method: 'GET',
    path: '/solution/v1/plans',
    access: anybody,
    summary: 'All plans with net prices, limits and features, from smallest to largest for each type.',
    response: { status: 200, schema: z.object({ trialDays: z.int(), items: z.array(planSchema) }) },
    problems: [],
  }),
  createInvoiceAddress: defineRoute({
    id: 'createInvoiceAddress',
    method: 'POST',
    path: '/solution/v1/invoice-addresses',
    access: billingPolicy['address.create'],
    summary: 'Create an invoice address. It belongs to the person who created it.',
    body: { name: 'invoiceAddressNewDto', schema: invoiceAddressNewDto },
    response: { status: 201, schema: invoiceAddressSchema },
    location: '/solution/v1/invoice-addresses/{id}',
    repeatable: {},
    problems: ['idempotency-mismatch', 'quota-exceeded'],
  }),
  listInvoiceAddresses: defineRoute({
    id: 'listInvoiceAddresses',
    method: 'GET',
    path: '/solution/v1/invoice-addresses',
    access: billingPolicy['address.use-own'],
    summary: 'Your addresses, newest first.',
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(invoiceAddressSchema) },
    problems: [],
  }),
  getInvoiceAddress: defineRoute({
    id: 'getInvoiceAddress',
    method: 'GET',
    path: '/solution/v1/invoice-addresses/{invoiceAddressId}',
    access: billingPolicy['address.use-own'],
    summary: 'Get one of your addresses.',
    params: addressParams,
    response: { status: 200, schema: invoiceAddressSchema },
    problems: ['not-found'],
  }),
  updateInvoiceAddress: defineRoute({
    id: 'updateInvoiceAddress',
    method: 'PUT',
    path: '/solution/v1/invoice-addresses/{invoiceAddressId}',
    access: billingPolicy['address.use-own'],
    summary: 'Update an address. Invoices already issued keep the old one.',
    params: addressParams,
    body: { name: 'invoiceAddressDto', schema: invoiceAddressDto },
    response: { status: 200, schema: invoiceAddressSchema },
    problems: ['not-found', 'version-conflict'],
  }),
  deleteInvoiceAddress: defineRoute({
    id: 'deleteInvoiceAddress',
    method: 'DELETE',
    path: '/solution/v1/invoice-addresses/{invoiceAddressId}',
    access: billingPolicy['address.use-own'],
    summary:
      'Delete an address. Refused with in-use while a solution uses it; GET /solution/v1/solutions/invoiceAddresses/{invoiceAddressId} lists those solutions.',
    params: addressParams,
    response: { status: 204, schema: null },
    problems: ['not-found', 'in-use'],
  }),
  sendInvoiceAddressConfirmations: defineRoute({
    id: 'sendInvoiceAddressConfirmations',
    method: 'POST',
    path: '/solution/v1/invoice-addresses/{invoiceAddressId}/confirmation-mails',
    access: billingPolicy['address.use-own'],
    summary:
      'Resend the confirmation mail to the unconfirmed e-mail addresses of an invoice address. Once a minute, five times an hour.',
    params: addressParams,
    response: { status: 204, schema: null },
    problems: ['email-not-verified', 'not-found'],
  }),
  confirmInvoiceEmail: defineRoute({
    id: 'confirmInvoiceEmail',
    method: 'POST',
    path: '/solution/v1/invoice-email-confirmations',
    access: anybody,
    summary:
      'Agree to receive invoices at an e-mail address, using the token from the mail. The token works once within 24 hours and needs no account.',
    body: { name: 'invoiceEmailConfirmationDto', schema: z.strictObject({ token: z.string().min(1).max(200) }) },
    response: { status: 204, schema: null },
    problems: ['token-invalid', 'token-expired', 'rate-limited'],
  }),
  listPaymentMethods: defineRoute({
    id: 'listPaymentMethods',
    method: 'GET',
    path: '/solution/v1/payment-methods',
    access: billingPolicy['payment-method.use-own'],
    summary: 'Your payment methods, newest first.',
    query: z.strictObject(pageQuery),
    response: { status: 200, schema: pageOf(paymentMethodSchema) },
    problems: [],
  }),
  getPaymentOptions: defineRoute({
    id: 'getPaymentOptions',
    method: 'GET',
    path: '/solution/v1/payment-options',
    access: billingPolicy['payment-method.use-own'],
    summary: 'Payment methods this installation supports, and whether it issues invoices at all.',
    response: {
      status: 200,
      schema: z.object({ kinds: z.array(z.enum(paymentMethodKinds)), issuesInvoices: z.boolean() }),
    },
    problems: [],
  }),
  createPaymentMethod: defineRoute({
    id: 'createPaymentMethod',
    method: 'POST',
    path: '/solution/v1/payment-methods',
    access: billingPolicy['payment-method.create'],
    summary: 'Create bank transfer as a payment method: each invoice states the account and a reference.',
    body: { name: 'paymentMethodNewDto', schema: z.strictObject({ kind: z.literal('BANK_TRANSFER') }) },
    response: { status: 201, schema: paymentMethodSchema },
    location: '/solution/v1/payment-methods/{id}',
    repeatable: {},
    problems: ['idempotency-mismatch', 'quota-exceeded'],
  }),
  startPaymentMethodSetup: defineRoute({
    id: 'startPaymentMethodSetup',
    method: 'POST',
    path: '/solution/v1/payment-methods/setups',
    access: billingPolicy['payment-method.create'],
    summary:
      'Start setting up a card or a SEPA direct debit. The page passes the client secret to the payment provider; only the provider sees the number.',
    body: { name: 'paymentMethodSetupDto', schema: z.strictObject({ kind: z.enum(['CARD', 'SEPA_DEBIT']) }) },
    response: {
      status: 201,
      schema: z.object({ id: idSchema, clientSecret: z.string(), publishableKey: z.string().nullable() }),
    },
    problems: ['quota-exceeded', 'not-configured', 'upstream'],
  }),
  finishPaymentMethodSetup: defineRoute({
    id: 'finishPaymentMethodSetup',
    method: 'POST',
    path: '/solution/v1/payment-methods/setups/{setupId}/completion',
    access: billingPolicy['payment-method.finish'],
    summary:
      'Store the payment method that the payment provider has set up. Repeating the request returns the same payment method.',
    params: z.strictObject({ setupId: idSchema }),
    response: { status: 200, schema: paymentMethodSchema },
    problems: ['not-found', 'payment-method-failed', 'state-conflict', 'not-configured', 'upstream'],
  }),
  updatePaymentMethod: defineRoute({
    id: 'updatePaymentMethod',
    method: 'PUT',
    path: '/solution/v1/payment-methods/{paymentMethodId}',
    access: billingPolicy['payment-method.use-own'],
    summary: 'Make a payment method the default.',
    params: methodParams,
    body: {
      name: 'paymentMethodDto',
      schema: z.strictObject({ default: z.literal(true), version: versionSchema.min(1) }),
    },
    response: { status: 200, schema: paymentMethodSchema },
    problems: ['not-found', 'version-conflict'],
  }),
  deletePaymentMethod: defineRoute({
    id: 'deletePaymentMethod',
    method: 'DELETE',
    path: '/solution/v1/payment-methods/{paymentMethodId}',
    access: billingPolicy['payment-method.delete'],
    summary: 'Delete a payment method, here and at the provider. Refused with in-use while it pays for a solution.',
    params: methodParams,
    response: { status: 204, schema: null },
    problems: ['not-found', 'in-use', 'upstream'],
  }),
  getSolutionPlan: defineRoute({
    id: 'getSolutionPlan',
    method: 'GET',
    path: '/solution/v1/solutions/{solutionId}/plan',
    access: billingPolicy['plan.read'],
    summary: 'The plan of a solution, what it includes and any scheduled change.',
    params: solutionParams,
    response: { status: 200, schema: solutionPlanSchema },
    problems: [],
  }),
  listPlanOffers: defineRoute({
    id: 'listPlanOffers',
    method: 'GET',
    path: '/solution/v1/solutions/{solutionId}/plan/offers',
    access: billingPolicy['plan.read'],
    summary:
      'Plans for the type of a solution, each with its price for this solution and the limits the solution exceeds.',
    params: solutionParams,
    response: { status: 200, schema: z.object({ tax: priceTaxSchema.nullable(), items: z.array(planOfferSchema) }) },
    problems: [],
  }),
  previewSolutionPlan: defineRoute({
    id: 'previewSolutionPlan',
    method: 'POST',
    path: '/solution/v1/solutions/{solutionId}/plan/previews',
    access: billingPolicy['plan.change'],
    summary:
      'Preview the price and start date of a plan change. Nothing changes; it is refused in the same cases as the change itself.',
    params: solutionParams,
    body: { name: 'solutionPlanPreviewDto', schema: z.strictObject(planChoice) },
    response: { status: 200, schema: planChangeSchema },
    problems: planProblems,
  }),
  changeSolutionPlan: defineRoute({
    id: 'changeSolutionPlan',
    method: 'PUT',
    path: '/solution/v1/solutions/{solutionId}/plan',
    access: billingPolicy['plan.change'],
    summary:
      'Change the plan. An upgrade starts now and costs the rest of the period; a downgrade, or a change from yearly to monthly, starts with the next period. Choosing the current plan cancels a scheduled change. A plan too small for current usage is refused with a list of the exceeded limits. A different payment method requires re-authentication within the last ten minutes.',
    params: solutionParams,
    body: { name: 'solutionPlanDto', schema: solutionPlanDto },
    response: { status: 200, schema: solutionPlanSchema },
    problems: [...planProblems, 'step-up-required'],
  }),
  receivePaymentEvent: defineRoute({
    id: 'receivePaymentEvent',
    method: 'POST',
    path: '/solution/v1/payment-provider/events',
    access: anybody,
    summary:
      'For the payment provider only: status of payments and payment methods. Authenticated by a signature over the raw body.',
    body: { name: 'paymentEvent', schema: z.record(z.string(), z.unknown()) },
    response: { status: 204, schema: null },
    problems: ['invalid-parameter', 'not-configured'],
  }),
}
