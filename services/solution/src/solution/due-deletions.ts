import type { Person } from '@bollard/access'
import { latestHash } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import { stepLifecycle, notifyCaptchaOrLater } from '../change/change.ts'
import { dayFor, findRecipients, notifyPeople } from '../people/notify.ts'
import type { DueWork, SolutionContext } from '../solution-context.ts'
import { exportKeptDays } from './due-exports.ts'
import { recordAudit } from '../store/record-audit.ts'

export type DueContext = Pick<
  SolutionContext,
  'db' | 'enqueueMail' | 'identity' | 'applySolutionState' | 'captcha' | 'monitoring' | 'protection'
>

/** How long erasing waits for an export that was asked for and cannot be made. */
const exportPatienceDays = 14

/**
 * Solutions that were kept for 30 days since they ended or were deleted: nothing but their number, their log and their bills stays. All of
 * them, since however many cannot be erased while a part of the captcha is away, they hold up no other; those that were begun come last.
 */
export async function dueDeletions(context: DueContext, now: Date): Promise<DueWork[]> {
  const rows = await context.db.query('solution-due-deletions', idsSql, [now])
  return rows.map(
    ({ id }) =>
      () =>
        erase(context, id, now),
  )
}

async function erase(context: DueContext, id: string, now: Date): Promise<number> {
  // Nobody can have it back from here on, so the others may forget it before we do; what is killed in between is done again.
  const begun = await context.db.query('solution-begin-erasing', beginSql, [id, now])
  if (begun.length === 0 || !(await context.captcha.eraseSite(id))) return 0
  if (!(await context.monitoring.eraseSpace(id)) || !(await context.protection.eraseSpace(id))) return 0
  const told = await findRecipients(context, id)
  const deleted = await context.db.transaction((tx) => empty(context, tx, { id, told, now }))
  if (deleted > 0) await notifyCaptchaOrLater(context, id)
  return deleted
}

async function empty(
  context: DueContext,
  tx: Queries,
  { id, told, now }: { id: string; told: readonly Person[]; now: Date },
): Promise<number> {
  const [row] = await tx.query('solution-due-deletion', rowSql, [id, now])
  if (!row) return 0
  await stepLifecycle(tx, row, 'DELETED', {}, now)
  await tx.query('solution-empty', emptySql, [id])
  await tx.query(
    'solution-empty-locks',
    'update solution.locks set unlocked_at = $2 where solution_id = $1 and unlocked_at is null',
    [id, now],
  )
  await tx.query('solution-empty-invitations', 'delete from solution.invitations where solution_id = $1', [id])
  await tx.query('solution-empty-members', 'delete from solution.members where solution_id = $1', [id])
  const change = { before: { lifecycle: row.lifecycle }, after: { lifecycle: 'DELETED' } }
  await recordAudit(tx, null, null, now, { scope: 'SOLUTION', scopeId: id, action: 'solution.deleted', ...change })
  // The hash of the last entry stands for the whole log of the solution.
  const certificate = (await latestHash(tx, 'SOLUTION', id)) ?? ''
  await notifyPeople(context, tx, told, {
    kind: 'solution-deleted',
    key: id,
    values: (language) => ({ solution: row.label, date: dayFor(language, now, row.timezone), certificate }),
  })
  return 1
}

const due = (
  now: string,
) => `lifecycle in ('ENDED', 'DELETION_PENDING') and deletion_at <= ${now} and (erasing or export_requested_by is null
  or export_told_at <= ${now}::timestamptz - interval '${exportKeptDays} days' or deletion_at <= ${now}::timestamptz - interval '${exportPatienceDays} days')`
const idsSql = `select id from solution.solutions where ${due('$1')} order by erasing, deletion_at, id`
const beginSql = `update solution.solutions set erasing = true where id = $1 and ${due('$2')} returning id`
const rowSql = `select id, label, lifecycle, timezone from solution.solutions where id = $1 and ${due('$2')} for update skip locked`
const emptySql = `update solution.solutions set label = '', notification_emails = '{}', organization_id = null where id = $1`
