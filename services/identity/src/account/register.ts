import { ProblemError } from '@bollard/http'
import { refusalCode } from '../auth/call.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { normaliseEmail } from '../user.ts'
import { findPasswordFault } from './password-rules.ts'

export interface Registration {
  readonly email: string
  readonly password: string
  readonly givenName: string
  readonly language: 'en' | 'de'
}

/** Throws `validation-failed` at `/password` for one that is quickly guessed. */
export function refuseWeakPassword(registration: Registration): void {
  const fault = findPasswordFault(registration.password, registration)
  if (fault) throw new ProblemError('validation-failed', 'The password is easy to guess.', { errors: [{ pointer: '/password', code: fault }] })
}

/**
 * Writes a new, unverified user and answers its id, or null when the address is taken by then. An unverified account of the
 * same address makes way: whoever prepared it for somebody else must not find their own password behind a confirmed address.
 */
export async function registerUser(context: IdentityContext, caller: Caller, registration: Registration): Promise<string | null> {
  const email = normaliseEmail(registration.email)
  await context.db.query('identity-drop-unverified', 'DELETE FROM identity.users WHERE email = $1 AND NOT email_verified', [email])
  const { password, givenName, language } = registration
  let userId: string
  try {
    const { user } = await context.auth.api.signUpEmail({ body: { email, password, name: givenName, language }, headers: caller.headers })
    userId = user.id
  } catch (error) {
    // Two sign-ups at the same moment: the unique address lets one through.
    if (refusalCode(error) !== 'FAILED_TO_CREATE_USER') throw error
    return null
  }
  // For a taken address better-auth answers an invented id. Looking for the address instead would find the user of another
  // sign-up at the same moment, and with it somebody else's password.
  const rows = await context.db.query<{ id: string }>('identity-new-user', 'SELECT id FROM identity.users WHERE id = $1 AND NOT email_verified', [userId])
  return rows[0]?.id ?? null
}
