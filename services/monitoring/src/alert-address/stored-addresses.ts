import type { alertMailStates, Channel, ShownChannelTarget } from '@bollard/contracts'
import type { Database, Queries } from '@bollard/database'
import { hashSecret } from '../access/secret-key.ts'

export interface StoredAddress {
  readonly id: string
  /** In lower case. */
  readonly address: string
  readonly state: (typeof alertMailStates)[number]
}

/** A link works for so long, and nobody is asked twice within it. */
export const linkMs = 24 * 3_600_000

/** Addresses of a solution that are asked or cannot be reached, by themselves in lower case. */
export async function findAddresses(db: Queries, solutionId: string): Promise<ReadonlyMap<string, StoredAddress>> {
  const rows = await db.query('monitoring-alert-addresses', findSql, [solutionId])
  return new Map(rows.map((row) => [row.address, row as StoredAddress]))
}

/** What stands beside the addresses of a target. */
export function addressesOf(
  target: ShownChannelTarget,
  known: ReadonlyMap<string, StoredAddress>,
): Channel['addresses'] {
  if (target.kind !== 'EMAIL') return []
  return target.addresses.flatMap((email) => {
    const stored = known.get(email.toLowerCase())
    return stored === undefined ? [] : [{ email, state: stored.state }]
  })
}

/** Takes the link of a mail, once. `expired` is a link whose day is over. */
export async function confirmAddress(
  db: Queries,
  token: string,
  now: Date,
): Promise<'confirmed' | 'expired' | 'unknown'> {
  const values = [hashSecret(token), new Date(now.getTime() - linkMs)]
  const [row] = await db.query('monitoring-alert-address-confirm', confirmSql, values)
  if (row === undefined) return 'unknown'
  return row.inTime ? 'confirmed' : 'expired'
}

/** Ends all alerts of a solution to an address: a no counts as an answer of now. Nothing happens where they have ended. */
export async function stopAddress(db: Queries, id: string, now: Date): Promise<void> {
  await db.query('monitoring-alert-address-stop', stopSql, [id, now])
}

/** The language in which an address was asked. */
export async function languageOfAddress(db: Queries, id: string): Promise<string> {
  const [row] = await db.query('monitoring-alert-address-language', languageSql, [id])
  return row?.language ?? 'en'
}

/** Notes that the server of an address refuses mails for good, and forgets that of a member once it takes them again. */
export async function noteBounce(
  tx: Queries,
  { id, solutionId, address, language }: Record<'id' | 'solutionId' | 'address' | 'language', string>,
  at: Date,
): Promise<void> {
  await tx.query('monitoring-alert-address-bounced', bouncedSql, [id, solutionId, address, language, at])
}

/** A member needs no row: only those who cannot be reached have one. */
export async function forgetAddress(tx: Queries, id: string): Promise<void> {
  await tx.query('monitoring-alert-address-forget', 'delete from monitoring.alert_addresses where id = $1', [id])
}

/** Forgets addresses that no channel has; who has ended alerts stays known, so that nobody asks them as if for the first time. */
export async function sweepAddresses(db: Database, now: Date): Promise<void> {
  await db.query('monitoring-sweep-alert-addresses', sweepSql, [new Date(now.getTime() - linkMs)])
}

const findSql = 'select id, address, state from monitoring.alert_addresses where solution_id = $1'
const confirmSql = `update monitoring.alert_addresses set state = case when asked_at > $2 then 'CONFIRMED' else state end,
    token_hash = case when asked_at > $2 then null else token_hash end
  where token_hash = $1 and state = 'WAITING' returning state = 'CONFIRMED' as "inTime"`
const stopSql = `update monitoring.alert_addresses set state = 'UNSUBSCRIBED', token_hash = null, asked_at = $2
  where id = $1 and state <> 'UNSUBSCRIBED'`
const languageSql = 'select language from monitoring.alert_addresses where id = $1'
const bouncedSql = `insert into monitoring.alert_addresses (id, solution_id, address, language, state, created_at) values ($1, $2, $3, $4, 'BOUNCED', $5)
  on conflict (solution_id, address) do update set state = 'BOUNCED' where alert_addresses.state <> 'UNSUBSCRIBED'`
const sweepSql = `delete from monitoring.alert_addresses a where a.state <> 'UNSUBSCRIBED' and coalesce(a.asked_at, a.created_at) < $1
  and not exists (select from monitoring.channels c cross join jsonb_array_elements_text(c.target -> 'addresses') t
    where c.solution_id = a.solution_id and c.target ->> 'kind' = 'EMAIL' and lower(t) = a.address)`
