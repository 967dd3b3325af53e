import type { Actor, Call } from '@bollard/access'
import { maskEmail } from '@bollard/audit'
import {
  type DeadLetter,
  type DeadLetterDrop,
  type DeadLetterQueue,
  type DeadLetterRetry,
  deadLettersMax,
} from '@bollard/contracts'
import type { OperationsContext } from '../operations-context.ts'
import { recordOperation } from '../record-operation.ts'

type QueueContext = Pick<OperationsContext, 'db' | 'now' | 'deadLetters' | 'solution'>

/** What a queue gave up, the latest first. */
export async function listDeadLetters(
  { deadLetters, solution }: Pick<QueueContext, 'deadLetters' | 'solution'>,
  queue: DeadLetterQueue,
): Promise<{ items: DeadLetter[] }> {
  const rows = await deadLetters[queue].list(deadLettersMax)
  const ids = new Set(rows.flatMap(({ solutionId }) => solutionId ?? []))
  const owners = new Map(
    await Promise.all(Array.from(ids, async (id) => [id, await solution.findOwnedLabel(id)] as const)),
  )
  return {
    items: rows.map(({ createdAt, endedAt, to, solutionId = null, ...row }) => ({
      ...row,
      solutionId,
      owner: (solutionId === null ? null : owners.get(solutionId)) ?? null,
      to: to.includes('@') ? maskEmail(to) : to,
      createdAt: createdAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    })),
  }
}

/** Puts what a queue gave up back into it. What is no dead letter, or has lost its text, stays as it is. */
export async function retryDeadLetters(
  context: QueueContext,
  actor: Actor,
  { queue, ids }: DeadLetterRetry,
  call: Call,
): Promise<{ changed: number }> {
  return change(context, actor, call, { action: 'dead-letters.retried', queue, ids })
}

/** Deletes what a queue gave up. */
export async function dropDeadLetters(
  context: QueueContext,
  actor: Actor,
  { queue, ids, reason }: DeadLetterDrop,
  call: Call,
): Promise<{ changed: number }> {
  return change(context, actor, call, { action: 'dead-letters.dropped', queue, ids, reason })
}

interface Change extends DeadLetterRetry {
  readonly action: 'dead-letters.retried' | 'dead-letters.dropped'
  readonly reason?: string
}

async function change(
  { db, now, deadLetters }: QueueContext,
  actor: Actor,
  call: Call,
  { action, queue, ids, reason }: Change,
): Promise<{ changed: number }> {
  return db.transaction(async (tx) => {
    const letters = deadLetters[queue]
    const changed = await (action === 'dead-letters.retried' ? letters.retry(tx, ids) : letters.drop(tx, ids))
    const target = { kind: 'queue', id: queue }
    const after = { changed, ...(reason === undefined ? {} : { reason }) }
    if (changed > 0) await recordOperation(tx, actor, call, now(), { action, target, after })
    return { changed }
  })
}
