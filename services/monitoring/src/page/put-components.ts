import type { StatusPageNew } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { findComponents } from './stored-pages.ts'

interface Wanted {
  readonly solutionId: string
  readonly pageId: string
  readonly groups: StatusPageNew['groups']
  readonly newId: () => string
}

/**
 * Makes the components of a page those of `groups`, in their order: known ids stay, new ones are added, all others end, and with
 * them what was subscribed to them alone. Throws `validation-failed` for services and components that the solution and the page do not have.
 */
export async function putComponents(tx: Queries, { solutionId, pageId, groups, newId }: Wanted): Promise<void> {
  const wanted = groups.flatMap(({ name: groupName, components }, groupNumber) =>
    components.map((component, index) => ({
      ...component,
      groupName,
      groupNumber,
      pointer: `/groups/${groupNumber}/components/${index}`,
    })),
  )
  const services = await tx.query('monitoring-page-services', servicesSql, [
    solutionId,
    wanted.map(({ serviceId }) => serviceId),
  ])
  const knownServices = new Set(services.map(({ id }) => id))
  const former = new Set((await findComponents(tx, pageId)).map(({ id }) => id))
  const seen = new Set<string>()
  const errors = wanted.flatMap(({ id, serviceId, pointer }) => {
    const own = id?.toLowerCase() ?? null
    const isFree = own === null || (former.has(own) && !seen.has(own))
    if (own !== null) seen.add(own)
    return [
      ...(knownServices.has(serviceId.toLowerCase()) ? [] : [{ pointer: `${pointer}/serviceId`, code: 'unknown' }]),
      ...(isFree ? [] : [{ pointer: `${pointer}/id`, code: 'unknown' }]),
    ]
  })
  if (errors.length > 0) throw new ProblemError('validation-failed', undefined, { errors: errors.slice(0, 100) })
  const rows = wanted.map(({ id, serviceId, name, description, groupName, groupNumber }, position) => ({
    id: id?.toLowerCase() ?? newId(),
    serviceId,
    name,
    description,
    groupName,
    groupNumber,
    position,
  }))
  const ids = rows.map(({ id }) => id)
  await tx.query('monitoring-page-subscribers-end', subscribersSql, [pageId, ids])
  await tx.query('monitoring-page-subscribers-narrow', narrowSql, [pageId, ids])
  await tx.query('monitoring-page-components-end', endSql, [pageId, ids])
  await tx.query('monitoring-page-components-put', putSql, [pageId, solutionId, JSON.stringify(rows)])
}

const servicesSql = 'select id from monitoring.services where solution_id = $1 and id = any ($2::uuid[])'
const endSql = 'delete from monitoring.page_components where page_id = $1 and not (id = any ($2::uuid[]))'
// An empty list means the whole page, so that it may not become empty: whoever wanted only what is gone is told of nothing else.
const subscribersSql =
  'delete from monitoring.subscribers where page_id = $1 and component_ids <> $$ {} $$ and not (component_ids && $2::uuid[])'
const narrowSql = `update monitoring.subscribers set component_ids = array (select unnest(component_ids) intersect select unnest($2::uuid[]))
  where page_id = $1 and not (component_ids <@ $2::uuid[])`
const putSql = `insert into monitoring.page_components (id, page_id, solution_id, service_id, name, description, group_name, group_number, position)
  select id, $1, $2, "serviceId", name, description, "groupName", "groupNumber", position from jsonb_to_recordset($3::jsonb)
    as n (id uuid, "serviceId" uuid, name text, description text, "groupName" text, "groupNumber" int, position int)
  on conflict (id) do update set service_id = excluded.service_id, name = excluded.name, description = excluded.description,
    group_name = excluded.group_name, group_number = excluded.group_number, position = excluded.position`
