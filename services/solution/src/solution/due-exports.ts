import { dayFor, findAdmins, pageOf, notifyPeople } from '../people/notify.ts'
import type { DueWork, SolutionContext } from '../solution-context.ts'
import { recordAudit } from '../store/record-audit.ts'

export type ExportContext = Pick<SolutionContext, 'db' | 'enqueueMail' | 'identity' | 'dashboardUrl' | 'captcha'>

interface Wanted {
  readonly id: string
  readonly label: string
  readonly timezone: string
  readonly exportId: string | null
  readonly requestedBy: string
}

/** How long a file can be fetched after its admins were told of it: nothing is erased before. */
export const exportKeptDays = 7
/** Of one run; the next run takes the next ones. */
const atOnce = 100

/**
 * Exports that were asked for with a cancellation or a deletion: each is begun once nothing new comes in any more, and told of when it is there. Those
 * that were looked at longest ago come first, so however many are stuck, each has its turn.
 */
export async function dueExports(context: ExportContext, now: Date): Promise<DueWork[]> {
  const rows = await context.db.query('solution-due-exports', dueSql, [atOnce, now])
  return rows.map((wanted) => () => advance(context, wanted, now))
}

/** One killed in between begins another file, which harms nobody; whoever is told is told once. */
async function advance(context: ExportContext, wanted: Wanted, now: Date): Promise<number> {
  const { id: solutionId, exportId, requestedBy } = wanted
  if (exportId === null) {
    const begun = await context.captcha.requestExport({ solutionId, userId: requestedBy })
    if (begun === 'NO_SITE') return finish(context, wanted, now, false)
    if (begun !== null) await context.db.query('solution-export-begun', begunSql, [solutionId, begun])
    return begun === null ? 0 : 1
  }
  switch (await context.captcha.stateOfExport({ solutionId, exportId })) {
    case 'READY':
      return finish(context, wanted, now, true)
    case 'GONE':
      await context.db.query('solution-export-again', againSql, [solutionId, exportId])
      return 0
    case 'WAITING':
      return 0
  }
}

async function finish(
  context: ExportContext,
  { id, label, timezone, exportId }: Wanted,
  now: Date,
  hasFile: boolean,
): Promise<number> {
  const admins = await findAdmins(context, id)
  return context.db.transaction(async (tx) => {
    const told = await tx.query('solution-export-told', toldSql, [id, now])
    if (told.length === 0) return 0
    const target = exportId === null ? {} : { target: { kind: 'export', id: exportId } }
    await recordAudit(tx, null, null, now, {
      scope: 'SOLUTION',
      scopeId: id,
      action: 'solution.exported',
      ...target,
      after: { hasFile },
    })
    const until = new Date(now.getTime() + exportKeptDays * 86_400_000)
    await notifyPeople(context, tx, admins, {
      kind: 'solution-export-ready',
      key: `${id} ${exportId ?? ''}`,
      values: (language) => ({
        link: pageOf(context, language, id, 'settings/unsubscribe'),
        solution: label,
        date: dayFor(language, until, timezone),
      }),
    })
    return 1
  })
}

/** Nothing new comes in any more. */
const ended = `lifecycle in ('ENDED', 'DELETION_PENDING')`
/**
 * A row that another process has just taken is locked no more once that commits, and is then looked at as it is now; `before` is as
 * this statement found it, so the two no longer agree and the row is passed over.
 */
const dueSql = `update solution.solutions set export_tried_at = $2 where id in (
    select due.id from solution.solutions due
    join solution.solutions before on before.id = due.id and before.export_tried_at is not distinct from due.export_tried_at
    where due.${ended} and not due.erasing and due.export_requested_by is not null and due.export_told_at is null
    order by due.export_tried_at nulls first, due.deletion_at, due.id limit $1 for no key update of due skip locked)
  returning id, label, timezone, export_id as "exportId", export_requested_by as "requestedBy"`
const begunSql = `update solution.solutions set export_id = $2 where id = $1 and export_id is null and ${ended}`
const againSql =
  'update solution.solutions set export_id = null where id = $1 and export_id = $2 and export_told_at is null'
const toldSql = `update solution.solutions set export_told_at = $2
  where id = $1 and export_told_at is null and export_requested_by is not null and ${ended} returning id`
