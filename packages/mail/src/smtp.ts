import { createTransport } from 'nodemailer'
import { type ReadAttachment, readAttachments } from './attachment.ts'
import { messageOf } from './compose-message.ts'
import { assertSafeMail, type MailTransport } from './mail.ts'

/** Signs in to an SMTP server and leaves again. Rejects with what the server or the network said; nothing is sent. */
export async function checkSmtp(url: string): Promise<void> {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 })
  await transport.verify().finally(() => transport.close())
}

/**
 * Sends through an SMTP server: `url` as `smtp://user:password@host:587` or `smtps://…`, `from` as
 * `Bollard <no-reply@example.org>` or a bare address. Rejects when the server does not take the mail, and before it is asked when a
 * file of the mail cannot be read; without `readAttachment` none can.
 */
export function createSmtpTransport(url: string, from: string, readAttachment?: ReadAttachment): MailTransport {
  // A template must never make the server read a file or call an address on its behalf.
  const transport = createTransport({
    url,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async send(mail, id) {
      assertSafeMail(mail)
      const files = await readAttachments(readAttachment, mail.attachments)
      await transport.sendMail(messageOf(mail, files, from, id))
    },
  }
}
