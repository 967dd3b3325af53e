import { ProblemError } from '@bollard/http'
import type { AttachedFile, Mailbox } from '@bollard/mail'

/** A file of a mail by its place from 0, or `not-found`. */
export async function getMailFile(
  mailbox: Mailbox,
  { mailId, place }: { readonly mailId: string; readonly place: number },
): Promise<AttachedFile> {
  const file = await mailbox.readFile(mailId, place)
  if (!file) throw new ProblemError('not-found', 'There is no such file, or its mail is older than 7 days.')
  return file
}
