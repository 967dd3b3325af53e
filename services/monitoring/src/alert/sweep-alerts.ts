import type { Queries } from '@bollard/database'

const dayMs = 86_400_000
const alertDays = 90
const notificationDays = 30

/** Deletes alerts that were resolved long ago and messages that are over, see the summaries of the calls that list them. */
export async function sweepAlerts(db: Queries, now: Date): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * dayMs)
  await db.query(
    'monitoring-alerts-sweep',
    'delete from monitoring.alerts where resolved_at < $1 and next_at is null',
    [before(alertDays)],
  )
  await db.query(
    'monitoring-notifications-sweep',
    `delete from monitoring.notifications where created_at < $1 and state <> 'PENDING'`,
    [before(notificationDays)],
  )
}
