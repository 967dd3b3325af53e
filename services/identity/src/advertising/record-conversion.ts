import { randomUUIDv7 } from 'node:crypto'
import type { Conversion } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'

/** Click ids count for 90 days. */
export const clickDays = 90

export interface ConversionNew {
  /** Somebody whose sign-up followed an advertisement; for everybody else nothing happens. */
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

/**
 * Judges whether what was recorded may be sent: not without consent, not of a click that was too old, and what can happen to a click
 * once not twice. One process at a time, and after the commit of what was recorded, or two could both be the first one. Run it
 * every few minutes.
 */
export async function judgeConversions(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      'identity-conversions-turn',
      `select pg_advisory_xact_lock(hashtextextended('identity.conversions', 0))`,
    )
    await tx.query('identity-conversions-judge', judgeSql, [clickDays])
  })
}

const judgeSql = `update identity.conversions c set state = case when judged.reason is null then 'ELIGIBLE' else 'INELIGIBLE' end, reason = judged.reason
  from identity.conversions o join identity.advertising_tokens t on t.id = o.token_id
  cross join lateral (select case
    when not coalesce((t.consent->>'adUserData')::boolean, false) then 'NO_CONSENT'
    when t.gclid is null or t.created_at < o.occurred_at - make_interval(days => $1) then 'EXPIRED'
    when o.kind <> 'INVOICE_PAID' and exists (select from identity.conversions other
      where other.token_id = o.token_id and other.kind = o.kind and other.id <> o.id
        and (other.state not in ('RECORDED', 'INELIGIBLE', 'REJECTED') or (other.state = 'RECORDED' and other.id < o.id))) then 'DUPLICATE'
    end as reason) as judged
  where o.id = c.id and o.state = 'RECORDED'`

/** Somebody whose sign-up followed an advertisement, who agreed to its measurement, and whose click still counts. */
export interface OpenClick {
  readonly userId: string
  readonly clickedAt: Date
  /** What is recorded already. */
  readonly recorded: readonly Conversion['kind'][]
}

/** All whose conversions are worth recording now, in the order of their clicks. */
export function listOpenClicks(db: Queries, now: Date): Promise<OpenClick[]> {
  return db.query('identity-open-clicks', listSql, [new Date(now.getTime() - clickDays * 86_400_000)])
}

const listSql = `select u.id as "userId", t.created_at as "clickedAt",
    array(select distinct c.kind from identity.conversions c where c.token_id = t.id) as recorded
  from identity.advertising_tokens t join identity.users u on u.advertising_token_id = t.id
  where t.gclid is not null and t.created_at > $1 and (t.consent->>'adUserData')::boolean and u.email_verified order by t.id`
