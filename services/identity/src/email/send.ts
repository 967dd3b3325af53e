import { ProblemError } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'

/** Sends, or throws `unavailable`: a person who waits for a mail must learn that none is coming. */
export async function sendMail(context: IdentityContext, mail: Mail): Promise<void> {
  try {
    await context.mail.send(mail)
  } catch (error) {
    context.log(`A mail "${mail.tag}" could not be sent`, error)
    throw new ProblemError('unavailable', 'The mail could not be sent. Try again in a few minutes.')
  }
}
