import type { Actor, Call } from '@bollard/access'
import { dayMs, type PlanOverrideInput } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { asSystem } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'
import { lockSubscription } from '../subscription/subscription-row.ts'

const daysMax = 366

interface Override extends Omit<PlanOverrideInput, 'until'> {
  readonly solutionId: string
  readonly until: string
}

/** Sets limits that hold instead of the plan's until a day within a year, in place of those that hold now. Throws `not-found` without a plan. */
export async function setPlanOverride(
  context: Pick<BillingContext, 'db' | 'now' | 'newId'>,
  actor: Actor,
  { solutionId, limits, until: untilText, reason }: Override,
  call: Call,
): Promise<void> {
  const at = context.now()
  const until = new Date(untilText)
  if (until <= at || until.getTime() > at.getTime() + daysMax * dayMs)
    throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/until', code: 'out-of-range' }] })
  await asSystem(context.db, [solutionId], async (tx) => {
    if ((await lockSubscription(tx, solutionId)) === null) throw new ProblemError('not-found')
    const [before] = await tx.query('billing-override-end', endSql, [solutionId, at])
    const values = [context.newId(), solutionId, JSON.stringify(limits), reason, at, until, actor.userId]
    await tx.query('billing-override-add', addSql, values)
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'plan.overridden',
      ...(before && { before: { limits: before.limits } }),
      after: { limits, until: until.toISOString(), reason },
      asOperator: true,
    })
  })
}

/** Ends it now; nothing happens where none holds. */
export async function endPlanOverride(
  context: Pick<BillingContext, 'db' | 'now'>,
  actor: Actor,
  solutionId: string,
  call: Call,
): Promise<void> {
  const at = context.now()
  await asSystem(context.db, [solutionId], async (tx) => {
    if ((await lockSubscription(tx, solutionId)) === null) throw new ProblemError('not-found')
    const [before] = await tx.query('billing-override-end', endSql, [solutionId, at])
    if (!before) return
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'plan.override-ended',
      before: { limits: before.limits },
      asOperator: true,
    })
  })
}

const endSql =
  'update billing.plan_overrides set until = $2 where solution_id = $1 and from_at <= $2 and until > $2 returning limits'
const addSql = `insert into billing.plan_overrides (id, solution_id, limits, reason, from_at, until, set_by) values ($1, $2, $3, $4, $5, $6, $7)`
