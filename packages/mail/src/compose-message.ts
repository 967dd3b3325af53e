import { createTransport, type SendMailOptions } from 'nodemailer'
import { headersOf } from './headers-of.ts'
import type { Mail } from './mail.ts'

/** A mail as nodemailer takes it. With an `id` its Message-ID is always the same. */
export function messageOf(mail: Mail, from: string, id: string | undefined): SendMailOptions {
  return {
    from,
    // As an object, so that nothing in the address is parsed as a list of recipients.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: headersOf(mail),
    ...(id === undefined ? {} : { messageId: `<${id}@${/@([^@\s>]+)>?\s*$/u.exec(from)?.[1] ?? 'localhost'}>` }),
  }
}

/** The message as it would go over the wire: headers and both bodies. */
export async function composeMessage(mail: Mail, options: { from: string; id: string; date: Date }): Promise<string> {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix', disableFileAccess: true, disableUrlAccess: true })
  const { message } = await composer.sendMail({ ...messageOf(mail, options.from, options.id), date: options.date, baseBoundary: options.id } as SendMailOptions)
  return String(message)
}
