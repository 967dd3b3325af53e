import type { Actor } from '@bollard/access'
import type { Payout, PayoutRun } from '@bollard/contracts'
import { decodeCursor, encodeCursor } from '@bollard/http'
import type { BillingContext, PageQuery } from '../billing-context.ts'
import { asPartner } from '../store/as-actor.ts'
import { payoutColumns, readPayouts, runColumns, toPayout, toRun } from './payout-row.ts'

/** A page of an organization's payouts, newest first. */
export async function listPayouts(
  context: Pick<BillingContext, 'db' | 'solution'>,
  actor: Actor,
  { organizationId, limit, cursor }: { readonly organizationId: string } & PageQuery,
): Promise<{ items: Payout[]; nextCursor: string | null }> {
  const values = [organizationId, cursor === undefined ? null : decodeCursor(cursor), limit + 1]
  const rows = await asPartner(context.db, actor.userId, { organizationIds: [organizationId] }, (tx) =>
    tx.query('partner-payouts-list', listSql, values),
  )
  return { items: rows.slice(0, limit).map(toPayout), nextCursor: nextCursor(rows, limit) }
}

/** A page of all payout runs, newest first. */
export async function listPayoutRuns(
  { db }: Pick<BillingContext, 'db'>,
  { limit, cursor }: PageQuery,
): Promise<{ items: PayoutRun[]; nextCursor: string | null }> {
  const runs = await db.query('partner-runs-list', runsSql, [
    cursor === undefined ? null : decodeCursor(cursor),
    limit + 1,
  ])
  const page = runs.slice(0, limit)
  const ids = page.map(({ id }) => id)
  const payouts = await readPayouts(db, ids)
  const items = page.map((run) =>
    toRun(
      run,
      payouts.filter(({ runId }) => runId === run.id),
    ),
  )
  return { items, nextCursor: nextCursor(runs, limit) }
}

function nextCursor(rows: readonly { readonly id: string }[], limit: number): string | null {
  const last = rows.slice(0, limit).at(-1)
  return rows.length > limit && last ? encodeCursor(last.id) : null
}

const listSql = `select ${payoutColumns} from billing.payouts p
  where p.organization_id = $1 and ($2::uuid is null or p.id < $2) order by p.id desc limit $3`
const runsSql = `select ${runColumns} from billing.payout_runs where ($1::uuid is null or id < $1) order by id desc limit $2`
