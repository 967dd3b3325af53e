import { locales } from '@bollard/i18n'
import { recordAudit } from '@bollard/audit'
import type { Database, RowOf } from '@bollard/database'
import type { MailLanguage } from '@bollard/mail'
import { touchSite } from '../../records/sites/sites.ts'
import { type KeyMails, readyToTell, type TellAdmins } from './tell-admins.ts'

interface KeepContext {
  readonly db: Database
  readonly keyMails: KeyMails | undefined
  readonly onError: (error: unknown) => void
}

/** Keys for which something is due; `step` is the number of a mail, or past the last one the end. */
type ExpiringKey = RowOf<'captcha-api-keys-expiring'>
type UnusedKey = RowOf<'captcha-api-keys-unused'>

const dayMs = 86_400_000
const revokeDays = 90
const lastNoticeDays = 80

/**
 * Tells admins of keys that end soon, two weeks and a day before, and of keys that nobody uses: after 60 and 80 days. After 90 those
 * that don't verify are revoked, ten days after the second mail at the earliest. A key that verifies is never revoked here: the form of
 * a quiet website would break without anybody having touched it. About once an hour, in any number of processes; without a way to
 * tell anybody nothing is revoked.
 */
export async function keepKeys({ db, keyMails, onError }: KeepContext, now: number): Promise<void> {
  if (keyMails === undefined) return
  const at = new Date(now)
  const each = async <Name extends 'captcha-api-keys-expiring' | 'captcha-api-keys-unused'>(
    statement: string,
    name: Name,
    work: (key: RowOf<Name>, tell: TellAdmins) => Promise<void>,
  ): Promise<void> => {
    for (const key of await db.query(name, statement, [at])) {
      try {
        await work(key, await readyToTell(keyMails, key.solutionId))
      } catch (error) {
        // It is tried again with the next turn, and keeps no other key waiting.
        onError(error)
      }
    }
  }
  await each(expiringSql, 'captcha-api-keys-expiring', (key, tell) => noticeEnd(db, key, tell))
  await each(unusedSql, 'captcha-api-keys-unused', (key, tell) =>
    key.step > 2 ? revoke(db, key, at, tell) : noticeUnused(db, key, at, tell),
  )
}

async function noticeEnd(db: Database, key: ExpiringKey, tell: TellAdmins): Promise<void> {
  await db.transaction(async (tx) => {
    const noticed = await tx.query(
      'captcha-api-key-end-noticed',
      'update captcha.api_keys set expiry_notices = $2 where id = $1 and expiry_notices < $2 and revoked_at is null and expires_at = $3 returning id',
      [key.number, key.step, key.expiresAt],
    )
    if (noticed.length === 0) return
    const happening = `${key.id} ${key.expiresAt.toISOString()} ${key.step}`
    await tell(tx, {
      kind: 'key-expiring',
      happening,
      key,
      values: ({ language }) => ({ date: dayIn(language, key.expiresAt) }),
    })
  })
}

async function noticeUnused(db: Database, key: UnusedKey, at: Date, tell: TellAdmins): Promise<void> {
  await db.transaction(async (tx) => {
    const noticed = await tx.query('captcha-api-key-unused-noticed', noticeSql, [
      key.number,
      key.step,
      at,
      key.lastUsedAt,
    ])
    if (noticed.length === 0) return
    const happening = `${key.id} ${at.toISOString()}`
    if (key.verifies) return tell(tx, { kind: 'key-unused-kept', happening, key, values: () => ({}) })
    const daysLeft = key.step === 1 ? revokeDays - 60 : revokeDays - lastNoticeDays
    const end = new Date(at.getTime() + daysLeft * dayMs)
    await tell(tx, { kind: 'key-unused', happening, key, values: ({ language }) => ({ date: dayIn(language, end) }) })
  })
}

/** Unless it was used since it was found. */
async function revoke(db: Database, key: UnusedKey, at: Date, tell: TellAdmins): Promise<void> {
  await db.transaction(async (tx) => {
    const revoked = await tx.query(
      'captcha-api-key-unused-revoke',
      `update captcha.api_keys set revoked_at = $2, version = version + 1 where id = $1 and revoked_at is null and last_used_at is not distinct from $3 and not ${verifies} returning id`,
      [key.number, at, key.lastUsedAt],
    )
    if (revoked.length === 0) return
    await touchSite(tx, key.siteId)
    await tell(tx, { kind: 'key-unused-revoked', happening: key.id, key, values: () => ({}) })
    const { id, name, prefix, last4 } = key
    const before = { name, prefix, last4, lastUsedAt: key.lastUsedAt?.toISOString() ?? null }
    const target = { kind: 'api-key', id }
    await recordAudit(tx, {
      at,
      scope: 'SOLUTION',
      scopeId: key.solutionId,
      actor: { kind: 'SYSTEM' },
      action: 'api-key.revoked',
      target,
      before,
    })
  })
}

function dayIn(language: MailLanguage, at: Date): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

const verifies = `'verify' = any(scopes)`
const columns = `k.id as number, k.public_id as id, k.site_id as "siteId", s.solution_id as "solutionId", k.name, k.prefix, k.last4,
  k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", ${verifies} as verifies`
// A key that was made for a few days needs no mail on its first.
const expiringSql = `select * from (
    select ${columns}, case when k.expires_at <= $1::timestamptz + interval '1 day' and k.expires_at > k.created_at + interval '2 days' then 2
      when k.expires_at > k.created_at + interval '28 days' then 1 else 0 end as step, k.expiry_notices as done
    from captcha.api_keys k join captcha.sites s on s.id = k.site_id
    where k.revoked_at is null and k.replaced_by is null and k.expires_at > $1::timestamptz and k.expires_at <= $1::timestamptz + interval '14 days') d
  where step > done order by number`
/** Notices before the last use count no more. */
const noticesDone = 'case when k.last_used_at > k.unused_noticed_at then 0 else k.unused_notices end'
const unusedSql = `select * from (
    select ${columns}, ${noticesDone} + 1 as step, k.unused_noticed_at as noticed_at, coalesce(k.last_used_at, k.created_at) as used_at
    from captcha.api_keys k join captcha.sites s on s.id = k.site_id
    where k.revoked_at is null and k.replaced_by is null and (k.expires_at is null or k.expires_at > $1::timestamptz)
      and coalesce(k.last_used_at, k.created_at) <= $1::timestamptz - interval '60 days') d
  where case step when 1 then true
    when 2 then used_at <= $1::timestamptz - interval '${lastNoticeDays} days' and noticed_at <= $1::timestamptz - interval '20 days'
    when 3 then not verifies and used_at <= $1::timestamptz - interval '${revokeDays} days' and noticed_at <= $1::timestamptz - interval '10 days' else false end
  order by number`
const noticeSql = `update captcha.api_keys k set unused_notices = $2, unused_noticed_at = $3
  where k.id = $1 and k.revoked_at is null and ${noticesDone} = $2 - 1 and k.last_used_at is not distinct from $4 returning k.id`
