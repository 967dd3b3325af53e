import type { Call, Caller } from '@bollard/access'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { lockService, lockSpace } from './stored-services.ts'

/** Deletes a service with its history. Throws `in-use` for one that a group has or that others depend on. */
export async function deleteService(
  { db, now }: Pick<MonitoringContext, 'db' | 'now'>,
  actor: Caller,
  { solutionId, id }: { readonly solutionId: string; readonly id: string },
  call: Call,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockSpace(tx, solutionId)
    const { name } = await lockService(tx, solutionId, id)
    await removeServices(tx, [id])
    await recordAudit(tx, actor, call, now(), {
      solutionId,
      action: 'monitored-service.deleted',
      target: { kind: 'monitored-service', id },
      before: { name },
    })
  })
}

/** Deletes services on which none that stays depends. Throws `in-use`. */
export async function removeServices(tx: Queries, ids: readonly string[]): Promise<void> {
  const used = await tx.query('monitoring-services-used', usedSql, [ids])
  if (used.length > 0) {
    const names = used.map(({ name }) => name).join(', ')
    throw new ProblemError('in-use', `Others need it: ${names}.`)
  }
  await tx.query(
    'monitoring-members-remove',
    'delete from monitoring.group_members where group_id = any ($1::uuid[])',
    [ids],
  )
  await tx.query('monitoring-services-delete', 'delete from monitoring.services where id = any ($1::uuid[])', [ids])
}

const usedSql = `select name from monitoring.services where parent_id = any ($1::uuid[]) and id <> all ($1::uuid[])
  union select g.name from monitoring.group_members m join monitoring.services g on g.id = m.group_id
    where m.member_id = any ($1::uuid[]) and m.group_id <> all ($1::uuid[])
  union select name from monitoring.services where kind = 'FORM' and id <> all ($1::uuid[])
    and solution_id in (select solution_id from monitoring.services where id = any ($1::uuid[]))
    and (config #>> '{target,heartbeat,serviceId}')::uuid = any ($1::uuid[]) limit 5`
