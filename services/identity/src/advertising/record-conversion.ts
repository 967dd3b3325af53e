import { randomUUIDv7 } from 'node:crypto'
import type { Conversion } from '@bollard/contracts'
import type { Queries } from '@bollard/database'

/** Click ids count for 90 days. */
export const clickDays = 90

export interface ConversionNew {
  /** Whose sign-up came by an advertisement; for everybody else nothing happens. */
  readonly userId: string
  readonly kind: Conversion['kind']
  /** What it happened to, such as the id of an invoice. With the same kind it is recorded once. */
  readonly reference: string
  readonly occurredAt: Date
  readonly value?: { readonly amountMinor: number; readonly currency: string } | undefined
}

/** Writes down that an advertisement led to something. Whether it may be sent is judged afterwards. */
export async function recordConversion(db: Queries, conversion: ConversionNew): Promise<void> {
  const { userId, kind, reference, occurredAt, value } = conversion
  const values = [
    randomUUIDv7(),
    userId,
    kind,
    reference,
    occurredAt,
    value?.amountMinor ?? null,
    value?.currency ?? null,
  ]
  await db.query('identity-conversion-record', recordSql, values)
}

const recordSql = `insert into identity.conversions (id, token_id, kind, reference, occurred_at, value_minor, currency, state)
  select $1, t.id, $3, $4, $5, $6, $7, 'RECORDED'
  from identity.users u join identity.advertising_tokens t on t.id = u.advertising_token_id
  where u.id = $2::uuid
  on conflict (token_id, kind, reference) do nothing`
