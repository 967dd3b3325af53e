import type { VatCheck } from '@bollard/contracts'
import type { RowOf } from '@bollard/database'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'

export const vatCheckColumns = `c.id, c.at, c.vat_id as "vatId", c.result, c.request_id as "requestId", c.requester_vat_id as "requesterVatId",
  c.holder_kind as "holderKind", c.holder_id as "holderId", (select a.company from billing.invoice_addresses a
    where c.holder_kind = 'ACCOUNT' and a.user_id = c.holder_id and a.vat_id = c.vat_id order by a.id desc limit 1) as company`

/** A page of what VIES was asked about all customers and partners, newest first. `filter` is a VAT id or its beginning, with blanks or without. */
export async function listVatChecks(
  { db }: Pick<BillingContext, 'db'>,
  { cursor, limit, filter = '' }: PageQuery & { readonly filter?: string | undefined },
): Promise<{ items: VatCheck[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  // Without what people write between the digits, as ids are stored.
  const begins = filter.toUpperCase().replaceAll(/[\s.\u2010-\u2013-]/gu, '')
  const pattern = `${begins.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`
  const rows = await db.query('billing-vat-checks', listSql, [after, pattern, limit + 1])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { items: page.map(toVatCheck), nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

export function toVatCheck({ at, holderKind, holderId, ...row }: RowOf<'billing-vat-checks'>): VatCheck {
  return { ...row, at: at.toISOString(), holder: { kind: holderKind, id: holderId } }
}

const listSql = `select ${vatCheckColumns} from billing.vat_checks c
  where ($1::uuid is null or c.id < $1) and c.vat_id like $2 order by c.id desc limit $3`
