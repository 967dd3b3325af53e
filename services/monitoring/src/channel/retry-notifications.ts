import type { Call, Caller } from '@bollard/access'
import type { NotificationRetry } from '@bollard/contracts'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockChannel, type Named } from './channels.ts'
import { retrySql } from './operate-notifications.ts'

/** Has a channel's messages sent again that were given up. Answers how many; those that were not given up stay as they are. */
export async function retryNotifications(
  { db, now }: Pick<MonitoringContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, id, ids }: NotificationRetry & Named,
  call: Call,
): Promise<{ changed: number }> {
  const at = now()
  return db.transaction(async (tx) => {
    await lockChannel(tx, { solutionId, id })
    const changed = (await tx.query('monitoring-dead-retry', retrySql, [ids, id, at])).length
    const entry = { action: 'channel.retried', target: { kind: 'channel', id }, after: { changed } }
    if (changed > 0) await recordAudit(tx, actor, call, at, { solutionId, ...entry })
    return { changed }
  })
}
