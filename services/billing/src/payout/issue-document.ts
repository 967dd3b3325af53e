import type { Queries } from '@bollard/database'
import { type Invoice, totalInvoice } from '@bollard/e-invoice'
import type { BillingContext } from '../billing-context.ts'
import { buildCorrection, faultsOf } from './build-document.ts'
import type { PayoutRow } from './payout-row.ts'

type Deps = Pick<BillingContext, 'newId' | 'now'>

/** Gives a document the next number of the year, in the transaction that issues it. Throws where it breaks a rule of EN 16931 or is not about what is transferred. */
export async function issueDocument(
  tx: Queries,
  { newId, now }: Deps,
  payout: Pick<PayoutRow, 'id' | 'organizationId' | 'netMinor' | 'taxMinor'>,
  build: (number: string, issuedOn: string) => Invoice,
  corrects: string | null = null,
): Promise<void> {
  const at = now()
  const issuedOn = at.toISOString().slice(0, 10)
  const document = build(await nextNumber(tx, issuedOn.slice(0, 4)), issuedOn)
  const faults = faultsOf(document)
  if (faults.length > 0) throw new Error(`The document of payout ${payout.id} breaks ${faults.join(', ')}`)
  const { net, tax } = totalInvoice(document)
  const sign = corrects === null ? 1 : -1
  if (net !== sign * payout.netMinor || tax !== sign * payout.taxMinor)
    throw new Error(`The document of payout ${payout.id} has another amount`)
  const values = [
    newId(),
    payout.id,
    payout.organizationId,
    document.number,
    corrects,
    JSON.stringify(document),
    issuedOn,
    at,
  ]
  await tx.query('partner-document-insert', insertSql, values)
}

/** Takes the document of a payout back that came to nothing. */
export async function issueCorrection(tx: Queries, context: Deps, payout: PayoutRow): Promise<void> {
  const [issued] = await tx.query<{ id: string; document: Invoice }>('partner-document-of-payout', issuedSql, [
    payout.id,
  ])
  if (!issued) throw new Error(`Payout ${payout.id} has no document`)
  await issueDocument(
    tx,
    context,
    payout,
    (number, issuedOn) => buildCorrection(issued.document, { number, issuedOn }),
    issued.id,
  )
}

async function nextNumber(tx: Queries, year: string): Promise<string> {
  const [row] = await tx.query<{ last: number }>('partner-document-number', numberSql, [year])
  if (!row) throw new Error('A number was not given')
  return `GS-${year}-${String(row.last).padStart(6, '0')}`
}

const numberSql = `insert into billing.payout_counters as c (series, last) values ($1, 1)
  on conflict (series) do update set last = c.last + 1 returning last`
const insertSql = `insert into billing.payout_documents (id, payout_id, organization_id, number, corrects, document, issued_on, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
const issuedSql = 'select id, document from billing.payout_documents where payout_id = $1 and corrects is null'
