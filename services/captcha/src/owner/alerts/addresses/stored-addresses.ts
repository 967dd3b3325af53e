import { createHash } from 'node:crypto'
import type { Queries } from '@bollard/database'

export interface StoredAddress {
  readonly id: string
  /** In lower case. */
  readonly address: string
  readonly state: 'WAITING' | 'CONFIRMED' | 'UNSUBSCRIBED'
  readonly askedAt: Date | null
}

/** A link works for so long, and nobody is asked twice within it. */
export const linkMs = 24 * 3_600_000

/** Addresses of a site that somebody entered, by themselves in lower case. */
export async function findAddresses(db: Queries, siteId: number): Promise<ReadonlyMap<string, StoredAddress>> {
  const rows = await db.query(
    'captcha-alert-addresses',
    'select id, address, state, asked_at as "askedAt" from captcha.alert_addresses where site_id = $1',
    [siteId],
  )
  return new Map(rows.map((row) => [row.address, row]))
}

/** What is stored of the token of a link: 256 bits of chance need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Takes the link of a mail, once. `expired` is a link whose day is over. */
export async function confirmAddress(
  db: Queries,
  token: string,
  now: Date,
): Promise<'confirmed' | 'expired' | 'unknown'> {
  const [row] = await db.query(
    'captcha-alert-address-confirm',
    `update captcha.alert_addresses set state = case when asked_at > $2 then 'CONFIRMED' else state end, token_hash = case when asked_at > $2 then null else token_hash end
     where token_hash = $1 returning state = 'CONFIRMED' as "inTime"`,
    [hashToken(token), new Date(now.getTime() - linkMs)],
  )
  if (row === undefined) return 'unknown'
  return row.inTime ? 'confirmed' : 'expired'
}

/** Ends all mails about a site to an address. Without effect and without error when it has, or the site is gone. */
export async function unsubscribeAddress(db: Queries, id: string): Promise<void> {
  await db.query(
    'captcha-alert-address-end',
    `update captcha.alert_addresses set state = 'UNSUBSCRIBED', token_hash = null where id = $1`,
    [id],
  )
}

/** The language in which an address was asked. */
export async function languageOfAddress(db: Queries, id: string): Promise<string> {
  const [row] = await db.query(
    'captcha-alert-address-language',
    'select language from captcha.alert_addresses where id = $1',
    [id],
  )
  return row?.language ?? 'en'
}

/** Forgets addresses that nobody wants told any more; who unsubscribed stays known, so that nobody asks them as if for the first time. */
export async function forgetAddresses(db: Queries, now: Date): Promise<void> {
  await db.query(
    'captcha-alert-addresses-forget',
    `delete from captcha.alert_addresses a where a.state <> 'UNSUBSCRIBED' and coalesce(a.asked_at, a.created_at) < $1
     and not exists (select from captcha.alert_settings s cross join jsonb_array_elements(s.settings -> 'recipients') r
       where s.site_id = a.site_id and lower(r ->> 'email') = a.address)`,
    [new Date(now.getTime() - linkMs)],
  )
}
