import type { Actor } from '@bollard/access'
import { type Lifecycle, lifecycleSteps, type Solution } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { getSolution } from './get.ts'
import { notifyCaptcha } from './notify-captcha.ts'
import { type Action, assertAllowed } from '../policy.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { loadForChange, standingIn } from '../store/load.ts'
import type { SolutionRow } from '../store/solution-row.ts'

export type ChangeContext = Pick<SolutionContext, 'db' | 'now' | 'billing' | 'applySolutionState'>

/**
 * Changes a solution in one transaction in which nobody else changes it, when the actor may, and tells the captcha what
 * follows from it. Answers the solution as it is then. `first` takes turns that others take before they touch a solution.
 */
export async function changeSolution(
  context: ChangeContext,
  actor: Actor,
  { solutionId, action, first }: { solutionId: string; action: Action; first?: (tx: Queries) => Promise<void> },
  change: (tx: Queries, row: SolutionRow, at: Date) => Promise<void>,
): Promise<Solution> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    await first?.(tx)
    const row = await loadForChange(tx, actor.userId, solutionId)
    assertAllowed(actor, action, row === undefined ? null : standingIn(row, actor.userId, at), at)
    if (row === undefined) throw new ProblemError('not-found')
    await change(tx, row, at)
  })
  await notifyCaptchaOrLater(context, solutionId)
  return getSolution(context, actor, solutionId)
}

/** What fails here stays marked and is told by `reconcile`; what the caller wanted is done. */
export async function notifyCaptchaOrLater(
  context: Pick<SolutionContext, 'db' | 'applySolutionState'>,
  solutionId: string,
): Promise<void> {
  await notifyCaptcha(context, solutionId).catch(() => undefined)
}

/** What goes with a step of the lifecycle; what is left out becomes null. */
export interface Dates {
  readonly endsAt?: Date | null
  readonly deletionAt?: Date | null
}

/** Moves the lifecycle on; what goes on needs no export of its end any more. Throws `state-conflict` where it cannot go. The row has to be locked. */
export async function stepLifecycle(
  tx: Queries,
  row: Pick<SolutionRow, 'id' | 'lifecycle'>,
  to: Lifecycle,
  dates: Dates,
  at: Date,
): Promise<void> {
  if (!lifecycleSteps[row.lifecycle].includes(to)) throw new ProblemError('state-conflict')
  const { endsAt = null, deletionAt = null } = dates
  await tx.query('solution-step', stepSql, [row.id, to, endsAt, deletionAt, at])
}

const stepSql = `update solution.solutions
  set lifecycle = $2, ends_at = $3, deletion_at = $4, version = version + 1, updated_at = $5,
    export_requested_by = case when $2 <> 'ACTIVE' then export_requested_by end, export_id = case when $2 <> 'ACTIVE' then export_id end,
    export_told_at = case when $2 <> 'ACTIVE' then export_told_at end
  where id = $1`
