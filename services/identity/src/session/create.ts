import type { User } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { refusalCode } from '../auth/call.ts'
import type { Caller, IdentityContext, WithCookies } from '../identity-context.ts'
import { normaliseEmail, readUser } from '../user.ts'
import { countGuess } from './count-guess.ts'
import { endSession } from './end.ts'

/**
 * Signs in with a password. An unknown address costs the same hash as a wrong password and gets the same answer.
 */
export async function createSession(context: IdentityContext, caller: Caller, credentials: { email: string; password: string }): Promise<WithCookies<User>> {
  const email = normaliseEmail(credentials.email)
  const forgive = await countGuess(context, caller, email)
  try {
    const { headers, response } = await context.auth.api.signInEmail({
      body: { email, password: credentials.password },
      headers: caller.headers,
      returnHeaders: true,
    })
    await forgive()
    await endSession(context, caller.headers.get('cookie') ?? undefined)
    return { body: await readUser(context.db, response.user.id), cookies: headers.getSetCookie() }
  } catch (error) {
    switch (refusalCode(error)) {
      case 'EMAIL_NOT_VERIFIED':
        await forgive()
        throw new ProblemError('email-not-verified', 'Confirm the address first: the link is in your mails.')
      case 'INVALID_EMAIL_OR_PASSWORD':
      case 'INVALID_EMAIL':
        throw new ProblemError('credentials-invalid', 'The address or the password is wrong.')
      default:
        throw error
    }
  }
}
