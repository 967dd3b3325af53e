/**
 * A file that goes with a mail. The outbox keeps no bytes of it, but where they lie: whoever wrote the mail keeps the file for good, it
 * is read when the mail is sent, and so every recipient and every attempt gets the same one.
 */
export interface Attachment {
  /** What is kept where, e.g. `invoice`, and the id that it has there. */
  readonly kind: string
  readonly id: string
  /** As the recipient sees it, e.g. `Invoice-2026-000001.pdf`. */
  readonly name: string
  readonly mediaType: 'application/pdf' | 'application/xml' | 'text/calendar'
}

/** Reads the file of an attachment. Rejects when it cannot be read now; the mail is then tried again. */
export type ReadAttachment = (attachment: Pick<Attachment, 'kind' | 'id' | 'mediaType'>) => Promise<Buffer>

export interface AttachedFile extends Attachment {
  readonly content: Buffer
}

/** A file could not be read, or it is no file to send. Says nothing of the person and of the content. */
export class AttachmentError extends Error {
  override name = 'AttachmentError'
}

/** An invoice has some 20 kB; mail servers take 10 MB and more, but nobody waits for a mail like that. */
const maxFileBytes = 1_000_000

/** The files of a mail. Throws `AttachmentError` for one that cannot be read, is empty or has more than 1 MB. */
export function readAttachments(
  read: ReadAttachment | undefined,
  attachments: readonly Attachment[] = [],
): Promise<AttachedFile[]> {
  return Promise.all(
    attachments.map(async (attachment) => ({ ...attachment, content: await readFile(read, attachment) })),
  )
}

async function readFile(read: ReadAttachment | undefined, attachment: Attachment): Promise<Buffer> {
  const content = await read?.(attachment).catch((cause: unknown) => {
    throw new AttachmentError(`A file "${attachment.kind}" could not be read`, { cause })
  })
  if (content === undefined) throw new AttachmentError(`Nobody reads files "${attachment.kind}"`)
  if (content.byteLength === 0 || content.byteLength > maxFileBytes)
    throw new AttachmentError(`A file "${attachment.kind}" has ${content.byteLength} bytes`)
  return content
}
