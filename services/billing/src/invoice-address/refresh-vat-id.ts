import { dayMs } from '@bollard/contracts'
import { invoiceAddressCountries } from '@bollard/lookup-lists'
import type { BillingContext } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { readVatId } from '../tax/vat-id.ts'
import { findOutVatId, type VatIdFinding } from './check-address.ts'

const atOnce = 20

type RefreshContext = Pick<BillingContext, 'db' | 'checkVatId' | 'seller' | 'now' | 'newId' | 'onError'>

interface Known {
  readonly id: string
  readonly userId: string
  readonly countryCode: string
  readonly vatId: string | null
  readonly status: VatIdFinding['status']
  readonly checkedAt: Date | null
  readonly requestId: string | null
}

/** Asks VIES again about the VAT id of an address, as required before each invoice, and stores the answer. Null for an address that is gone. */
export async function refreshVatId(context: RefreshContext, addressId: string): Promise<VatIdFinding | null> {
  const [known] = await context.db.query('billing-vat-known', `${selectSql} where id = $1`, [addressId])
  return known ? refresh(context, known) : null
}

/** Asks VIES again about VAT ids confirmed a month ago, and every hour about those it had no answer for. Returns how many. */
export async function refreshDueVatIds(context: RefreshContext): Promise<number> {
  const now = context.now().getTime()
  const due = await context.db.query('billing-vat-due', dueSql, [
    new Date(now - 30 * dayMs),
    new Date(now - dayMs / 24),
    atOnce,
  ])
  for (const known of due) await refresh(context, known).catch(context.onError)
  return due.length
}

async function refresh(
  context: RefreshContext,
  { id, userId, countryCode, vatId: text, ...kept }: Known,
): Promise<VatIdFinding> {
  const country = invoiceAddressCountries.find((code) => code === countryCode)
  const vatId = country === undefined || text === null ? null : readVatId(country, text)
  const finding = await findOutVatId(context, vatId, { kind: 'ACCOUNT', id: userId })
  // What was confirmed today stays confirmed: else an invoice that was corrected for it could have to be corrected again.
  const isFresh =
    kept.status === 'VALID' && kept.checkedAt !== null && context.now().getTime() - kept.checkedAt.getTime() <= dayMs
  if (finding.status === 'UNAVAILABLE' && isFresh) return kept
  if (vatId !== null && finding.checkedAt !== null) {
    // Only while it is still the VAT id that was asked about; the version stays, as nothing that a person wrote has changed.
    await asActor(context.db, { userId }, (tx) =>
      tx.query('billing-vat-keep', keepSql, [id, text, finding.status, finding.checkedAt, finding.requestId]),
    )
  }
  return finding
}

const selectSql = `select id, user_id as "userId", country_code as "countryCode", vat_id as "vatId", vat_id_status as status, vat_id_checked_at as "checkedAt",
    vat_id_request_id as "requestId" from billing.invoice_addresses`
const dueSql = `${selectSql} where (vat_id_status = 'VALID' and vat_id_checked_at <= $1) or (vat_id_status = 'UNAVAILABLE' and vat_id_checked_at <= $2)
  order by vat_id_checked_at limit $3`
const keepSql = `update billing.invoice_addresses set vat_id_status = $3, vat_id_checked_at = $4, vat_id_request_id = $5 where id = $1 and vat_id = $2`
