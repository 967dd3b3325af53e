import type { StatementRows } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import type { BillingContext } from '../billing-context.ts'
import { commissionColumns, toCommission } from '../commission/commission-row.ts'
import { payoutColumns, toPayout } from '../payout/payout-row.ts'
import { drawDocument } from '../payout/read-document.ts'
import { asPartner } from '../store/as-actor.ts'

/** An organization's export of the programme: commissions, payouts, and their documents with files. The caller has checked access. */
export async function* partsOfOrganization(
  context: Pick<BillingContext, 'db' | 'now'>,
  organizationId: string,
): AsyncGenerator<ExportPart> {
  const read = <Name extends keyof StatementRows>(name: Name, sql: string) =>
    asPartner(context.db, '', { organizationIds: [organizationId] }, (tx) => tx.query(name, sql, [organizationId]))
  const commissions = await read(
    'partner-parts-commissions',
    `select ${commissionColumns} from billing.commissions where organization_id = $1 order by id`,
  )
  // What a solution is called is the business of its own members.
  yield { path: 'programme/commissions.json', content: commissions.map((row) => toCommission(row, null)) }
  const payouts = await read(
    'partner-parts-payouts',
    `select ${payoutColumns} from billing.payouts p where p.organization_id = $1 order by p.id`,
  )
  yield { path: 'programme/payouts.json', content: payouts.map(toPayout) }
  for (const found of await read('partner-parts-documents', documentsSql)) {
    for (const format of ['PDF', 'XML'] as const) {
      const content = await drawDocument(context, organizationId, found, format)
      yield {
        path: `programme/documents/${found.document.number}.${format.toLowerCase()}`,
        content,
        isPacked: format === 'PDF',
      }
    }
  }
}

const documentsSql = 'select id, document from billing.payout_documents where organization_id = $1 order by id'
