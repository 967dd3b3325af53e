import type { Actor } from '@bollard/access'
import type { Accounting } from '@bollard/contracts'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { asActor } from '../store/as-actor.ts'
import { accountingColumns, toAccounting, toOpenAccounting } from './accounting-row.ts'
import { readOpenMonth } from './open-month.ts'

type ListContext = Pick<BillingContext, 'db' | 'solution' | 'captcha' | 'plans' | 'now'>

/** A page of the months of a solution, newest first; the first page begins with those that are not closed yet. */
export async function listAccountings(
  context: ListContext,
  actor: Actor,
  { solutionId, limit, cursor }: { readonly solutionId: string } & PageQuery,
): Promise<{ items: Accounting[]; nextCursor: string | null }> {
  const open = cursor === undefined ? await readOpenMonth(context, actor, solutionId) : null
  const rows = await asActor(context.db, { userId: actor.userId, solutionIds: [solutionId] }, async (tx) => {
    const found = await tx.query(
      'billing-accounting-solution',
      'select 1 as one from billing.subscriptions where solution_id = $1',
      [solutionId],
    )
    if (found.length === 0) throw new ProblemError('not-found')
    return tx.query('billing-accounting-list', listSql, [
      solutionId,
      cursor === undefined ? null : decodeCursor(cursor),
      limit + 1,
    ])
  })
  const room = limit - (open === null ? 0 : 1)
  const page = rows.slice(0, room)
  const last = page.at(-1)
  const more = rows.length > room
  const items = [
    ...(open === null ? [] : [toOpenAccounting(solutionId, open.month.period, open.settled, open.planMinor)]),
    ...page.map(toAccounting),
  ]
  return { items, nextCursor: more ? encodeCursor(last?.id ?? newestId) : null }
}

/** Behind the running month alone everything else follows. */
const newestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const listSql = `select ${accountingColumns} from billing.accountings a
  where a.solution_id = $1 and ($2::uuid is null or a.id < $2) order by a.id desc limit $3`
