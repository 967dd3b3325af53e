import type { Person } from '@bollard/access'
import type { LockReason } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type LockedRow, type Locker, recordNote } from './insert-lock.ts'
import { pageOf, notifyPeople } from '../people/notify.ts'
import type { SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'

/** Which open locks: one, all with a reason, or all. */
export interface Opening {
  readonly reason?: LockReason | undefined
  readonly lockId?: string | undefined
  readonly note?: string | undefined
}

/**
 * Opens locks and answers how many; where a reason is named, those with another one stay. The row of the solution has to be locked in the same
 * transaction. Its admins are told once nothing holds any more.
 */
export async function openLocks(
  context: Pick<SolutionContext, 'enqueueMail' | 'dashboardUrl'>,
  tx: Queries,
  row: LockedRow,
  { reason, lockId, note = '' }: Opening,
  by: Locker & { at: Date; tell: readonly Person[] },
): Promise<number> {
  const { actor, asOperator, call, at, tell } = by
  const opened = row.locks.filter(
    (lock) =>
      (reason === undefined || lock.reason === reason) && (lockId === undefined || lock.id === lockId.toLowerCase()),
  )
  for (const { id, reason: present, effect } of opened) {
    await tx.query('solution-lock-open', openSql, [id, actor?.userId ?? null, at])
    const change = { before: { reason: present, effect }, target: { kind: 'lock', id } }
    await recordAudit(tx, actor, call, at, {
      scope: 'SOLUTION',
      scopeId: row.id,
      action: 'solution.unlocked',
      asOperator,
      ...change,
    })
    await recordNote(tx, { action: 'solution.unlocked', solutionId: row.id, lockId: id, note }, by)
  }
  const [last] = opened
  if (last !== undefined && opened.length === row.locks.length) {
    await notifyPeople(context, tx, tell, {
      kind: 'solution-unlocked',
      key: last.id,
      values: (language) => ({ link: pageOf(context, language, row.id, 'overview'), solution: row.label }),
    })
  }
  return opened.length
}

const openSql = 'update solution.locks set unlocked_by = $2, unlocked_at = $3 where id = $1 and unlocked_at is null'
