import type { Actor } from '@bollard/access'
import { type Invoice, toCii, toPdf } from '@bollard/e-invoice'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asPartner, asProgramme } from '../store/as-actor.ts'

export interface DocumentRequest {
  readonly organizationId: string
  readonly payoutId: string
  readonly format: 'PDF' | 'XML'
  /** The document that takes a failed payout back instead of the first one. */
  readonly correction: boolean
}

interface Found {
  readonly id: string
  readonly document: Invoice
  readonly content: Buffer | null
}

/** A self-billed document as a file. Drawn when it is first asked for and kept, so that everybody gets the same bytes. */
export async function readPayoutDocument(
  context: Pick<BillingContext, 'db' | 'now' | 'solution'>,
  actor: Actor,
  request: DocumentRequest,
): Promise<{ name: string; mediaType: string; content: Buffer }> {
  const { organizationId, format } = request
  const values = [organizationId, request.payoutId, request.correction, format]
  const [found] = await asPartner(context.db, actor.userId, { organizationIds: [organizationId] }, (tx) =>
    tx.query('partner-document-find', findSql, values),
  )
  if (!found) throw new ProblemError('not-found')
  const name = `${found.document.number}.${format.toLowerCase()}`
  const mediaType = format === 'PDF' ? 'application/pdf' : 'application/xml'
  return { name, mediaType, content: found.content ?? (await drawDocument(context, organizationId, found, format)) }
}

/** The first document of a payout, for the mail that carries it; access was checked when the mail was written. Throws where there is none. */
export async function readSentDocument(
  context: Pick<BillingContext, 'db' | 'now'>,
  payoutId: string,
  format: 'PDF' | 'XML',
): Promise<Buffer> {
  const [found] = await context.db.query('partner-document-of-mail', sentSql, [payoutId, format])
  if (!found) throw new Error('There is no document for the mail')
  return found.content ?? drawDocument(context, found.organizationId, found, format)
}

/** Draws a document and keeps the file, or takes the one that somebody else has kept. */
export async function drawDocument(
  { db, now }: Pick<BillingContext, 'db' | 'now'>,
  organizationId: string,
  { id, document }: Pick<Found, 'id' | 'document'>,
  format: 'PDF' | 'XML',
): Promise<Buffer> {
  const drawn = format === 'PDF' ? await toPdf(document) : Buffer.from(toCii(document))
  return asProgramme(db, { organizationIds: [organizationId] }, async (tx) => {
    // The first one is kept, since a PDF drawn at another moment has other bytes.
    await tx.query('partner-file-keep', keepSql, [id, format, drawn, now()])
    const [kept] = await tx.query('partner-file-read', readSql, [id, format])
    return kept?.content ?? drawn
  })
}

const findSql = `select d.id, d.document, (select f.content from billing.payout_files f where f.document_id = d.id and f.format = $4) as content
  from billing.payout_documents d where d.organization_id = $1 and d.payout_id = $2 and (d.corrects is not null) = $3`
const sentSql = `select d.id, d.organization_id as "organizationId", d.document,
    (select f.content from billing.payout_files f where f.document_id = d.id and f.format = $2) as content
  from billing.payout_documents d where d.payout_id = $1 and d.corrects is null`
const keepSql = `insert into billing.payout_files (document_id, format, content, created_at) values ($1, $2, $3, $4) on conflict do nothing`
const readSql = 'select content from billing.payout_files where document_id = $1 and format = $2'
