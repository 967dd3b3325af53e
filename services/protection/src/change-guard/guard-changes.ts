import type { Person } from '@bollard/access'
import { recordAudit } from '@bollard/audit'
import type { Database, Queries, RowOf } from '@bollard/database'
import { locales } from '@bollard/i18n'
import { writeMail } from '@bollard/mail'
import { guardedSql } from '../limiter/stored-limiters.ts'
import { beginShare, moveOn, rollBack, stageMs, undone } from '../limiter/write-limiters.ts'
import type { ReportPorts } from '../report-ports.ts'
import { lockSpace } from '../space/space.ts'
import { judgeChange } from './judge-change.ts'

/** A change with too few visitors to judge is tried no longer than this: so few are not harmed by much. */
const patienceMs = 24 * 3_600_000
const atOnce = 100

export interface GuardContext {
  readonly db: Database
  /** The admins of a solution, who are told of what was taken back. */
  readonly findAdmins: (solutionId: string) => Promise<readonly Person[]>
  readonly reports: Pick<ReportPorts, 'nameOf' | 'enqueueMail' | 'dashboardUrl'>
}

/**
 * Looks at every change that is tried: one that does harm is taken back at once and its admins are told, one that does none goes on: from its dry run to some visitors, and from them to all. Run it every minute, in any
 * number of processes. Answers how many went on or back.
 */
export async function guardChanges(context: GuardContext, at: Date): Promise<number> {
  const due = await context.db.query('protection-guard-due', dueSql, [atOnce])
  let moved = 0
  for (const { id, solutionId } of due) moved += Number(await guardOne(context, { id, solutionId }, at))
  return moved
}

async function guardOne(
  { db, findAdmins, reports }: GuardContext,
  named: { readonly id: string; readonly solutionId: string },
  at: Date,
): Promise<boolean> {
  // Asked before, since others need a connection of their own for it.
  const people = await findAdmins(named.solutionId)
  const solution = (await reports.nameOf(named.solutionId)) ?? ''
  return db.transaction(async (tx) => {
    await lockSpace(tx, named.solutionId)
    const [row] = await tx.query('protection-guard-change', changeSql, [named.id])
    if (row === undefined || row.stageAt === null) return false
    const verdict = judgeChange(row.guarded)
    const triedMs = at.getTime() - row.stageAt.getTime()
    const isOver = verdict === 'TOO_FEW' ? triedMs >= patienceMs : triedMs >= stageMs
    if (verdict === 'TOO_FEW' || verdict === 'HARMLESS') {
      if (!isOver) {
        const endsAt = new Date(row.stageAt.getTime() + patienceMs)
        if (triedMs >= stageMs) await tx.query('protection-guard-wait', waitSql, [named.id, endsAt])
        return false
      }
      await (row.stage === 'DRY_RUN' ? beginShare : moveOn)(tx, named, at)
    } else {
      await rollBack(tx, named, verdict, at)
      for (const person of people) await tellUndone(reports, tx, person, { ...row, ...named, solution, at })
    }
    await recordAudit(tx, {
      ...entryOf(row, verdict),
      scope: 'SOLUTION',
      scopeId: named.solutionId,
      at,
      actor: { kind: 'SYSTEM' },
    })
    return true
  })
}

/** Once for each change, however often the same is tried. */
async function tellUndone(
  { enqueueMail, dashboardUrl }: GuardContext['reports'],
  tx: Queries,
  { userId, email, givenName, language }: Person,
  undoneChange: {
    readonly id: string
    readonly solutionId: string
    readonly solution: string
    readonly name: string
    readonly round: number
    readonly timeZone: string
    readonly at: Date
  },
): Promise<void> {
  const { id, solutionId, solution, name, round, timeZone, at } = undoneChange
  const values = {
    link: `${dashboardUrl}/${language}/solutions/${solutionId}/limiters/${id}`,
    solution,
    limiter: name,
    when: new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at),
  }
  const mail = writeMail('change-rolled-back', { language, to: email, givenName, values })
  await enqueueMail(tx, mail, `change-rolled-back ${id} ${round} ${userId}`)
}

function entryOf(row: RowOf<'protection-guard-change'>, verdict: ReturnType<typeof judgeChange>) {
  const target = { kind: 'limiter', id: row.id }
  const { changed, former } = row.guarded
  const seen = { changed: changed.visitors, former: former.visitors }
  if (verdict === 'TOO_FEW' || verdict === 'HARMLESS')
    return {
      action: row.stage === 'DRY_RUN' ? 'limiter.change-shared' : 'limiter.change-finished',
      target,
      after: { name: row.name, visitors: seen },
    }
  const changes = undone(row)
  return {
    action: 'limiter.change-rolled-back',
    target,
    before: changes.before,
    after: { ...changes.after, fault: verdict, visitors: seen },
  }
}

/** Forgets who was seen of changes that are over, and what those were after a week: nothing can be taken back then. */
export async function sweepChanges(db: Database, at: Date): Promise<void> {
  const weekAgo = new Date(at.getTime() - 7 * 86_400_000)
  await db.query('protection-changes-settle', settleSql, [weekAgo])
  await db.query('protection-guarded-sweep', sweepSql, [])
}

const dueSql = `select id, solution_id as "solutionId" from protection.limiters where stage in ('DRY_RUN', 'SHARE') and next_at is not null order by next_at limit $1`
const changeSql = `select l.id, l.name, l.config, l.mode, l.former, l.former_mode as "formerMode", l.stage, l.stage_at as "stageAt", l.round,
    s.time_zone as "timeZone", ${guardedSql} as guarded
  from protection.limiters l join protection.spaces s on s.solution_id = l.solution_id where l.id = $1 and l.stage in ('DRY_RUN', 'SHARE') for update of l`
const waitSql = 'update protection.limiters set next_at = $2 where id = $1 and next_at < $2'
const settleSql = `update protection.limiters set stage = null, stage_at = null, former = null, former_mode = null, fault = null
  where stage in ('ALL', 'ROLLED_BACK') and stage_at < $1`
const sweepSql = `delete from protection.guarded_visitors g where not exists (select from protection.limiters l
  where l.id = g.limiter_id and l.round = g.round and l.stage is not null)`
