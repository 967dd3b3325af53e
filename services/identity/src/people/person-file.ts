import { listAudit, type AuditQuery } from '@bollard/audit'
import type { AuditEntry, PersonFile, PersonSummary } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { previewDeletion } from '../deletion/preview.ts'
import { listExports } from '../export/exports.ts'
import { findFactorRemoval } from '../factor-removal/wait.ts'
import type { IdentityContext } from '../identity-context.ts'
import { listSessionsOf } from '../session/list.ts'
import { nameActors } from '../account/list-audit.ts'
import { personColumns, toPersonSummary } from './search.ts'

/** Everything that operators see of one account. */
export async function getPerson(context: IdentityContext, userId: string): Promise<PersonFile> {
  const { db } = context
  const [row] = await db.query('identity-person-file', fileSql, [userId])
  if (!row) throw new ProblemError('not-found')
  const [factors, sessions, belongings, exports, removal, signIns, mailsReturn] = await Promise.all([
    db.query('identity-person-factors', factorsSql, [userId]),
    listSessionsOf(context, userId),
    context.belongings.list(userId),
    // As the worker, since it tells how long the files are.
    listExports({ ...context, db: context.workerDb }, { userId }),
    findFactorRemoval(db, userId),
    listAudit(db, 'ACCOUNT', userId, { limit: 1, action: 'session.opened' }),
    context.isBounced(row.email),
  ])
  const { termsVersion, termsAcceptedAt, language, timezone, suspensionReason, hasPassword } = row
  return {
    ...toPersonSummary(row),
    language,
    timezone,
    suspensionReason,
    hasPassword,
    mailsReturn,
    acceptedTerms:
      termsVersion === null || termsAcceptedAt === null
        ? null
        : { version: termsVersion, acceptedAt: termsAcceptedAt.toISOString() },
    lastSignInAt: signIns.items[0]?.at ?? null,
    factors: factors.map(({ kind, addedAt, lastUsedAt, count }) => ({
      kind,
      count,
      addedAt: addedAt?.toISOString() ?? null,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    factorsRemovedAt: removal?.state === 'WAITING' ? removal.at : null,
    sessions,
    belongings: belongings.map(({ kind, id, name, isSoleAdmin }) => ({ kind, id, name, isSoleAdmin })),
    exports: exports.items,
  }
}

/** What happened to an account, newest first; also to one that is gone. */
export async function listPersonAudit(
  { db }: IdentityContext,
  userId: string,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  return nameActors(db, await listAudit(db, 'ACCOUNT', userId, query))
}

/** The preview that the person would get, or `not-found`. */
export async function previewPersonDeletion(
  context: IdentityContext,
  userId: string,
): ReturnType<typeof previewDeletion> {
  const [row] = await context.db.query('identity-person-file', fileSql, [userId])
  if (!row) throw new ProblemError('not-found')
  return previewDeletion(context, { userId })
}

/** The administrators of the installation, the longest-standing account first. */
export async function listAdministrators({
  db,
}: IdentityContext): Promise<{ items: (PersonSummary & { hasSecondFactor: boolean })[] }> {
  const rows = await db.query('identity-administrators', administratorsSql)
  return { items: rows.map((row) => ({ ...toPersonSummary(row), hasSecondFactor: row.hasSecondFactor })) }
}

const fileSql = `select ${personColumns}, language, timezone, terms_version as "termsVersion", terms_accepted_at as "termsAcceptedAt",
    suspension_reason as "suspensionReason",
    exists (select from identity.accounts where user_id = users.id and provider_id = 'credential' and password_hash is not null) as "hasPassword"
  from identity.users where id = $1`
const factorsSql = `select 'TOTP' as kind, confirmed_at as "addedAt", null::timestamptz as "lastUsedAt", 1 as count
    from identity.totp_secrets where user_id = $1 and confirmed_at is not null
  union all select 'PASSKEY', created_at, last_used_at, 1 from identity.passkeys where user_id = $1
  union all select 'RECOVERY_CODE', min(created_at), null, count(*)::int from identity.recovery_codes where user_id = $1 having count(*) > 0`
const administratorsSql = `select ${personColumns}, exists (select from identity.totp_secrets where user_id = users.id and confirmed_at is not null)
    or exists (select from identity.passkeys where user_id = users.id) as "hasSecondFactor"
  from identity.users where is_admin order by id`
