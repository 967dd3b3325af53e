import type { Actor, Call } from '@bollard/access'
import { ProblemError } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { recordOperation } from '../record-operation.ts'

/** Lets mails go to an address again that a mail server had refused. Throws `not-found`. */
export async function releaseBounce(
  { db, now, mails }: Pick<OperationsContext, 'db' | 'now' | 'mails'>,
  actor: Actor,
  { bounceId, reason }: { readonly bounceId: string; readonly reason: string },
  call: Call,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await mails.releaseBounce(tx, bounceId))) throw new ProblemError('not-found')
    const target = { kind: 'bounce', id: bounceId }
    await recordOperation(tx, actor, call, now(), { action: 'bounce.released', target, after: { reason } })
  })
}
