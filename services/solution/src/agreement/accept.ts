import type { Actor, Call } from '@bollard/access'
import type { ProcessingAgreement } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { requireAccess, solutionOf } from '../access/entity.ts'
import { getAgreement } from './get.ts'
import type { SolutionContext } from '../solution-context.ts'
import { asActor } from '../store/as-actor.ts'
import { recordAudit } from '../store/record-audit.ts'

/**
 * Accepts the agreement that the operator offers, for the solution. Throws `validation-failed` for any other version than that: nobody
 * accepts what was replaced while they read. Accepting it again changes nothing.
 */
export async function acceptAgreement(
  context: Pick<SolutionContext, 'db' | 'now' | 'identity' | 'dpa'>,
  actor: Actor,
  solutionId: string,
  version: string,
  call: Call,
): Promise<ProcessingAgreement> {
  const at = context.now()
  await asActor(context.db, actor, async (tx) => {
    await requireAccess(tx, actor, solutionOf(solutionId), 'solution.accept-agreement', at)
    assertOffered(context, version, '/version')
    if (!(await keepAcceptance(tx, actor, { solutionId, version, at }))) return
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: solutionId,
      action: 'agreement.accepted',
      after: { dpaVersion: version },
    })
  })
  return getAgreement(context, actor, solutionId)
}

/** Throws `validation-failed` at `pointer` for a version that the operator does not offer. */
export function assertOffered({ dpa }: Pick<SolutionContext, 'dpa'>, version: string, pointer: string): void {
  if (dpa?.version !== version)
    throw new ProblemError('validation-failed', 'This version is not offered.', {
      errors: [{ pointer, code: 'unknown' }],
    })
}

/** Answers whether it is the first acceptance of the version. */
export async function keepAcceptance(
  tx: Queries,
  { userId }: Actor,
  accepted: { solutionId: string; version: string; at: Date },
): Promise<boolean> {
  const { solutionId, version, at } = accepted
  return (await tx.query('agreement-accept', acceptSql, [solutionId, version, userId, at])).length > 0
}

const acceptSql = `insert into solution.dpa_acceptances (solution_id, version, accepted_by, accepted_at) values ($1, $2, $3, $4)
  on conflict do nothing returning version`
