import type { ReadAttachment } from '@bollard/mail'
import type { ContactContext } from '../contact-context.ts'

/** The calendar file of a mail. Throws for what there is not. */
export async function readAttachment(
  { db }: Pick<ContactContext, 'db'>,
  { kind, id }: Parameters<ReadAttachment>[0],
): Promise<Buffer> {
  if (kind !== 'demo') throw new TypeError(`Mails of contact carry no "${kind}"`)
  const [row] = await db.query('contact-demo-file', 'select content from contact.demo_files where id = $1', [id])
  if (row === undefined) throw new Error('no calendar file')
  return Buffer.from(row.content)
}
