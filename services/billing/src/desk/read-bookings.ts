import type { bookingParts } from '@bollard/contracts'
import { csvHead, csvLine } from '@bollard/export-file'
import type { BillingContext } from '../billing-context.ts'
import { readMonth } from '../accounting/month.ts'

const invoiceFields = [
  'number',
  'kind',
  'corrects',
  'issuedOn',
  'dueOn',
  'buyer',
  'country',
  'vatId',
  'net',
  'tax',
  'gross',
  'currency',
  'taxes',
  'status',
] as const
const paymentFields = ['at', 'kind', 'invoice', 'buyer', 'amount', 'currency', 'reference', 'way'] as const

/**
 * What an accountant books of a month (`2026-11`, in UTC), as CSV: invoices and credit notes by the day of issue, or payments and what went back
 * of them by the moment at which money moved. Amounts have a decimal point; what goes back is negative.
 */
export async function readBookings(
  { db }: Pick<BillingContext, 'db'>,
  period: string,
  part: (typeof bookingParts)[number],
): Promise<string> {
  const { from, to } = readMonth(period)
  if (part === 'PAYMENTS') {
    const rows = await db.query('billing-bookings-payments', paymentsSql, [from, to])
    return tableOf(
      paymentFields,
      rows.map(({ amountMinor, ...row }) => ({ ...row, amount: (amountMinor ?? 0) / 100 })),
    )
  }
  const rows = await db.query('billing-bookings-invoices', invoicesSql, [from, to])
  return tableOf(
    invoiceFields,
    rows.map(({ netMinor, taxMinor, grossMinor, ...row }) => {
      const money = (minor: number | null) => ((row.kind === 'CREDIT_NOTE' ? -1 : 1) * (minor ?? 0)) / 100
      return { ...row, net: money(netMinor), tax: money(taxMinor), gross: money(grossMinor) }
    }),
  )
}

function tableOf(columns: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  return csvHead(columns) + rows.map((row) => csvLine(columns, row)).join('')
}

const invoicesSql = `select i.number, i.kind, o.number as corrects, i.issued_on::text as "issuedOn", i.due_on::text as "dueOn",
    i.document #>> '{buyer,name}' as buyer, i.document #>> '{buyer,address,countryCode}' as country, i.document #>> '{buyer,vatId}' as "vatId",
    i.net_minor::float8 as "netMinor", i.tax_minor::float8 as "taxMinor", i.gross_minor::float8 as "grossMinor", i.currency, i.status,
    (select string_agg(distinct (line #>> '{tax,category}') || ' ' || (line #>> '{tax,rate}'), ', ') from jsonb_array_elements(i.document->'lines') line) as taxes
  from billing.invoices i left join billing.invoices o on o.id = i.corrects
  where i.status <> 'DRAFT' and i.issued_on >= $1::date and i.issued_on < $2::date order by i.number`
const paymentsSql = `select at, kind, invoice, buyer, "amountMinor", currency, reference, way from (
    select p.id, coalesce(p.provider_at, p.updated_at) as at, 'PAYMENT' as kind, i.number as invoice, i.document #>> '{buyer,name}' as buyer, p.amount_minor::float8 as "amountMinor",
      p.currency, coalesce(p.bank_reference, p.provider_token, '') as reference, p.kind as way
    from billing.payments p join billing.invoices i on i.id = p.invoice_id
    where p.status in ('SUCCEEDED', 'REFUNDED', 'DISPUTED') and coalesce(p.provider_at, p.updated_at) >= $1 and coalesce(p.provider_at, p.updated_at) < $2
    union all
    select r.id, r.created_at, 'REFUND', i.number, i.document #>> '{buyer,name}', -r.amount_minor::float8, p.currency, coalesce(p.provider_token, ''), p.kind
    from billing.refunds r join billing.payments p on p.id = r.payment_id join billing.invoices i on i.id = p.invoice_id
    where r.created_at >= $1 and r.created_at < $2) booked
  order by at, id`
