import type { Call, Caller } from '@bollard/access'
import type { BlockedReport, blockedReportStates } from '@bollard/contracts'
import type { Database, Queries, RowOf } from '@bollard/database'
import { limitedIp, ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { ProtectionContext } from '../protection-context.ts'

/** What visitors wrote is kept for so long. */
export const reportsKeptDays = 90
const shownMax = 100

interface Told {
  readonly decisionId: string
  readonly message: string
  readonly email: string | null
  readonly captchaToken: string
}

/**
 * Keeps what a visitor says who was stopped, once for each decision. Nothing tells whether there is such a decision.
 * Throws `captcha-failed` and `rate-limited`.
 */
export async function reportBlocked(
  { db, now, newId, limiter, ownCaptcha }: Pick<ProtectionContext, 'db' | 'now' | 'newId' | 'limiter' | 'ownCaptcha'>,
  { decisionId, message, email, captchaToken }: Told,
  address: string,
): Promise<void> {
  await limiter.take('blockedReports', limitedIp(address))
  if ((await ownCaptcha.verify(captchaToken, address)) === 'refused') throw new ProblemError('captcha-failed')
  const text = message.toWellFormed().replaceAll('\0', '')
  await db.query('protection-blocked-insert', insertSql, [newId(), decisionId, now(), text, email])
}

/** Those of a site, newest first. */
export async function listBlockedReports(
  db: Queries,
  solutionId: string,
  state: (typeof blockedReportStates)[number] | undefined,
): Promise<{ items: BlockedReport[] }> {
  const rows = await db.query('protection-blocked-list', listSql, [solutionId, state ?? null, shownMax])
  return { items: rows.map(toAnswer) }
}

/** Says whether a visitor was stopped rightly; may be said anew. Throws `not-found`. */
export async function decideBlockedReport(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  actor: Caller,
  { solutionId, id, state }: { readonly solutionId: string; readonly id: string; readonly state: 'RIGHT' | 'WRONG' },
  call: Call,
): Promise<BlockedReport> {
  const at = now()
  return db.transaction(async (tx) => {
    const [row] = await tx.query('protection-blocked-decide', decideSql, [solutionId, id, state, actor.userId, at])
    if (row === undefined) throw new ProblemError('not-found')
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'blocked-report.decided',
      target: { kind: 'blocked-report', id },
      after: { state },
    })
    return toAnswer(row)
  })
}

/** Deletes what is too old. */
export async function sweepBlockedReports(db: Queries, now: Date): Promise<void> {
  const before = new Date(now.getTime() - reportsKeptDays * 86_400_000)
  await db.query('protection-blocked-sweep', 'delete from protection.blocked_reports where at < $1', [before])
}

function toAnswer({ at, ...row }: RowOf<'protection-blocked-list'>): BlockedReport {
  return { ...row, at: at.toISOString() }
}

const shown = 'id, at, decision_id as "decisionId", message, email, state, decided_by as "decidedBy"'
const insertSql = `insert into protection.blocked_reports (id, solution_id, decision_id, at, message, email)
  select $1, d.solution_id, d.id, $3, $4, $5 from protection.decisions d where d.id = $2 and d.conclusion <> 'ALLOW'
  on conflict (solution_id, decision_id) do nothing`
const listSql = `select ${shown} from protection.blocked_reports where solution_id = $1 and ($2::text is null or state = $2)
  order by at desc, id desc limit $3`
const decideSql = `update protection.blocked_reports set state = $3, decided_by = $4, decided_at = $5
  where solution_id = $1 and id = $2 returning ${shown}`
