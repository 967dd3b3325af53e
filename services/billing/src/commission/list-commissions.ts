import type { Actor } from '@bollard/access'
import type { Commission } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { asPartner } from '../store/as-actor.ts'
import { commissionColumns, toCommission } from './commission-row.ts'

/** A page of an organization's commissions, newest first. */
export async function listCommissions(
  context: Pick<BillingContext, 'db' | 'solution'>,
  actor: Actor,
  { organizationId, limit, cursor }: { readonly organizationId: string } & PageQuery,
): Promise<{ items: Commission[]; nextCursor: string | null }> {
  const values = [organizationId, cursor === undefined ? null : decodeCursor(cursor), limit + 1]
  const rows = await asPartner(context.db, actor.userId, { organizationIds: [organizationId] }, (tx) =>
    tx.query('partner-commissions-list', listSql, values),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const solutionIds = [...new Set(page.map(({ solutionId }) => solutionId))]
  const labels = new Map(
    await Promise.all(solutionIds.map(async (id) => [id, await context.solution.findLabel(id)] as const)),
  )
  const items = page.map((row) => toCommission(row, labels.get(row.solutionId) ?? null))
  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null }
}

const listSql = `select ${commissionColumns} from billing.commissions
  where organization_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`
