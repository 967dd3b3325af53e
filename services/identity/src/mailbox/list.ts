import type { MailSummary } from '@bollard/contracts'
import type { Mailbox } from '@bollard/mail'

/** The newest mails of the local mailbox. */
export async function listMails(mailbox: Mailbox): Promise<{ items: MailSummary[] }> {
  return { items: await mailbox.list() }
}
