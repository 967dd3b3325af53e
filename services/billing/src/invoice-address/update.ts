import type { Actor, Call } from '@bollard/access'
import type { InvoiceAddress, InvoiceAddressInput } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { addressColumns, toAddress } from './address-row.ts'
import { askNewEmails, confirmOwnEmail } from './ask-to-confirm.ts'
import { checkAddress, findOutVatId } from './check-address.ts'
import { addressValues } from './create.ts'
import { loadAddress } from './get.ts'

/** Changes an address of the actor. Throws `version-conflict` if it was changed since it was read. */
export async function updateInvoiceAddress(
  context: Pick<
    BillingContext,
    'db' | 'checkVatId' | 'seller' | 'enqueueMail' | 'dashboardUrl' | 'newToken' | 'now' | 'newId'
  >,
  actor: Actor,
  {
    invoiceAddressId: id,
    version,
    ...given
  }: InvoiceAddressInput & { readonly invoiceAddressId: string; readonly version: number },
  call: Call,
): Promise<InvoiceAddress> {
  const known = await asActor(context.db, actor, (tx) => loadAddress(tx, id))
  if (known.version !== version) throw new ProblemError('version-conflict')
  const { input, vatId } = checkAddress(given)
  const finding = await findOutVatId(context, vatId, { kind: 'ACCOUNT', id: actor.userId })
  const at = context.now()
  return asActor(context.db, actor, async (tx) => {
    const before = await loadAddress(tx, id)
    await confirmOwnEmail(tx, actor, at)
    const [row] = await tx.query('billing-address-update', updateSql, [
      id,
      ...addressValues(input, finding),
      at,
      version,
    ])
    if (!row) throw new ProblemError('version-conflict')
    const after = toAddress(row)
    if (actor.emailVerified) await askNewEmails(tx, context, { actor, emails: after.unconfirmedEmails, at })
    // The names of the fields are enough to tell what happened; what they say is personal and stays out of a log that nobody can change.
    const changed = Object.entries(input).flatMap(([field, value]) =>
      JSON.stringify(value) === JSON.stringify(Reflect.get(before, field)) ? [] : [field],
    )
    const target = { kind: 'invoice-address', id }
    await recordAudit(tx, actor, call, at, {
      scope: 'ACCOUNT',
      scopeId: actor.userId,
      action: 'invoice-address.updated',
      target,
      after: { changed },
    })
    return after
  })
}

const updateSql = `update billing.invoice_addresses set company = $2, first_name = $3, last_name = $4, street = $5, line2 = $6, postal_code = $7, city = $8,
    region = $9, country_code = $10, email = $11, cc_emails = $12, vat_id = $13, vat_id_status = $14, vat_id_checked_at = $15, vat_id_request_id = $16,
    purchase_order = $17, buyer_reference = $18, e_invoice = $19, peppol_id = $20, updated_at = $21, version = version + 1
  where id = $1 and version = $22 returning ${addressColumns}`
