import type { MonitoringCheck } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type FieldError, ProblemError } from '@bollard/http'

interface Related {
  readonly solutionId: string
  /** Of the service itself; one that is being created has no relations of others to it. */
  readonly id: string
  readonly check: MonitoringCheck
  readonly parentId: string | null
}

/**
 * Refuses a parent or members that the solution does not have, groups in groups, and a service that would depend on itself. In a
 * transaction that has the turn of the solution. Throws `validation-failed` with the fields.
 */
export async function assertRelations(tx: Queries, { solutionId, id, check, parentId }: Related): Promise<void> {
  const members = membersOf(check)
  const named = [...members, ...(parentId === null ? [] : [parentId])]
  if (named.length === 0) return
  const found = await tx.query('monitoring-relations', relationsSql, [solutionId, named])
  const kinds = new Map(found.map((row) => [row.id, row.kind]))
  const errors: FieldError[] = members.flatMap((member, index) => {
    const kind = member === id ? 'GROUP' : kinds.get(member.toLowerCase())
    const pointer = `/check/target/members/${index}`
    if (kind === undefined) return [{ pointer, code: 'unknown' }]
    return kind === 'GROUP' ? [{ pointer, code: 'group-in-group' }] : []
  })
  if (parentId !== null && !kinds.has(parentId.toLowerCase())) errors.push({ pointer: '/parentId', code: 'unknown' })
  else if (parentId !== null && (await dependsOn(tx, parentId, id)))
    errors.push({ pointer: '/parentId', code: 'circular' })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors })
}

/** Whether a service hangs on another one, over however many. */
async function dependsOn(tx: Queries, id: string, on: string): Promise<boolean> {
  const rows = await tx.query('monitoring-depends-on', dependsSql, [id, on])
  return rows.length > 0
}

/** Makes the members of a group those that its configuration names. */
export async function putMembers(tx: Queries, { solutionId, id, check }: Omit<Related, 'parentId'>): Promise<void> {
  await tx.query('monitoring-members-clear', 'delete from monitoring.group_members where group_id = $1', [id])
  const members = membersOf(check)
  if (members.length > 0) await tx.query('monitoring-members-insert', membersSql, [id, members, solutionId])
}

function membersOf(check: MonitoringCheck): readonly string[] {
  return check.kind === 'GROUP' ? check.target.members : []
}

const relationsSql = 'select id, kind from monitoring.services where solution_id = $1 and id = any ($2::uuid[])'
const dependsSql = `with recursive above (id) as (select $1::uuid
    union select next.id from above cross join lateral (
      select s.parent_id as id from monitoring.services s where s.id = above.id and s.parent_id is not null
      union all select m.member_id from monitoring.group_members m where m.group_id = above.id) next)
  select 1 as one from above where id = $2`
const membersSql =
  'insert into monitoring.group_members (group_id, member_id, solution_id) select $1, member, $3 from unnest($2::uuid[]) member'
