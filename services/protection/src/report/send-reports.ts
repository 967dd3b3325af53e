import type { Database } from '@bollard/database'
import type { Language } from '@bollard/i18n'
import { type Attachment, writeMail } from '@bollard/mail'
import type { ProtectionContext } from '../protection-context.ts'
import { everyDue } from './every-due.ts'
import { readJointReport } from './joint-report.ts'
import { monthInWords, writeReportPdf } from './report-pdf.ts'

export const attachmentKind = 'protection-report'
/** Mails are tried for some days. */
const filesKeptDays = 30
const atOnce = 20

/**
 * Sends the month before to whom schedules name, once it is closed; an address whose person is no member any more, or wants no such mails,
 * gets none. The file, the mails and the note that they were sent are written together, so nobody gets a second one. One that cannot be
 * written holds up no other: it is tried again with the next run. Answers how many were sent.
 */
export async function sendReports(
  context: Pick<ProtectionContext, 'now' | 'newId' | 'reports'> & { readonly db: Database },
): Promise<number> {
  const { db, now } = context
  return everyDue<Due>(
    atOnce,
    (last) => db.query('protection-schedules-due', dueSql, [now(), last?.id ?? null, atOnce]),
    (schedule) => sendOne(context, schedule),
  )
}

interface Due {
  readonly id: string
  readonly solutionId: string
  readonly timeZone: string
  readonly month: string
  readonly emails: readonly string[]
  readonly language: Language
  readonly userId: string
}

async function sendOne(
  { db, now, newId, reports }: Pick<ProtectionContext, 'now' | 'newId' | 'reports'> & { readonly db: Database },
  { id, emails, language, ...asked }: Due,
): Promise<void> {
  const { solutionId, month } = asked
  const report = await readJointReport({ db, now, reports }, asked)
  const content = await writeReportPdf(report, language, now())
  const members = await Promise.all(
    emails.map(async (to) => ({
      to,
      unsubscribeUrl: (await reports.memberOf(to, solutionId))?.unsubscribeUrl ?? null,
    })),
  )
  const file = newId()
  const attachments: Attachment[] = [
    { kind: attachmentKind, id: file, name: `Report-${month}.pdf`, mediaType: 'application/pdf' },
  ]
  const values = {
    link: `${reports.dashboardUrl}/${language}/solutions/${solutionId}/reports/overview?month=${month}`,
    solution: report.solution.label,
    month: monthInWords(month, language),
  }
  await db.transaction(async (tx) => {
    const mine = await tx.query('protection-schedule-sent', sentSql, [id, month, now()])
    if (mine.length === 0) return
    await tx.query('protection-report-file', fileSql, [file, solutionId, content, now()])
    for (const { to, unsubscribeUrl } of members) {
      if (unsubscribeUrl === null) continue
      const unsubscribe = { url: unsubscribeUrl }
      const mail = writeMail('monthly-report', { language, to, givenName: '', values, unsubscribe, attachments })
      await reports.enqueueMail(tx, mail, `protection-report ${id} ${month} ${to}`)
    }
  })
}

/** The file of a mail. Rejects when it cannot be read now. */
export async function readReportFile(db: Database, id: string): Promise<Buffer> {
  const [file] = await db.query(
    'protection-report-file-read',
    'select content from protection.report_files where id = $1',
    [id],
  )
  if (file === undefined) throw new Error('The file of a report is gone')
  return file.content
}

/** Deletes files that no mail needs any more, and links that hold no more. */
export async function sweepReports(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - filesKeptDays * 86_400_000)
  await db.query('protection-report-files-sweep', 'delete from protection.report_files where created_at < $1', [before])
  await db.query('protection-links-sweep', 'delete from protection.report_links where expires_at < $1', [now])
}

// One that was made in a month gets that month first, not the one before.
const dueSql = `select c.id, c.solution_id as "solutionId", c.emails, c.language, c.created_by as "userId", s.time_zone as "timeZone", r.month
  from protection.report_schedules c join protection.spaces s on s.solution_id = c.solution_id
    join lateral (select m.month from protection.month_reports m where m.solution_id = c.solution_id
      and m.month = to_char(date_trunc('month', $1::timestamptz at time zone s.time_zone) - interval '1 month', 'YYYY-MM')) r on true
  where c.last_month is distinct from r.month and c.created_at < date_trunc('month', $1::timestamptz at time zone s.time_zone) at time zone s.time_zone
    and not s.effects && array['RESULTS_REFUSED']
    and ($2::uuid is null or c.id > $2) order by c.id limit $3`
const sentSql = `update protection.report_schedules set last_month = $2, last_sent_at = $3
  where id = $1 and last_month is distinct from $2 returning id`
const fileSql = 'insert into protection.report_files (id, solution_id, content, created_at) values ($1, $2, $3, $4)'
