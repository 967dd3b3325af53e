import { ProblemError } from '@bollard/http'
import { hashToken } from '../auth/token.ts'
import type { Caller, IdentityContext } from '../identity-context.ts'
import { matchPassword } from '../password/find.ts'
import { tryGuess } from '../session/count-guess.ts'

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
    throw new ProblemError(
      'password-required',
      'The account was created in another browser. Include the password chosen there.',
    )
  // By id and not by address, so that a sign-up which replaces this one meanwhile cannot lend its password.
  const { email, userId } = signUp
  const passwordHash = await tryGuess(context, caller, { email, userId }, (inTurn) =>
    matchPassword(context.db, userId, password, inTurn),
  )
  if (passwordHash === null)
    throw new ProblemError('credentials-invalid', 'The password is not the one chosen at the sign-up.')
}
