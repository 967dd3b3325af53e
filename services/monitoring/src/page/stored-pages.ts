import type { StatusPage } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { proofColumns, tellProof } from '../host/host-proof.ts'

export type PageRow = RowOf<'monitoring-page'>
export type ComponentRow = RowOf<'monitoring-page-components'>

/** All pages of a solution as they are set up, oldest first. */
export async function listPages(db: Queries, solutionId: string): Promise<{ items: StatusPage[]; nextCursor: null }> {
  const rows = await db.query('monitoring-pages', listSql, [solutionId])
  const components = await db.query('monitoring-page-components', componentsSql, [rows.map(({ id }) => id)])
  const byPage = Map.groupBy(components, ({ pageId }) => pageId)
  return { items: rows.map((row) => toPage(row, byPage.get(row.id) ?? [])), nextCursor: null }
}

/** One page as it is set up. Throws `not-found`. */
export async function readPage(db: Queries, solutionId: string, id: string): Promise<StatusPage> {
  const [row] = await db.query('monitoring-page', oneSql, [solutionId, id])
  if (row === undefined) throw new ProblemError('not-found')
  return toPage(row, await findComponents(db, id))
}

/** The components of a page in their order. */
export async function findComponents(db: Queries, pageId: string): Promise<ComponentRow[]> {
  return db.query('monitoring-page-components', componentsSql, [[pageId]])
}

/** Components under the headings of a page. */
export function groupsOf<Row extends { readonly groupNumber: number; readonly groupName: string | null }, Shown>(
  components: readonly Row[],
  show: (row: Row) => Shown,
): { name: string | null; components: Shown[] }[] {
  return [...Map.groupBy(components, ({ groupNumber }) => groupNumber).values()].map((rows) => ({
    name: rows[0]?.groupName ?? null,
    components: rows.map(show),
  }))
}

function toPage(row: PageRow, components: readonly ComponentRow[]): StatusPage {
  const { colorLight, colorDark, createdAt, updatedAt, ...rest } = tellProof(row)
  return {
    ...rest,
    // Only languages of the contract are ever written.
    languages: rest.languages as StatusPage['languages'],
    colors: { light: colorLight, dark: colorDark },
    groups: groupsOf(components, ({ id, serviceId, name, description }) => ({ id, serviceId, name, description })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const columns = `p.id, p.slug, p.host, p.name, p.description, p.announcement, p.days, p.response_times as "responseTimes", p.maintenance,
  p.color_light as "colorLight", p.color_dark as "colorDark", p.logo, p.languages, p.networks, p.noindex, p.published,
  p.password_hash is not null as "hasPassword", p.created_at as "createdAt", p.updated_at as "updatedAt", p.version, ${proofColumns},
  (select count(*)::int from monitoring.subscribers s where s.page_id = p.id and s.state = 'ACTIVE') as subscribers`
const listSql = `select ${columns} from monitoring.status_pages p where p.solution_id = $1 order by p.id`
const oneSql = `select ${columns} from monitoring.status_pages p where p.solution_id = $1 and p.id = $2`
const componentsSql = `select id, page_id as "pageId", service_id as "serviceId", name, description, group_number as "groupNumber",
    group_name as "groupName"
  from monitoring.page_components where page_id = any ($1::uuid[]) order by page_id, position`
