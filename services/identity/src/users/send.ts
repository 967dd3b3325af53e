import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'

/** Hands a mail to the outbox in the caller's transaction, or throws `unavailable`: a person who waits for one must learn that none is coming. */
export async function sendMail(context: IdentityContext, tx: Queries, mail: Mail): Promise<void> {
  try {
    await context.enqueueMail(tx, mail)
  } catch (error) {
    context.log(`A mail "${mail.tag}" could not be handed over`, error)
    throw new ProblemError('unavailable', 'The mail could not be sent. Try again in a few minutes.')
  }
}
