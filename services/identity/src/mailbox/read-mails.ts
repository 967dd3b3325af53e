import type { Mail, MailSummary } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { AttachedFile, Mailbox } from '@bollard/mail'

/** The newest mails of the local mailbox. */
export async function listMails(mailbox: Mailbox): Promise<{ items: MailSummary[] }> {
  return { items: await mailbox.list() }
}

/** One mail, or `not-found`. */
export async function getMail(mailbox: Mailbox, mailId: string): Promise<Mail> {
  const mail = await mailbox.get(mailId)
  if (!mail) throw new ProblemError('not-found', 'There is no such mail, or it is older than 7 days.')
  return { ...mail, attachments: [...mail.attachments] }
}

/** A file of a mail by its place from 0, or `not-found`. */
export async function getMailFile(
  mailbox: Mailbox,
  { mailId, place }: { readonly mailId: string; readonly place: number },
): Promise<AttachedFile> {
  const file = await mailbox.readFile(mailId, place)
  if (!file) throw new ProblemError('not-found', 'There is no such file, or its mail is older than 7 days.')
  return file
}
