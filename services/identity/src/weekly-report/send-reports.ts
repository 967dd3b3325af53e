import { weeklyReportValues, writeMail } from '@bollard/mail'
import type { IdentityContext } from '../identity-context.ts'
import { unsubscribeUrl } from '../preferences/unsubscribe-token.ts'
import { type DueReport, findDueReports } from './find-due.ts'
import { isWorthTelling } from './weekly-figures.ts'

type ReportContext = Pick<
  IdentityContext,
  'db' | 'now' | 'enqueueMail' | 'weeklyFigures' | 'apiUrl' | 'dashboardUrl' | 'secret' | 'log'
>

/**
 * Mails the reports that are due: to each person one a week, on the day and in the time zone that they chose, and none where there is
 * nothing to tell. Any number of processes may run it at once, and end in the middle of it.
 */
export async function sendWeeklyReports(context: ReportContext): Promise<void> {
  for (const due of await findDueReports(context.db, context.now())) {
    try {
      await sendReport(context, due)
    } catch (error) {
      // It is tried again with the next run, and keeps no other one waiting.
      context.log(`The weekly report of ${due.userId} could not be written`, error)
    }
  }
}

async function sendReport(
  context: ReportContext,
  { userId, email, givenName, language, day, ...weeks }: DueReport,
): Promise<void> {
  // Outside of the transaction, since other services need connections of their own for it.
  const solutions = (await context.weeklyFigures(userId, weeks)).filter(isWorthTelling)
  await context.db.transaction(async (tx) => {
    // Whoever writes the day down sends the mail, or decides that there is none.
    const claimed = await tx.query('identity-weekly-report-claim', claimSql, [userId, day])
    if (claimed.length === 0 || solutions.length === 0) return
    const values = {
      ...weeklyReportValues(language, { day, solutions }),
      link: `${context.dashboardUrl}/${language}/dashboard`,
    }
    const unsubscribe = { url: unsubscribeUrl(context, userId, 'WEEKLY_REPORT') }
    await context.enqueueMail(
      tx,
      writeMail('weekly-report', { language, to: email, givenName, values, unsubscribe }),
      `weekly-report ${day} ${userId}`,
    )
  })
}

// Those who switched it off, or left, since it was found to be due get none.
const claimSql = `insert into identity.weekly_reports as w (user_id, day)
  select u.id, $2::date from identity.users u left join identity.notification_preferences p on p.user_id = u.id
  where u.id = $1 and u.email_verified and u.deletion_at is null and coalesce(p.weekly_report, true)
  on conflict (user_id) do update set day = excluded.day where w.day <= excluded.day - 7 returning user_id`
