import type { JointReport } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { type CaptchaMonth, type ReportPorts } from '../report-ports.ts'
import { monthBefore, type OfMonth, type ProtectionMonth, readMonth, windowOf } from './month-of-site.ts'

export interface ReportContext {
  readonly db: Queries
  readonly now: () => Date
  readonly reports: ReportPorts
}

export interface AskedReport extends OfMonth {
  /** Whose other solutions it is about, too; null for an API key, which has none. */
  readonly userId: string | null
}

/** A month of captcha, protection and uptime, beside the month before. Throws `not-found` for a month that has not begun. */
export async function readJointReport(context: ReportContext, asked: AskedReport): Promise<JointReport> {
  const { now, reports } = context
  const { solutionId, month, timeZone, userId } = asked
  const { from, to } = windowOf(asked, now())
  const label = await reports.nameOf(solutionId)
  if (label === null) throw new ProblemError('not-found')
  const report = await readMonth(context, asked)
  const before = await readMonth(context, { ...asked, month: monthBefore(month) })
  return {
    month,
    timeZone,
    from: from.toISOString(),
    to: to.toISOString(),
    complete: to <= now(),
    solution: { id: solutionId, label },
    captcha: report.captcha && captchaOf(report.captcha, before.captcha),
    protection: report.protection && protectionOf(report.protection, before.protection),
    uptime: userId === null ? [] : await reports.readUptime(userId, solutionId, month),
  }
}

/** The same figure of two months; null where a month has none. */
function comparing<Figures>(now: Figures, before: Figures | null) {
  return <Name extends keyof Figures>(name: Name) => ({ now: now[name], before: before?.[name] ?? null })
}

function captchaOf(now: CaptchaMonth, before: CaptchaMonth | null): NonNullable<JointReport['captcha']> {
  const change = comparing(now, before)
  return {
    started: change('started'),
    passed: change('passed'),
    flagged: change('flagged'),
    refused: change('refused'),
    passRate: change('passRate'),
    checkMsMedian: change('checkMsMedian'),
  }
}

function protectionOf(now: ProtectionMonth, before: ProtectionMonth | null): NonNullable<JointReport['protection']> {
  const change = comparing(now, before)
  return {
    requests: change('requests'),
    challenged: change('challenged'),
    throttled: change('throttled'),
    denied: change('denied'),
    failedOpen: change('failedOpen'),
    savedBytes: change('savedBytes'),
    savedMessages: change('savedMessages'),
    mistakes: now.mistakes,
    topPaths: [...now.topPaths],
    topReasons: [...now.topReasons],
  }
}
