import { recordEvent } from '@bollard/audit'
import type { Conversion } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { conversionColumns, toConversion } from './conversion-row.ts'

export interface ConversionPath {
  readonly advertisingTokenId: string
  readonly conversionId: string
}

interface Rejection extends ConversionPath {
  readonly reason: string
  readonly comment?: string | undefined
}

/** Decides that a conversion is never sent; for administrators. A conversion that was sent cannot be rejected. */
export async function rejectConversion(
  context: IdentityContext,
  actor: Actor,
  rejection: Rejection,
  call: Call,
): Promise<Conversion> {
  return context.db.transaction(async (tx) => {
    const [before] = await tx.query('identity-conversion-lock', lockSql, [
      rejection.conversionId,
      rejection.advertisingTokenId,
    ])
    if (!before) throw new ProblemError('not-found')
    if (!['RECORDED', 'ELIGIBLE', 'INELIGIBLE', 'FAILED_RETRY', 'FAILED_FINAL'].includes(before.state))
      throw new ProblemError('conversion-state', `A conversion that is ${before.state} cannot be rejected.`)
    const [after] = await tx.query('identity-conversion-reject', rejectSql, [
      rejection.conversionId,
      rejection.reason,
      rejection.comment ?? null,
    ])
    if (!after) throw new ProblemError('not-found')
    await recordEvent(tx, actor, call, context.now(), {
      scope: 'SYSTEM',
      scopeId: 'advertising',
      action: 'conversion.rejected',
      target: { kind: 'conversion', id: rejection.conversionId },
      before: { state: before.state },
      after: { state: after.state, reason: rejection.reason },
      asOperator: true,
    })
    return toConversion(after)
  })
}

export const lockSql = `select ${conversionColumns}, c.export_id as "exportId" from identity.conversions c where c.id = $1 and c.token_id = $2 for update`
const rejectSql = `update identity.conversions c set state = 'REJECTED', reason = $2, comment = $3, next_attempt_at = null where c.id = $1 returning ${conversionColumns}`
