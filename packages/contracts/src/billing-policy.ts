import type { Policy, Rule } from './access.ts'

const base = { audience: 'session' } as const
const admin = { ...base, role: 'ADMIN' } as const
const operator = { ...base, operator: 'only' } as const satisfies Rule
const operatorChange = { ...operator, change: true } as const satisfies Rule
const viewerOrOperator = { ...base, role: 'VIEWER', operator: 'also' } as const satisfies Rule

/**
 * Everything that can be asked about plans, payments, invoices and the partner programme, and who may ask it. Paying goes on
 * while a solution is locked. What a card is charged for needs a proof.
 */
export const billingPolicy = {
  'address.create': { ...base, verified: true },
  'address.use-own': base,
  'address.ask-to-confirm': { ...base, verified: true },
  'payment-method.create': { ...base, verified: true, proof: true },
  // What was begun with a proof; the bank may have taken its time meanwhile.
  'payment-method.finish': { ...base, verified: true },
  'payment-method.use-own': base,
  'payment-method.delete': { ...base, proof: true },
  'plan.read': viewerOrOperator,
  'plan.change': { ...admin, verified: true, factor: true },
  'plan.change-payment-method': { ...admin, verified: true, proof: true },
  'usage.read': viewerOrOperator,
  'invoice.read': { ...base, role: 'MEMBER', operator: 'also' },
  'invoice.pay': admin,
  'invoice.read-own': base,
  'invoice.list-others': { ...operator, open: true },
  'accounting.preview-correction': operator,
  'accounting.correct': { ...operatorChange, proof: true },
  'invoice.operate': operatorChange,
  'refund.list': { ...operator, open: true },
  // Confirming takes another person than asking: see `services/billing/src/second-person`.
  'refund.decide': operatorChange,
  'bookings.read': { ...operator, open: true },
  'vat-check.list': { ...operator, open: true },
  'plan.override': operatorChange,
  'partner.read': viewerOrOperator,
  'payout.list': { ...operator, open: true },
  'payout.read-file': operator,
  'payout.create': { ...operatorChange, open: true },
  'payout.operate': operatorChange,
} as const satisfies Policy
