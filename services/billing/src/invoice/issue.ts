import type { Person } from '@bollard/access'
import type { Queries } from '@bollard/database'
import type { BillingContext, InvoiceSeller } from '../billing-context.ts'
import { type CustomerDiscount, findCustomerDiscount, keepCustomerDiscount } from '../commission/customer-discount.ts'
import { loadAddress } from '../invoice-address/get.ts'
import { refreshVatId } from '../invoice-address/refresh-vat-id.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'
import { composeInvoice, dayOf, type InvoiceFacts } from './compose.ts'
import { finishInvoice, keepPdf, keepXml } from './finish.ts'
import { recipientsOf, writeInvoiceMails } from './invoice-mails.ts'

/**
 * Invoices what a solution owes, in steps each of which can be repeated: what is owed becomes a draft, VIES is asked, the draft
 * gets its number, then its PDF. Answers the id of the invoice; null when nothing is owed, or nobody sells. Throws what keeps the
 * draft from being issued; it stays and is tried again.
 */
export async function issueInvoice(context: BillingContext, solutionId: string): Promise<string | null> {
  const { operator: seller } = context
  if (seller === null) return null
  const draft = await asSystem(context.db, [solutionId], (tx) => takeUpCharges(tx, context, solutionId))
  if (draft === null) return null
  const finding = await refreshVatId(context, draft.addressId)
  const asked = [
    context.solution.findAdmins(solutionId),
    context.identity.findPeople([draft.payerId]),
    context.solution.findLabel(solutionId),
    context.solution.findLanguage(solutionId),
  ] as const
  const [people, [payer = null], label, mailLanguage] = await Promise.all(asked)
  const discount = await findCustomerDiscount(context, { solutionId, payerId: draft.payerId, at: context.now() })
  const issued = await asSystem(context.db, [solutionId], (tx) =>
    issueDraft(tx, context, {
      solutionId,
      draft,
      seller,
      people,
      payer,
      label,
      mailLanguage,
      discount,
      vatRequestId: finding?.requestId ?? null,
    }),
  )
  if (issued) await keepPdf(context, solutionId, draft.id)
  return issued ? draft.id : null
}

interface Preparation {
  readonly solutionId: string
  readonly draft: Draft
  readonly seller: InvoiceSeller
  readonly people: readonly Person[]
  /** The owner of the address; null if their account is gone. */
  readonly payer: Person | null
  readonly label: string | null
  /** The language of mails to addresses without an account; null for that of the invoice. */
  readonly mailLanguage: Person['language'] | null
  readonly discount: CustomerDiscount | null
  readonly vatRequestId: string | null
}

async function issueDraft(tx: Queries, context: BillingContext, preparation: Preparation): Promise<boolean> {
  const { solutionId, draft, seller, people, payer, label, mailLanguage, discount, vatRequestId } = preparation
  const now = context.now()
  const subscription = await lockSubscription(tx, solutionId)
  const [row] = await tx.query('billing-issue-lock', lockSql, [draft.id])
  // Another process has issued it, or its charges were canceled.
  if (!subscription || !row) return false
  const [first, ...more] = await tx.query('billing-issue-charges', chargesSql, [draft.id])
  if (!first) {
    await tx.query('billing-issue-drop', 'delete from billing.invoices where id = $1', [draft.id])
    return false
  }
  const address = await loadAddress(tx, subscription.invoiceAddressId ?? draft.addressId)
  const [method = { kind: 'BANK_TRANSFER', last4: null }] = await tx.query('billing-issue-method', methodSql, [
    solutionId,
  ])
  const language = languageFor(people, address)
  const issuedOn = dayOf(now)
  const facts: Omit<InvoiceFacts, 'number'> = {
    issuedOn,
    language,
    seller,
    address,
    solutionType: subscription.solutionType,
    label,
    charges: [first, ...more],
    method,
    // Another address since: it belongs to somebody of whom the partner was not asked.
    discount: address.userId === draft.payerId ? discount : null,
  }
  const { invoice, xml, net, tax, gross } = await finishInvoice(
    tx,
    (number) => composeInvoice({ ...facts, number }).invoice,
  )
  const { provisional, discountMinor } = composeInvoice({ ...facts, number: invoice.number })
  // An invoice over nothing is settled already.
  const paid = gross === 0
  const tryAt = paid || method.kind === 'BANK_TRANSFER' ? null : now
  const values = [
    draft.id,
    invoice.number,
    JSON.stringify(invoice),
    issuedOn,
    invoice.dueOn,
    net,
    tax,
    gross,
    method.kind,
    provisional,
    vatRequestId,
    now,
    tryAt,
  ]
  await tx.query('billing-issue', issueSql, [...values, address.userId, paid ? 'PAID' : 'ISSUED'])
  await keepXml(tx, draft.id, xml, now)
  if (facts.discount !== null && discountMinor > 0) {
    const given = {
      invoiceId: draft.id,
      solutionId,
      payerId: address.userId,
      amountMinor: discountMinor,
      currency: invoice.currency,
    }
    await keepCustomerDiscount(tx, facts.discount, given, now)
  }
  await recordAudit(tx, null, null, now, {
    scope: 'SOLUTION',
    scopeId: solutionId,
    action: 'invoice.issued',
    target: { kind: 'invoice', id: draft.id },
    after: { number: invoice.number, grossMinor: gross, currency: invoice.currency },
  })
  const recipients = recipientsOf(people, address, payer, mailLanguage ?? language)
  for (const { mail, key } of writeInvoiceMails(context, recipients, {
    id: draft.id,
    document: invoice,
    grossMinor: gross,
    solutionId,
  }))
    await context.enqueueMail(tx, mail, key)
  return true
}

/** The language of the address's owner, if they get mails about bills; otherwise that of the country. */
function languageFor(
  people: readonly Person[],
  { userId, countryCode }: { userId: string; countryCode: string },
): Person['language'] {
  return (
    people.find((person) => person.userId === userId)?.language ??
    (countryCode === 'DE' || countryCode === 'AT' ? 'de' : 'en')
  )
}

const lockSql = `select user_id as "userId" from billing.invoices where id = $1 and status = 'DRAFT' for update`
const chargesSql = `select kind, plan_code as "planCode", billing_interval as "interval", period_from as "from", period_to as "to",
    amount_minor::float8 as "amountMinor", currency, units::float8 as units, price_minor::float8 as "priceMinor"
  from billing.charges where invoice_id = $1 order by id`
const methodSql = `select m.kind, m.last4 from billing.subscriptions s join billing.payment_methods m on m.id = s.payment_method_id where s.solution_id = $1`
const issueSql = `update billing.invoices set number = $2, document = $3, issued_on = $4, due_on = $5, net_minor = $6, tax_minor = $7, gross_minor = $8,
    payment_kind = $9, provisional_tax = $10, vat_request_id = $11, issued_at = $12, updated_at = $12, next_try_at = $13, user_id = $14, status = $15
  where id = $1`

export interface Draft {
  readonly id: string
  readonly addressId: string
  /** The owner of the address. */
  readonly payerId: string
}

/** Charges cannot be invoiced while something is missing that only people can add. */
export class NotInvoiceableError extends Error {
  override name = 'NotInvoiceableError'
}

/**
 * Takes up what a solution owes into its draft, of which there is one at a time. Null when nothing is owed. Throws a
 * `NotInvoiceableError` where there is nobody to send an invoice to.
 */
export async function takeUpCharges(
  tx: Queries,
  { newId, now }: Pick<BillingContext, 'newId' | 'now'>,
  solutionId: string,
): Promise<Draft | null> {
  const subscription = await lockSubscription(tx, solutionId)
  if (!subscription) return null
  const [known] = await tx.query(
    'billing-draft-find',
    `select id from billing.invoices where solution_id = $1 and status = 'DRAFT'`,
    [solutionId],
  )
  const [owed] = await tx.query('billing-draft-owed', owedSql, [solutionId])
  if (!known && !owed) return null
  const { invoiceAddressId: addressId } = subscription
  const [means] = await tx.query('billing-draft-means', meansSql, [solutionId])
  if (addressId === null || !means)
    throw new NotInvoiceableError(`The solution ${solutionId} owes something and has no invoice address`)
  const id = known?.id ?? newId()
  if (!known)
    await tx.query('billing-draft-add', addSql, [
      id,
      solutionId,
      means.userId,
      owed?.currency,
      means.kind ?? 'BANK_TRANSFER',
      now(),
    ])
  await tx.query(
    'billing-draft-take',
    `update billing.charges set status = 'INVOICED', invoice_id = $2 where solution_id = $1 and status = 'OPEN'`,
    [solutionId, id],
  )
  return { id, addressId, payerId: means.userId }
}

const owedSql = `select currency from billing.charges where solution_id = $1 and status = 'OPEN' order by id limit 1`
const meansSql = `select a.user_id as "userId", m.kind from billing.subscriptions s
  join billing.invoice_addresses a on a.id = s.invoice_address_id left join billing.payment_methods m on m.id = s.payment_method_id
  where s.solution_id = $1`
const addSql = `insert into billing.invoices (id, kind, solution_id, user_id, status, currency, payment_kind, created_at, updated_at)
  values ($1, 'INVOICE', $2, $3, 'DRAFT', $4, $5, $6, $6)`
