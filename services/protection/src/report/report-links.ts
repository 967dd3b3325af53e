import { createHash } from 'node:crypto'
import type { Actor, Call } from '@bollard/access'
import type { JointReport, ReportLink } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { ProtectionContext } from '../protection-context.ts'
import { lockSpace } from '../space/space.ts'
import { readJointReport, type ReportContext } from './joint-report.ts'
import { windowOf } from './month-of-site.ts'

/** Of one solution, those that still hold. */
export const reportLinksMax = 50

type LinkContext = Pick<ProtectionContext, 'db' | 'now' | 'newId' | 'randomBytes' | 'reports'>

export async function listReportLinks(db: Queries, solutionId: string, now: Date) {
  const rows = await db.query('protection-links-list', listSql, [solutionId, now])
  return { items: rows.map((row) => toAnswer(row, null)), nextCursor: null }
}

/** Makes a link; its token is stored as a hash and told once. Throws `quota-exceeded`, and `not-found` for a month to come. */
export async function createReportLink(
  { db, now, newId, randomBytes, reports }: LinkContext,
  actor: Actor,
  { solutionId, month, days, timeZone }: { solutionId: string; month: string; days: number; timeZone: string },
  call: Call,
): Promise<ReportLink> {
  const at = now()
  windowOf({ month, timeZone }, at)
  const token = randomBytes(32).toString('base64url')
  const [id, expiresAt] = [newId(), new Date(at.getTime() + days * 86_400_000)]
  return db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const known = await tx.query('protection-links-list', listSql, [solutionId, at])
    if (known.length >= reportLinksMax) throw new ProblemError('quota-exceeded')
    const values = [id, solutionId, month, hashToken(token), expiresAt, at, actor.userId]
    const [row] = await tx.query('protection-link-insert', insertSql, values)
    if (row === undefined) throw new ProblemError('not-found')
    const target = { kind: 'report-link', id }
    await recordAudit(tx, actor, call, at, {
      solutionId,
      action: 'report-link.created',
      target,
      after: { month, days },
    })
    return toAnswer(row, `${reports.dashboardUrl}/${actor.language}/shared-reports/${token}`)
  })
}

/** A report by its link, as whoever made the link sees it. Throws `not-found` for a link that never was, or holds no more. */
export async function readSharedReport(context: ReportContext, token: string): Promise<JointReport> {
  const [link] = await context.db.query('protection-link-find', findSql, [hashToken(token), context.now()])
  if (link === undefined) throw new ProblemError('not-found')
  return readJointReport(context, link)
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function toAnswer({ expiresAt, createdAt, ...row }: RowOf<'protection-links-list'>, url: string | null): ReportLink {
  return { ...row, url, expiresAt: expiresAt.toISOString(), createdAt: createdAt.toISOString() }
}

const shown = 'id, month, expires_at as "expiresAt", created_at as "createdAt", created_by as "createdBy"'
const listSql = `select ${shown} from protection.report_links where solution_id = $1 and expires_at > $2 order by id desc`
const insertSql = `insert into protection.report_links (id, solution_id, month, token_hash, expires_at, created_at, created_by)
  values ($1, $2, $3, $4, $5, $6, $7) returning ${shown}`
const findSql = `select l.solution_id as "solutionId", l.month, l.created_by as "userId", s.time_zone as "timeZone"
  from protection.report_links l join protection.spaces s on s.solution_id = l.solution_id where l.token_hash = $1 and l.expires_at > $2`
