import type { Person } from '@bollard/access'
import type { Database } from '@bollard/database'
import { weeklyReportValues, writeMail } from '@bollard/mail'
import type { IdentityContext, ReportWeeks, SolutionWeek } from '../identity-context.ts'
import { defaultPreferences } from '../preferences/preferences.ts'
import { unsubscribeUrl } from '../preferences/unsubscribe.ts'

/** Whether there is anything to tell. */
export function isWorthTelling({ week, before, openAlerts }: SolutionWeek): boolean {
  return week.passed + week.refused + before.passed + before.refused + openAlerts > 0
}

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
      // The next run retries it; others do not wait for it.
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
    // The process that writes the day down sends the mail, or decides that there is none.
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

export interface DueReport extends Person, ReportWeeks {
  /** The day on which it is sent, such as `2026-11-23`; its week ends with the day before. */
  readonly day: string
}

/** Nobody wants a mail in the night. */
const hourOfDay = 6
/** A report that a stopped server could not send comes so late at most, in days. */
const lateDays = 1

/** Whose report is due: from 6 o'clock on of the day they chose, in their time zone. */
export async function findDueReports(db: Database, now: Date): Promise<DueReport[]> {
  const zones = await db.query(
    'identity-weekly-report-zones',
    'select distinct timezone from identity.users where email_verified',
    [],
  )
  const due: DueReport[] = []
  for (const { timezone } of zones) due.push(...(await dueIn(db, now, timezone)))
  return due
}

async function dueIn(db: Database, now: Date, timezone: string): Promise<DueReport[]> {
  const find = (clock: string) =>
    db.query('identity-weekly-reports-due', dueSql, [
      now,
      clock,
      timezone,
      defaultPreferences.weeklyReportDay,
      hourOfDay,
      lateDays,
    ])
  try {
    return await find(timezone)
  } catch (error) {
    // Browsers know a few zones that the database does not.
    if (error instanceof Error && 'code' in error && error.code === '22023') return find('UTC')
    throw error
  }
}

const dueSql = `with clock as (select (($1::timestamptz at time zone $2::text) - make_interval(hours => $5::int))::date as today),
  wanted as (
    select u.id, u.email, u.given_name, u.language, c.today,
      c.today - ((extract(isodow from c.today)::int - coalesce(p.weekly_report_day, $4::int) + 7) % 7) as day
    from clock c cross join identity.users u left join identity.notification_preferences p on p.user_id = u.id
    where u.timezone = $3 and u.email_verified and u.deletion_at is null and coalesce(p.weekly_report, true)
  )
  select n.id as "userId", n.email, n.given_name as "givenName", n.language, to_char(n.day, 'YYYY-MM-DD') as day,
    (n.day - 14)::timestamp at time zone $2 as before, (n.day - 7)::timestamp at time zone $2 as "from", n.day::timestamp at time zone $2 as "to"
  from wanted n left join identity.weekly_reports w on w.user_id = n.id
  where n.today - n.day <= $6::int and (w.day is null or w.day <= n.day - 7) order by n.id`
