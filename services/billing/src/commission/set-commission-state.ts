import type { Actor, Call } from '@bollard/access'
import type { Commission, CommissionStateInput } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asProgramme } from '../store/as-actor.ts'
import { recordOperation } from '../store/record-audit.ts'
import { commissionColumns, toCommission } from './commission-row.ts'

const reachable: Readonly<Record<CommissionStateInput['status'], readonly Commission['status'][]>> = {
  HELD: ['PENDING', 'APPROVED'],
  PENDING: ['HELD'],
  FRAUD: ['PENDING', 'APPROVED', 'HELD'],
  CANCELED: ['PENDING', 'APPROVED', 'HELD'],
}

interface StateChange {
  readonly commissionId: string
  readonly status: CommissionStateInput['status']
  readonly reason?: string | null | undefined
}

/**
 * Holds, releases or cancels a commission, together with its reversals in the same state. Throws
 * `state-conflict` where it is in a payout, paid, or at an end.
 */
export async function setCommissionState(
  context: BillingContext,
  actor: Actor,
  { commissionId, status, reason = null }: StateChange,
  call: Call,
): Promise<Commission> {
  const [found] = await context.db.query('partner-commission-owner', ownerSql, [commissionId])
  if (!found) throw new ProblemError('not-found')
  const { organizationId } = found
  const at = context.now()
  const row = await asProgramme(context.db, { organizationIds: [organizationId] }, async (tx) => {
    const group = await tx.query('partner-commission-group', groupSql, [commissionId])
    const before = group.find(({ id }) => id === commissionId.toLowerCase())
    if (!before) throw new ProblemError('not-found')
    if (!reachable[status].includes(before.status))
      throw new ProblemError('state-conflict', `A commission that is ${before.status} does not become ${status}.`)
    const alike = group.filter((each) => each.status === before.status).map(({ id }) => id)
    await tx.query('partner-commission-state', stateSql, [alike, status, reason, at])
    await recordOperation(tx, { actor, call }, at, {
      organizationId,
      action: 'commission.state-changed',
      target: { kind: 'COMMISSION', id: before.id },
      before: { status: before.status },
      after: { status, ...(alike.length > 1 ? { ids: alike } : {}), ...(reason === null ? {} : { reason }) },
    })
    return { ...before, status, reason }
  })
  return toCommission(row, await context.solution.findLabel(row.solutionId))
}

const ownerSql = 'select organization_id as "organizationId" from billing.commissions where id = $1'
const groupSql = `select ${commissionColumns} from billing.commissions
  where coalesce(reverses, id) = (select coalesce(c.reverses, c.id) from billing.commissions c where c.id = $1) order by id for update`
const stateSql = 'update billing.commissions set status = $2, reason = $3, updated_at = $4 where id = any($1::uuid[])'
