import { changesOf } from '@bollard/audit'
import type { mailCategories, NotificationPreferences } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from '../session/actor.ts'
import { recordAudit } from '../users/audit.ts'
import { findPeople } from '../users/people.ts'
import { lockUser } from '../users/user.ts'

export type MailCategory = (typeof mailCategories)[number]

/** What holds until somebody chooses. */
export const defaultPreferences: NotificationPreferences = {
  mails: { WEEKLY_REPORT: true, USAGE_ALERTS: true, BILLING: true, ALERTS: true },
  weeklyReportDay: 1,
}

/** What somebody has chosen; null where nobody has. */
export async function findPreferences(db: Queries, userId: string): Promise<NotificationPreferences | null> {
  const [row] = await db.query('identity-preferences', findSql, [userId])
  return row?.preferences ?? null
}

/** Keeps a choice. No row, and no error, for an unknown user. */
export async function keepPreferences(
  tx: Queries,
  userId: string,
  { mails, weeklyReportDay }: NotificationPreferences,
): Promise<void> {
  const values = [userId, mails.WEEKLY_REPORT, mails.USAGE_ALERTS, mails.BILLING, mails.ALERTS, weeklyReportDay]
  await tx.query('identity-preferences-keep', keepSql, values)
}

/** Whether a mail of this category may be sent to somebody; false for an unknown id and an address that nobody has confirmed. */
export async function mailAllowed(db: Queries, userId: string, category: MailCategory): Promise<boolean> {
  const [person] = await findPeople(db, [userId])
  return person !== undefined && ((await findPreferences(db, userId)) ?? defaultPreferences).mails[category]
}

const findSql = `select json_build_object('mails', json_build_object('WEEKLY_REPORT', weekly_report, 'USAGE_ALERTS', usage_alerts,
    'BILLING', billing, 'ALERTS', alerts), 'weeklyReportDay', weekly_report_day) as preferences
  from identity.notification_preferences where user_id = $1`
const keepSql = `insert into identity.notification_preferences (user_id, weekly_report, usage_alerts, billing, alerts, weekly_report_day)
  select id, $2::boolean, $3::boolean, $4::boolean, $5::boolean, $6::smallint from identity.users where id = $1
  on conflict (user_id) do update set weekly_report = excluded.weekly_report,
    usage_alerts = excluded.usage_alerts, billing = excluded.billing, alerts = excluded.alerts, weekly_report_day = excluded.weekly_report_day`

/** Which mails the signed-in person gets. */
export async function getPreferences(context: IdentityContext, { userId }: Actor): Promise<NotificationPreferences> {
  return (await findPreferences(context.db, userId)) ?? defaultPreferences
}

/** Chooses which mails the signed-in person gets. Of two windows the later one wins, since each sends the whole choice. */
export async function putPreferences(
  context: IdentityContext,
  { userId }: Actor,
  chosen: NotificationPreferences,
  call: Call,
): Promise<NotificationPreferences> {
  await context.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const known = (await findPreferences(tx, userId)) ?? defaultPreferences
    await keepPreferences(tx, userId, chosen)
    const changes = changesOf(flat(known), flat(chosen))
    if (Object.keys(changes.after).length > 0)
      await recordAudit(tx, call, context.now(), { userId, action: 'notification-preferences.changed', ...changes })
  })
  return chosen
}

const flat = ({ mails, weeklyReportDay }: NotificationPreferences) => ({ ...mails, weeklyReportDay })
