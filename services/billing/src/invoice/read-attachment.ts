import type { ReadAttachment } from '@bollard/mail'
import type { BillingContext } from '../billing-context.ts'
import { readStoredFile } from './get.ts'
import { readSentDocument } from '../payout/read-document.ts'

/**
 * The files of mails of this service, the same bytes that people download: mails name them by `invoice` and its id, or `payout` and
 * its id. Nobody is asked whether they may: who gets a mail was decided when it was written. Throws for what there is not.
 */
export function readAttachment(
  context: Pick<BillingContext, 'db' | 'now'>,
  { kind, id, mediaType }: Parameters<ReadAttachment>[0],
): Promise<Buffer> {
  const format = mediaType === 'application/pdf' ? 'PDF' : 'XML'
  if (kind === 'invoice') return readStoredFile(context, id, format)
  if (kind === 'payout') return readSentDocument(context, id, format)
  throw new TypeError(`Mails of billing carry no "${kind}"`)
}
