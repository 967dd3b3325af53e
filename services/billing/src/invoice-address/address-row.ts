import type { InvoiceAddress } from '@bollard/contracts'

/** An address as the statements of this service select it. */
export interface AddressRow extends Omit<InvoiceAddress, 'vatIdCheckedAt' | 'createdAt' | 'updatedAt'> {
  readonly userId: string
  readonly vatIdCheckedAt: Date | null
  readonly vatIdRequestId: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const addressColumns = `id, user_id as "userId", company, first_name as "firstName", last_name as "lastName", street, line2, postal_code as "postalCode", city, region,
  country_code as "countryCode", email, cc_emails as "ccEmails", vat_id as "vatId", vat_id_status as "vatIdStatus", vat_id_checked_at as "vatIdCheckedAt",
  vat_id_request_id as "vatIdRequestId", purchase_order as "purchaseOrder", buyer_reference as "buyerReference", e_invoice as "eInvoice",
  peppol_id as "peppolId", array(select e from unnest(array[email] || cc_emails) with ordinality as named(e, place)
    where not exists (select from billing.confirmed_emails c where c.user_id = invoice_addresses.user_id and c.email = lower(e))
    group by e order by min(place)) as "unconfirmedEmails", version, created_at as "createdAt", updated_at as "updatedAt"`

export function toAddress({ vatIdCheckedAt, createdAt, updatedAt, ...row }: AddressRow): InvoiceAddress {
  return {
    ...row,
    vatIdCheckedAt: vatIdCheckedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
