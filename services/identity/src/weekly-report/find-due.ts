import type { Database } from '@bollard/database'
import type { Person } from '../users/people.ts'
import { defaultPreferences } from '../preferences/preferences.ts'
import type { ReportWeeks } from './weekly-figures.ts'

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
  const zones = await db.query<{ timezone: string }>(
    'identity-weekly-report-zones',
    'SELECT DISTINCT timezone FROM identity.users WHERE email_verified',
    [],
  )
  const due: DueReport[] = []
  for (const { timezone } of zones) due.push(...(await dueIn(db, now, timezone)))
  return due
}

async function dueIn(db: Database, now: Date, timezone: string): Promise<DueReport[]> {
  const find = (clock: string) =>
    db.query<DueReport>('identity-weekly-reports-due', dueSql, [
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

const dueSql = `WITH clock AS (SELECT (($1::timestamptz AT TIME ZONE $2::text) - make_interval(hours => $5::int))::date AS today),
  wanted AS (
    SELECT u.id, u.email, u.given_name, u.language, c.today,
      c.today - ((extract(isodow FROM c.today)::int - coalesce(p.weekly_report_day, $4::int) + 7) % 7) AS day
    FROM clock c CROSS JOIN identity.users u LEFT JOIN identity.notification_preferences p ON p.user_id = u.id
    WHERE u.timezone = $3 AND u.email_verified AND u.deletion_at IS NULL AND coalesce(p.weekly_report, true)
  )
  SELECT n.id AS "userId", n.email, n.given_name AS "givenName", n.language, to_char(n.day, 'YYYY-MM-DD') AS day,
    (n.day - 14)::timestamp AT TIME ZONE $2 AS before, (n.day - 7)::timestamp AT TIME ZONE $2 AS "from", n.day::timestamp AT TIME ZONE $2 AS "to"
  FROM wanted n LEFT JOIN identity.weekly_reports w ON w.user_id = n.id
  WHERE n.today - n.day <= $6::int AND (w.day IS NULL OR w.day <= n.day - 7) ORDER BY n.id`
