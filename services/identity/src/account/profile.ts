import { changesOf } from '@bollard/audit'
import type { Profile } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { isTimeZone, userColumns } from '../users/user.ts'

/** The account of the signed-in person. */
export async function getProfile(context: IdentityContext, { userId }: Actor): Promise<Profile> {
  return readProfile(context.db, userId, context.now())
}

/** Throws `unauthenticated` when the account has been deleted meanwhile. */
export async function readProfile(db: Queries, userId: string, now: Date): Promise<Profile> {
  const [row] = await db.query('identity-profile', profileSql, [userId, now])
  if (!row) throw new ProblemError('unauthenticated', 'The account is gone.')
  const { createdAt, termsVersion, termsAcceptedAt, ...profile } = row
  const acceptedTerms =
    termsVersion === null || termsAcceptedAt === null
      ? null
      : { version: termsVersion, acceptedAt: termsAcceptedAt.toISOString() }
  return { ...profile, createdAt: createdAt.toISOString(), acceptedTerms }
}

const profileSql = `select ${userColumns}, version, created_at as "createdAt", terms_version as "termsVersion", terms_accepted_at as "termsAcceptedAt", to_char(deletion_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "deletionAt",
    (select new_email from identity.email_changes where user_id = users.id and expires_at > $2) as "emailChangeTo"
  from identity.users where id = $1`

export type ProfileChange = Pick<Profile, 'givenName' | 'language' | 'timezone' | 'theme' | 'version'>

/** Changes what people choose about themselves. Throws `version-conflict` when it was changed since `version` was read. */
export async function updateProfile(
  context: IdentityContext,
  { userId }: Actor,
  wanted: ProfileChange,
  call: Call,
): Promise<Profile> {
  if (!isTimeZone(wanted.timezone))
    throw new ProblemError('validation-failed', 'The time zone is not known.', {
      errors: [{ pointer: '/timezone', code: 'invalid-value' }],
    })
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const known = await readProfile(tx, userId, at)
    const { givenName, language, timezone, theme, version } = wanted
    const written = await tx.query('identity-profile-update', updateSql, [
      userId,
      version,
      givenName,
      language,
      timezone,
      theme,
      at,
    ])
    if (written.length === 0) throw new ProblemError('version-conflict')
    const changes = changesOf(auditable(known, known.givenName), auditable(wanted, known.givenName))
    if (Object.keys(changes.after).length > 0)
      await recordAudit(tx, call, at, { userId, action: 'profile.changed', ...changes })
    return readProfile(tx, userId, at)
  })
}

/** The name itself does not go into the log, only that it changed. */
function auditable({ givenName, language, timezone, theme }: ProfileChange, knownName: string) {
  return { language, timezone, theme, newName: givenName !== knownName }
}

const updateSql = `update identity.users set given_name = $3, language = $4, timezone = $5, theme = $6, version = version + 1, updated_at = $7
  where id = $1 and version = $2 returning id`
