import type { Actor, Call } from '@bollard/access'
import type { Flag } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { OperationsContext } from '../operations-context.ts'
import { recordOperation } from '../record-operation.ts'
import { describeFlag, flagColumns } from './describe.ts'

/** Ends a flag before its time. Throws `not-found`, and `state-conflict` for one that holds no more. */
export async function endFlag(
  { db, now }: Pick<OperationsContext, 'db' | 'now'>,
  actor: Actor,
  { flagId, reason }: { readonly flagId: string; readonly reason: string },
  call: Call,
): Promise<Flag> {
  const at = now()
  return db.transaction(async (tx) => {
    const [ended] = await tx.query('operations-flag-end', endSql, [flagId, at])
    const [flag] = ended === undefined ? [] : describeFlag(ended, at)
    if (flag === undefined) {
      const found = await tx.query('operations-flag-find', 'select id from operations.flags where id = $1', [flagId])
      throw found.length === 0
        ? new ProblemError('not-found')
        : new ProblemError('state-conflict', 'This flag has ended.')
    }
    const target = { kind: 'flag', id: flag.id }
    await recordOperation(tx, actor, call, at, { action: 'flag.ended', target, after: { name: flag.name, reason } })
    return flag
  })
}

const endSql = `update operations.flags set ended_at = $2 where id = $1 and ended_at is null and ends_at > $2 returning ${flagColumns}`
