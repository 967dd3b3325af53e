import type { Actor, Call } from '@bollard/access'
import type { InvoiceAddress, InvoiceAddressInput } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { addressColumns, toAddress } from './address-row.ts'
import { askNewEmails, confirmOwnEmail } from './ask-to-confirm.ts'
import { checkAddress, findOutVatId, type VatIdFinding } from './check-address.ts'

export const addressesPerUserMax = 50

/**
 * Keeps an address of the actor. Its VAT id is checked before anything is stored; VIES being away only leaves it unconfirmed.
 * Each of its e-mail addresses gets a mail that asks whether invoices may go there.
 */
export async function createInvoiceAddress(
  context: Pick<
    BillingContext,
    'db' | 'checkVatId' | 'seller' | 'enqueueMail' | 'dashboardUrl' | 'newToken' | 'now' | 'newId'
  >,
  actor: Actor,
  given: InvoiceAddressInput,
  call: Call,
): Promise<InvoiceAddress> {
  const { input, vatId } = checkAddress(given)
  // Outside the transaction, which would hold a connection meanwhile.
  const finding = await findOutVatId(context, vatId, { kind: 'ACCOUNT', id: actor.userId })
  const at = context.now()
  return asActor(context.db, actor, async (tx) => {
    await assertWithinQuota(tx, actor)
    await confirmOwnEmail(tx, actor, at)
    const address = await insert(tx, { id: context.newId(), userId: actor.userId, input, finding, at })
    const { id, company, countryCode, unconfirmedEmails: emails } = address
    await askNewEmails(tx, context, { actor, emails, at })
    const target = { kind: 'invoice-address', id }
    await recordAudit(tx, actor, call, at, {
      scope: 'ACCOUNT',
      scopeId: actor.userId,
      action: 'invoice-address.created',
      target,
      after: { company, countryCode },
    })
    return call.keepAnswer(tx, address)
  })
}

async function assertWithinQuota(tx: Queries, { userId }: Actor): Promise<void> {
  await tx.query(
    'billing-address-turn',
    `select pg_advisory_xact_lock(hashtextextended('billing.address ' || $1, 0))`,
    [userId],
  )
  const [row] = await tx.query(
    'billing-address-count',
    'select count(*)::int as count from billing.invoice_addresses where user_id = $1',
    [userId],
  )
  if (row && row.count >= addressesPerUserMax)
    throw new ProblemError('quota-exceeded', `An account may have ${addressesPerUserMax} invoice addresses.`)
}

interface NewAddress {
  readonly id: string
  readonly userId: string
  readonly input: InvoiceAddressInput
  readonly finding: VatIdFinding
  readonly at: Date
}

async function insert(tx: Queries, { id, userId, input, finding, at }: NewAddress): Promise<InvoiceAddress> {
  const [row] = await tx.query('billing-address-insert', insertSql, [id, ...addressValues(input, finding), at, userId])
  if (!row) throw new Error('an address that was just inserted is not there')
  return toAddress(row)
}

const ownFields = [
  'company',
  'firstName',
  'lastName',
  'street',
  'line2',
  'postalCode',
  'city',
  'region',
  'countryCode',
  'email',
  'ccEmails',
  'vatId',
] as const
const invoiceFields = ['purchaseOrder', 'buyerReference', 'eInvoice', 'peppolId'] as const

/** The values of `$2` to `$20` in the order of the statements that write addresses. */
export function addressValues(input: InvoiceAddressInput, { status, checkedAt, requestId }: VatIdFinding): unknown[] {
  const valuesOf = (fields: readonly (keyof InvoiceAddressInput)[]) => fields.map((field) => input[field])
  return [...valuesOf(ownFields), status, checkedAt, requestId, ...valuesOf(invoiceFields)]
}

const insertSql = `insert into billing.invoice_addresses (id, company, first_name, last_name, street, line2, postal_code, city, region, country_code, email,
    cc_emails, vat_id, vat_id_status, vat_id_checked_at, vat_id_request_id, purchase_order, buyer_reference, e_invoice, peppol_id, created_at, updated_at, user_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21, $22) returning ${addressColumns}`
