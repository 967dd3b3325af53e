import type { Profile } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { changesOf, recordAudit } from '../users/audit.ts'
import { requireActor } from '../session/actor.ts'
import { readProfile } from './profile.ts'
import { isTimeZone } from '../users/time-zone.ts'

export type ProfileChange = Pick<Profile, 'givenName' | 'language' | 'timezone' | 'theme' | 'version'>

/** Changes what people choose about themselves. Throws `version-conflict` when it was changed since `version` was read. */
export async function updateProfile(context: IdentityContext, caller: Caller, wanted: ProfileChange): Promise<Profile> {
  const { userId } = await requireActor(context, caller)
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
    if (changes) await recordAudit(tx, caller, at, { userId, action: 'profile.changed', ...changes })
    return readProfile(tx, userId, at)
  })
}

/** The name itself does not go into the log, only that it changed. */
function auditable({ givenName, language, timezone, theme }: ProfileChange, knownName: string) {
  return { language, timezone, theme, newName: givenName !== knownName }
}

const updateSql = `update identity.users set given_name = $3, language = $4, timezone = $5, theme = $6, version = version + 1, updated_at = $7
  where id = $1 and version = $2 returning id`
