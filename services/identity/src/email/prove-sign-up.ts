import { ProblemError } from '@bollard/http'
import { verifyPassword } from '../auth/password-hash.ts'
import { hashToken } from '../auth/token.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { countGuess } from '../session/count-guess.ts'

/** What a link tells of the sign-up it belongs to. */
export interface SignUpOfLink {
  readonly userId: string
  readonly email: string
  readonly browserHash: string | null
}

/**
 * Resolves when the caller is who signed up: the same browser, or somebody who knows the password. Reading the mailbox is not
 * enough, because anybody can sign up with an address, and its owner would confirm a password that somebody else chose.
 */
export async function proveSignUp(
  context: IdentityContext,
  caller: Caller,
  signUp: SignUpOfLink,
  password: string | undefined,
): Promise<void> {
  if (caller.browserId !== null && signUp.browserHash === hashToken(caller.browserId)) return
  if (password === undefined)
    throw new ProblemError('password-required', 'Another browser signed up. Send the password chosen there as well.')
  const forgive = await countGuess(context, caller, signUp.email)
  if (!(await isPasswordOf(context, signUp.userId, password)))
    throw new ProblemError('credentials-invalid', 'The password is not the one chosen at the sign-up.')
  await forgive()
}

/** By id and not by address, so that a sign-up which replaces this one meanwhile cannot lend its password. */
async function isPasswordOf({ db }: IdentityContext, userId: string, password: string): Promise<boolean> {
  const [row] = await db.query<{ hash: string | null }>(
    'identity-password-of-user',
    `SELECT password_hash AS hash FROM identity.accounts WHERE user_id = $1 AND provider_id = 'credential'`,
    [userId],
  )
  return typeof row?.hash === 'string' && verifyPassword({ hash: row.hash, password })
}
