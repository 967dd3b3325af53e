import type { VatCheck } from '@bollard/contracts'
import { type InvoiceAddressCountry, invoiceAddressCountries } from '@bollard/lookup-lists'
import type { BillingContext } from '../billing-context.ts'
import type { VatIdAnswer } from '../tax/check-vat-id.ts'
import { readVatId, type VatId } from '../tax/vat-id.ts'

/** Whose VAT id is asked about. */
export type VatIdHolder = VatCheck['holder']

/**
 * So many whole calendar years a check is kept after the year in which it was made. In Germany vouchers are kept for eight years
 * (section 147 of the Abgabenordnung), and records of services in other member states for ten (article 369k of Directive 2006/112/EC); the longer counts.
 */
const keptYears = 10

export type ViesContext = Pick<BillingContext, 'db' | 'checkVatId' | 'seller' | 'now' | 'newId'>

/** Asks VIES in the name of the seller, and writes down what was asked and answered. Ask outside of a transaction: it may take seconds. */
export async function askVies(context: ViesContext, vatId: VatId, holder: VatIdHolder): Promise<VatIdAnswer> {
  const requester = requesterOf(context.seller)
  const answer = await context.checkVatId(vatId, requester)
  const [result, requestId] =
    answer === 'unavailable' ? ['UNAVAILABLE', null] : [answer.valid ? 'VALID' : 'INVALID', answer.requestId]
  await context.db.query('billing-vat-check-add', addSql, [
    context.newId(),
    context.now(),
    vatId.text,
    result,
    requestId,
    requester?.text ?? null,
    holder.kind,
    holder.id,
  ])
  return answer
}

/** Deletes checks that are kept no longer. Safe in several processes at once. */
export async function forgetOldVatChecks({ db, now }: Pick<BillingContext, 'db' | 'now'>): Promise<void> {
  const firstKept = new Date(Date.UTC(now().getUTCFullYear() - keptYears, 0))
  await db.query('billing-vat-check-sweep', 'delete from billing.vat_checks where at < $1', [firstKept])
}

function requesterOf({ countryCode, vatId }: BillingContext['seller']): VatId | null {
  const country = invoiceAddressCountries.find((code): code is InvoiceAddressCountry => code === countryCode)
  const own = country === undefined || vatId === null ? null : readVatId(country, vatId)
  return own?.inVies ? own : null
}

const addSql = `insert into billing.vat_checks (id, at, vat_id, result, request_id, requester_vat_id, holder_kind, holder_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
