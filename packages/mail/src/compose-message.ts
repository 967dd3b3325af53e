import { createTransport, type SendMailOptions } from 'nodemailer'
import { type AttachedFile, type ReadAttachment, readAttachments } from './attachment.ts'
import { headersOf } from './headers-of.ts'
import type { Mail } from './mail.ts'

/** A mail as nodemailer takes it. With an `id` its Message-ID is always the same. */
export function messageOf(
  mail: Mail,
  files: readonly AttachedFile[],
  from: string,
  id: string | undefined,
): SendMailOptions {
  return {
    from,
    // As an object, so that nothing in the address is parsed as a list of recipients.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: headersOf(mail),
    attachments: files.filter(isPlainFile).map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      contentDisposition: 'attachment',
      content,
    })),
    ...invitationIn(files),
    ...(id === undefined ? {} : { messageId: `<${id}@${/@([^@\s>]+)>?\s*$/u.exec(from)?.[1] ?? 'localhost'}>` }),
  }
}

const isPlainFile = ({ mediaType }: AttachedFile): boolean => mediaType !== 'text/calendar'

/** A calendar file goes along twice: for programs that show an invitation beside the text (RFC 6047), and as a file that people can open. */
function invitationIn(files: readonly AttachedFile[]): Pick<SendMailOptions, 'icalEvent'> {
  const file = files.find((one) => !isPlainFile(one))
  if (file === undefined) return {}
  const content = file.content.toString()
  return {
    icalEvent: { filename: file.name, method: /^METHOD:([A-Z]+)\r?$/mu.exec(content)?.[1] ?? 'PUBLISH', content },
  }
}

/** The message as it would go over the wire: headers, both bodies and files. */
export async function composeMessage(
  mail: Mail,
  options: { from: string; id: string; date: Date; readAttachment?: ReadAttachment | undefined },
): Promise<string> {
  const files = await readAttachments(options.readAttachment, mail.attachments)
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'unix',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { message } = await composer.sendMail({
    ...messageOf(mail, files, options.from, options.id),
    date: options.date,
    baseBoundary: options.id,
  } as SendMailOptions)
  return String(message)
}
