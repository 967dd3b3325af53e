import type { Attachment } from './attachment.ts'

/** One mail to one person, ready to send. */
export interface Mail {
  /** A single bare address: no display name, no list. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** What kind of mail it is, e.g. `verify-email`; for the mailbox page and for statistics of a mail provider. */
  readonly tag: string
  /** Where one POST ends mails of this kind (RFC 8058); mails that always come have none. */
  readonly unsubscribeUrl?: string
  /** Files that go with it; at most three. */
  readonly attachments?: readonly Attachment[]
}

/** The port through which services send mail. `send` resolves once the mail is accepted, not once it is read. */
export interface MailTransport {
  /** `id`, a UUID, stays the same when a mail is tried again, so that a receiver can tell the second copy. */
  send(mail: Mail, id?: string): Promise<void>
}

/** The mail would reach the wrong person or carry headers of its own. Says nothing of its content. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
}

/** Gmail cuts a message off above this size, so a longer one is a mistake of ours. */
const maxHtmlBytes = 102 * 1024

/**
 * Throws `MailRefusedError` unless the mail has one plain address, one line of subject and a token-like tag. Every
 * transport calls this first, so no template can smuggle a header or a second recipient past it. Files are named by letters, digits and hyphens and by what they are.
 */
export function assertSafeMail(mail: Mail): void {
  if (!/^[^\s,;:<>()[\]\\"@\p{Cc}]+@[^\s,;:<>()[\]\\"@\p{Cc}]+$/u.test(mail.to) || mail.to.length > 254)
    throw new MailRefusedError('The recipient is not one plain address')
  if (mail.subject === '' || /[\p{Cc}\u2028\u2029]/u.test(mail.subject))
    throw new MailRefusedError('The subject is not one line')
  if (!/^[a-z][a-z0-9-]{0,39}$/u.test(mail.tag)) throw new MailRefusedError('The tag is not a short word')
  if (
    mail.unsubscribeUrl !== undefined &&
    !/^https?:\/\/[^\s<>,"\p{Cc}\u2028\u2029]{1,1900}$/u.test(mail.unsubscribeUrl)
  )
    throw new MailRefusedError('The address to unsubscribe at is not one web address')
  if (Buffer.byteLength(mail.html) > maxHtmlBytes) throw new MailRefusedError('The mail is longer than 102 kB')
  if ((mail.attachments?.length ?? 0) > 3) throw new MailRefusedError('The mail has more than three files')
  if ((mail.attachments ?? []).filter(({ mediaType }) => mediaType === 'text/calendar').length > 1)
    throw new MailRefusedError('The mail has more than one calendar file')
  mail.attachments?.forEach(assertSafeAttachment)
}

function assertSafeAttachment({ kind, id, name, mediaType }: Attachment): void {
  if (!/^[a-z][a-z-]{0,39}$/u.test(kind) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(id))
    throw new MailRefusedError('A file is not named by kind and id')
  if (!(mediaType in endings) || !new RegExp(`^[A-Za-z0-9][A-Za-z0-9-]{0,80}\\.${endings[mediaType]}$`, 'u').test(name))
    throw new MailRefusedError('The name of a file is not a plain one that says what it is')
}

const endings = { 'application/pdf': 'pdf', 'application/xml': 'xml', 'text/calendar': 'ics' } as const
