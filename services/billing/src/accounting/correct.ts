import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '@bollard/http'
import type { Actor } from '../billing-context.ts'
import type { InvoicingDeps } from '../invoicing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { accountingColumns, type AccountingRow } from './accounting-row.ts'
import { insertAccounting } from './close.ts'
import { readMonth } from './month.ts'
import { readTerms } from './read-terms.ts'
import { settleMonth } from './settle-month.ts'

/**
 * Counts a closed month anew and writes a correcting entry if that comes to something else; whoever calls this has checked that
 * the actor may. Money is left alone: what was billed too much
 * goes back by a credit note. Null when nothing differs. Throws `not-found` for a month that is not closed.
 */
export async function correctAccounting(deps: InvoicingDeps, actor: Pick<Actor, 'userId'> | null, solutionId: string, period: string): Promise<string | null> {
  const month = readMonth(period)
  const usage = await deps.readUsage([solutionId], month)
  return asSystem(deps.db, [solutionId], async (tx) => {
    const [present] = await tx.query<AccountingRow>('billing-accounting-latest', latestSql, [solutionId, period])
    if (!present) throw new ProblemError('not-found')
    const settled = settleMonth(usage, await readTerms(tx, deps.plans, solutionId, month), month)
    if (isDeepStrictEqual(settled.perDay, present.perDay) && settled.included === present.included) return null
    const id = await insertAccounting(tx, deps, { solutionId, month, settled, corrects: present.id })
    const happening = { scope: 'SOLUTION', scopeId: solutionId, action: 'accounting.corrected', target: { kind: 'accounting', id: id ?? '' } } as const
    await recordAudit(tx, actor, null, deps.now(), {
      ...happening,
      before: { billable: present.counted.billable },
      after: { billable: settled.counted.billable },
    })
    return id
  })
}

const latestSql = `select ${accountingColumns} from billing.accountings a
  where a.solution_id = $1 and a.period = $2 and not exists (select from billing.accountings c where c.corrects = a.id)`
