import { z } from 'zod'
import { solutionTypes } from './solution.ts'
import { idSchema, moneySchema, timeSchema } from './wire.ts'

export const billingIntervals = ['MONTHLY', 'YEARLY'] as const
export const billingStatuses = ['TRIALING', 'ACTIVE', 'INCOMPLETE', 'PAST_DUE', 'UNPAID', 'PAUSED', 'CANCELED'] as const
export const planFeatures = [
  'RULES',
  'GEO_RULES',
  'WHITE_LABEL',
  'INVISIBLE',
  'WILDCARD_DOMAINS',
  'RESULT_RETRIEVAL',
] as const
export type PlanFeature = (typeof planFeatures)[number]

/** Null is no limit, 0 is not part of the plan. */
const limit = z.int().min(0).nullable()
export const planLimitsSchema = z.strictObject({
  /** Per month. */
  verifications: limit,
  protectedRequests: limit,
  domains: limit,
  environments: limit,
  members: limit,
  apiKeys: limit,
  monitors: limit,
  statusPages: limit,
  /** The shortest time between two checks of a monitor, in seconds; null without monitors. */
  checkIntervalSeconds: limit,
  verificationLogDays: z.int().min(0),
  monitorResultDays: z.int().min(0),
  auditLogDays: z.int().min(1),
})
export type PlanLimits = z.infer<typeof planLimitsSchema>

export const planCodeSchema = z.string().regex(/^[A-Z][A-Z0-9_]{1,29}$/u)
export const planSchema = z.object({
  solutionType: z.enum(solutionTypes),
  code: z.string(),
  /** Net prices; null where they are agreed upon one by one. */
  monthly: moneySchema.nullable(),
  yearly: moneySchema.nullable(),
  /** For each 1000 beyond the included verifications; null where more is not billed. */
  overagePerThousand: moneySchema.nullable(),
  /** Whether it can be chosen here; else it takes a contract. */
  selectable: z.boolean(),
  bankTransfer: z.boolean(),
  limits: planLimitsSchema,
  features: z.array(z.enum(planFeatures)),
  /** Monthly availability that is promised; null without a promise. */
  slaPercent: z.number().nullable(),
})
export type Plan = z.infer<typeof planSchema>

/** What VAT comes on top of net prices, by the invoice address and what is known of its VAT id today. */
export const priceTaxSchema = z.object({
  ratePercent: z.number().min(0),
  /** Why none is charged; null where it is. */
  note: z.enum(['REVERSE_CHARGE', 'OUTSIDE_SCOPE']).nullable(),
  /** Charged for as long as nobody has confirmed the VAT id. */
  provisional: z.boolean(),
})
export type PriceTax = z.infer<typeof priceTaxSchema>

/** What the partner who brought a customer takes off a price, or a reseller pays less: `amount`, net, on invoices before `until`; null is without an end. */
export const priceDiscountSchema = z.object({
  amount: moneySchema,
  percent: z.int().min(1).max(100),
  until: timeSchema.nullable(),
})
export type PriceDiscount = z.infer<typeof priceDiscountSchema>

/** A price as an invoice has it: `net` is what is left of the price by the list after `discount`. */
export const taxedPriceSchema = z.object({
  net: moneySchema,
  tax: moneySchema,
  gross: moneySchema,
  discount: priceDiscountSchema.nullable(),
})
export type TaxedPrice = z.infer<typeof taxedPriceSchema>

/** What a change of plan means: when it takes place, and what is due for it at once, net and by the list. */
export const planChangeSchema = z.object({
  when: z.enum(['NOW', 'PERIOD_END', 'NO_CHANGE']),
  at: timeSchema,
  due: moneySchema.nullable(),
  /** `due` as the invoice will have it. */
  taxedDue: taxedPriceSchema.nullable(),
  /** What the next whole period costs, with the discount of the day on which it begins; null for what costs nothing. */
  taxedPrice: taxedPriceSchema.nullable(),
  /** Null where no address says what is charged. */
  tax: priceTaxSchema.nullable(),
  periodEnd: timeSchema.nullable(),
})
export type PlanChange = z.infer<typeof planChangeSchema>

/** A plan as a solution could have it. */
export const planOfferSchema = z.object({
  plan: planSchema,
  /** As the invoice would have it today, by the solution's invoice address; null without an address, and for plans without a price. */
  monthly: taxedPriceSchema.nullable(),
  yearly: taxedPriceSchema.nullable(),
  /** What the solution has by its present plan and would have too much of in this one, such as `limit-exceeded` with `{ limit, used, max }`; empty when it fits. */
  exceeded: z.array(
    z.object({
      code: z.enum(['limit-exceeded', 'feature-in-use']),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
})
export type PlanOffer = z.infer<typeof planOfferSchema>

/** What is left to transfer for an invoice that is paid by bank transfer. */
export const openTransferSchema = z.object({
  invoiceId: idSchema,
  /** What is left to pay of the invoice. */
  amount: moneySchema,
  dueOn: z.iso.date(),
  accountHolder: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  /** What to quote, so that the payment is matched: the number of the invoice. */
  reference: z.string(),
})
export type OpenTransfer = z.infer<typeof openTransferSchema>
