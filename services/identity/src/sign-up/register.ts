import type { Language } from '@bollard/i18n'
import { randomUUIDv7 } from 'node:crypto'
import type { Queries } from '@bollard/database'
import type { Call } from '../browser/read-call.ts'
import { recordAudit } from '../users/audit.ts'
import { isTimeZone, normaliseEmail } from '../users/user.ts'

export interface Registration {
  readonly email: string
  readonly password: string
  readonly givenName: string
  readonly language: Language
  /** As the browser tells it; one that we do not know counts as none, since nobody could correct it at the sign-up. */
  readonly timezone?: string | undefined
  readonly advertisingTokenId?: string | undefined
  /** The terms that were agreed to; none for the first administrator, who runs the deployment, and where there are none. */
  readonly acceptedTermsVersion?: string | null
}

/**
 * Writes a new, unverified user and answers its id, or null when the address is taken by then. An unverified account of the
 * same address makes way: somebody who prepared it for another person must not find their own password behind a confirmed address.
 */
export async function registerUser(
  tx: Queries,
  call: Call,
  at: Date,
  registration: Registration,
  passwordHash: string,
): Promise<string | null> {
  const email = normaliseEmail(registration.email)
  await tx.query('identity-drop-unverified', 'delete from identity.users where email = $1 and not email_verified', [
    email,
  ])
  const timezone = isTimeZone(registration.timezone ?? '') ? registration.timezone : 'Etc/UTC'
  const values = [
    randomUUIDv7(),
    email,
    registration.givenName,
    registration.language,
    timezone,
    registration.advertisingTokenId ?? null,
    at,
  ]
  const { acceptedTermsVersion: termsVersion = null } = registration
  const terms = [termsVersion, termsVersion === null ? null : at]
  // Of two sign-ups at the same moment the unique address lets one through.
  const [user] = await tx.query('identity-new-user', insertUserSql, [...values, ...terms])
  if (!user) return null
  await tx.query('identity-new-account', insertAccountSql, [randomUUIDv7(), user.id, passwordHash, at])
  await recordAudit(tx, call, at, {
    userId: user.id,
    action: 'account.created',
    ...(termsVersion === null ? {} : { after: { termsVersion } }),
  })
  return user.id
}

const insertUserSql = `insert into identity.users (id, email, given_name, language, timezone, advertising_token_id, created_at, updated_at, terms_version, terms_accepted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) on conflict (email) do nothing returning id`
const insertAccountSql = `insert into identity.accounts (id, user_id, account_id, provider_id, password_hash, created_at, updated_at)
  values ($1, $2::uuid, $2::text, 'credential', $3, $4, $4)`
