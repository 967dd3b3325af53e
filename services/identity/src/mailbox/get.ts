import type { Mail } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Mailbox } from '@bollard/mail'

/** One mail, or `not-found`. */
export async function getMail(mailbox: Mailbox, mailId: string): Promise<Mail> {
  const mail = await mailbox.get(mailId)
  if (!mail) throw new ProblemError('not-found', 'There is no such mail, or it is older than 7 days.')
  return { ...mail, attachments: [...mail.attachments] }
}
