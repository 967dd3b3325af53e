import type { Call, Caller } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { MonitoringContext } from '../monitoring-context.ts'
import { recordAudit } from './record-audit.ts'

export type DeleteContext = Pick<MonitoringContext, 'db' | 'now'>

/** One thing of a solution. */
export interface Named {
  readonly solutionId: string
  readonly id: string
}

interface Deleted extends Named {
  readonly kind: string
  readonly action: string
  /** Answers what it was, and nothing where it is not there. */
  readonly remove: (tx: Queries, at: Date) => Promise<readonly object[]>
}

/** Deletes something, and writes into the audit log what it was. Throws `not-found`. */
export async function deleteAudited(
  { db, now }: DeleteContext,
  actor: Caller,
  call: Call,
  { solutionId, id, kind, action, remove }: Deleted,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    const [before] = await remove(tx, at)
    if (before === undefined) throw new ProblemError('not-found')
    await recordAudit(tx, actor, call, at, { solutionId, action, target: { kind, id }, before: { ...before } })
  })
}
