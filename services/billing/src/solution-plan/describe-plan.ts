import type { Actor } from '@bollard/access'
import { type OpenTransfer, reaches, type Role, type SolutionPlan } from '@bollard/contracts'
import type { BillingContext } from '../billing-context.ts'
import { findCustomerDiscount } from '../commission/customer-discount.ts'
import { invoiceColumns, type IssuedInvoice, openMinor, transferOf } from '../invoice/invoice-row.ts'
import { type MethodRow, methodColumns, toPaymentMethod } from '../payment-method/method-row.ts'
import { asSystem } from '../store/as-actor.ts'
import { findOverride, withOverride } from '../subscription/plan-override.ts'
import { type Subscription, toSolutionPlan } from '../subscription/subscription-row.ts'
import { asInvoiced, priceTaxOf } from './price-tax.ts'

/**
 * A plan as a member of the solution reads it: with what VAT and a partner's discount make of its price, and from the role of a member on with whom its
 * invoices go to and how they are paid, whoever of the team these belong to.
 */
export async function describePlan(
  context: Pick<BillingContext, 'db' | 'plans' | 'seller' | 'solution' | 'now'>,
  actor: Pick<Actor, 'userId'>,
  subscription: Subscription,
  role: Role,
): Promise<SolutionPlan> {
  const { solutionId, invoiceAddressId, paymentMethodId } = subscription
  const now = context.now()
  const told = reaches(role, 'MEMBER')
  const { address, method, unpaid, override } = await asSystem(context.db, [solutionId], async (tx) => ({
    address: invoiceAddressId === null ? [] : await tx.query('billing-plan-address', addressSql, [invoiceAddressId]),
    method: paymentMethodId === null ? [] : await tx.query('billing-plan-method', methodSql, [paymentMethodId]),
    override: await findOverride(tx, solutionId, now),
    unpaid: told ? await tx.query('billing-plan-unpaid', unpaidSql, [solutionId]) : [],
  }))
  const plan = toSolutionPlan(context.plans, subscription, role)
  const [to, by] = [address[0], method[0]]
  const discount =
    to && plan.price ? await findCustomerDiscount(context, { solutionId, payerId: to.userId, at: now }) : null
  return {
    ...plan,
    limits: withOverride(plan.limits, override),
    override: override && { limits: override.limits, until: override.until.toISOString(), reason: override.reason },
    taxedPrice: asInvoiced(plan.price, to ? priceTaxOf(context.seller, to, now) : null, discount),
    invoiceAddress:
      told && to
        ? { company: to.company, city: to.city, countryCode: to.countryCode, own: to.userId === actor.userId }
        : null,
    paymentMethod: told && by ? summaryOf(by, actor, now) : null,
    openTransfers: unpaid.flatMap(toOpenTransfer),
  }
}

function summaryOf(
  row: MethodRow & { readonly userId: string },
  { userId }: Pick<Actor, 'userId'>,
  now: Date,
): SolutionPlan['paymentMethod'] {
  const { kind, brand, last4, status } = toPaymentMethod(row, now)
  return { kind, brand, last4, status, own: row.userId === userId }
}

function toOpenTransfer(row: IssuedInvoice): OpenTransfer[] {
  const transfer = transferOf(row.document)
  if (transfer === null) return []
  const amount = { amountMinor: openMinor(row), currency: row.currency }
  return [{ invoiceId: row.id, amount, dueOn: row.dueOn ?? row.issuedOn, ...transfer }]
}

const addressSql = `select company, city, country_code as "countryCode", postal_code as "postalCode", vat_id_status as "vatIdStatus", user_id as "userId"
  from billing.invoice_addresses where id = $1`
const methodSql = `select ${methodColumns}, user_id as "userId" from billing.payment_methods where id = $1`
const unpaidSql = `select ${invoiceColumns} from billing.invoices
  where solution_id = $1 and kind = 'INVOICE' and status in ('ISSUED', 'OVERDUE', 'UNCOLLECTIBLE') and payment_kind = 'BANK_TRANSFER'
    and void_wanted is null and gross_minor - credited_minor > paid_minor order by id limit 100`
