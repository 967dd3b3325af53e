import type { DeskInvoice } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { invoiceColumns, toInvoiceView } from '../invoice/invoice-row.ts'

interface LatestQuery extends PageQuery {
  /** A whole number or id, or a part of a company, an e-mail address or a VAT id. */
  readonly filter?: string | undefined
  readonly status?: DeskInvoice['status'] | undefined
  readonly kind?: DeskInvoice['kind'] | undefined
}

/** A page of the invoices and credit notes of all customers, newest first. */
export async function listLatestInvoices(
  { db }: Pick<BillingContext, 'db'>,
  { cursor, limit, filter = '', status, kind }: LatestQuery,
): Promise<{ items: DeskInvoice[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const pattern = `%${filter.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const values = [after, status ?? null, kind ?? null, filter, pattern, limit + 1]
  const rows = await db.query('billing-invoice-latest', latestSql, values)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      ...toInvoiceView(row),
      dunning:
        row.kind === 'INVOICE' && ['ISSUED', 'OVERDUE', 'UNCOLLECTIBLE'].includes(row.status) ? dunningOf(row) : null,
      vatRequestId: row.vatRequestId,
      taxIsProvisional: row.taxIsProvisional,
    })),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

interface Dunned {
  readonly dunningStep: number
  readonly dunningSince: Date | null
  readonly tries: number
  readonly nextTryAt: Date | null
  readonly noticedAt: Date | null
  readonly lockWantedAt: Date | null
}

function dunningOf(row: Dunned): NonNullable<DeskInvoice['dunning']> {
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    step: row.dunningStep,
    since: time(row.dunningSince),
    tries: row.tries,
    nextTryAt: time(row.nextTryAt),
    noticedAt: time(row.noticedAt),
    lockWantedAt: time(row.lockWantedAt),
  }
}

const latestSql = `select ${invoiceColumns}, vat_request_id as "vatRequestId", provisional_tax and tax_settled_at is null as "taxIsProvisional"
  from billing.invoices
  where status <> 'DRAFT' and ($1::uuid is null or id < $1) and ($2::text is null or status = $2) and ($3::text is null or kind = $3)
    and ($4::text = '' or number = $4 or lower($4) in (id::text, solution_id::text) or document #>> '{buyer,name}' ilike $5
      or document #>> '{buyer,email}' ilike $5 or document #>> '{buyer,vatId}' ilike $5)
  order by id desc limit $6`
