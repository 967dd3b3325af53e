import type { Call, Caller } from '@bollard/access'
import { isLocalName } from '@bollard/addresses'
import { changesOf } from '@bollard/audit'
import { type StatusPage, type StatusPageChange, type StatusPageNew, statusPagesMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import { deleteAudited, type DeleteContext, type Named } from '../access/delete-audited.ts'
import { recordAudit } from '../access/record-audit.ts'
import type { MonitoringContext } from '../monitoring-context.ts'
import { planOf } from '../service/plan.ts'
import { lockSpace } from '../service/stored-services.ts'
import { assertLogo } from './logo.ts'
import { hashPagePassword } from './password.ts'
import { putComponents } from './put-components.ts'
import { readPage } from './stored-pages.ts'

type PageContext = Pick<
  MonitoringContext,
  'db' | 'now' | 'newId' | 'randomBytes' | 'billing' | 'status' | 'allowPrivate'
>

/** Makes a page. Throws `quota-exceeded`, `in-use` for a slug that is taken, and `validation-failed`. */
export async function createPage(
  context: PageContext,
  actor: Caller,
  { solutionId, groups, password, ...settings }: StatusPageNew & { readonly solutionId: string },
  call: Call,
): Promise<StatusPage> {
  const { db, now, newId, randomBytes, billing } = context
  assertUsable(context, settings)
  const plan = await planOf(billing, solutionId)
  const hash = password === null ? null : await hashPagePassword(password, randomBytes)
  const [at, id] = [now(), newId()]
  return refuseTaken(settings, () =>
    db.transaction(async (tx) => {
      await lockSpace(tx, solutionId)
      await assertRoom(tx, solutionId, plan?.limits.statusPages ?? null)
      await insertPage(tx, { id, solutionId, at, hash }, settings)
      await putComponents(tx, { solutionId, pageId: id, groups, newId })
      const created = await readPage(tx, solutionId, id)
      const target = { kind: 'status-page', id }
      const after = auditedPage(created)
      await recordAudit(tx, actor, call, at, { solutionId, action: 'status-page.created', target, after })
      return call.keepAnswer(tx, created)
    }),
  )
}

/** Changes a page. Throws `version-conflict`, `in-use` for a slug that is taken, and `validation-failed`. */
export async function updatePage(
  context: Omit<PageContext, 'billing'>,
  actor: Caller,
  { solutionId, id, version, groups, password, ...settings }: StatusPageChange & Named,
  call: Call,
): Promise<StatusPage> {
  const { db, now, newId, randomBytes } = context
  assertUsable(context, settings)
  const keeps = password === 'KEEP'
  const hash = keeps || password === null ? null : await hashPagePassword(password, randomBytes)
  const at = now()
  return refuseTaken(settings, () =>
    db.transaction(async (tx) => {
      await lockSpace(tx, solutionId)
      const former = await readPage(tx, solutionId, id)
      if (former.version !== version) throw new ProblemError('version-conflict')
      await rewritePage(tx, { id, solutionId, at, hash, keeps }, settings)
      await putComponents(tx, { solutionId, pageId: id, groups, newId })
      const changed = await readPage(tx, solutionId, id)
      const changes = changesOf(auditedPage(former), auditedPage(changed))
      const target = { kind: 'status-page', id }
      await recordAudit(tx, actor, call, at, { solutionId, action: 'status-page.changed', target, ...changes })
      return changed
    }),
  )
}

/** Deletes a page with all that belongs to it. Throws `not-found`. */
export function deletePage(context: DeleteContext, actor: Caller, named: Named, call: Call): Promise<void> {
  return deleteAudited(context, actor, call, {
    ...named,
    kind: 'status-page',
    action: 'status-page.deleted',
    remove: (tx) => tx.query('monitoring-page-delete', deleteSql, [named.solutionId, named.id]),
  })
}

type Settings = Omit<StatusPageNew, 'groups' | 'password'>
interface Written extends Named {
  readonly at: Date
  /** Of its password; null for none. */
  readonly hash: Buffer | null
}

/** Stores the settings of a page that is new. */
export async function insertPage(
  tx: Queries,
  { id, solutionId, at, hash }: Written,
  settings: Settings,
): Promise<void> {
  await tx.query('monitoring-page-insert', insertSql, [id, solutionId, at, ...valuesOf(settings), hash])
}

/** Stores the settings of a page anew. With `keeps` its password stays. */
export async function rewritePage(
  tx: Queries,
  { id, solutionId, at, hash, keeps }: Written & { readonly keeps: boolean },
  settings: Settings,
): Promise<void> {
  await tx.query('monitoring-page-update', updateSql, [id, solutionId, at, ...valuesOf(settings), hash, keeps])
}

/** What no schema says: the picture is one, and the host is neither one of the installation's own nor one that DNS cannot prove. */
export function assertUsable(
  { status, allowPrivate }: Pick<PageContext, 'status' | 'allowPrivate'>,
  settings: Settings,
): void {
  const { logo, host } = settings
  assertLogo(logo)
  if (host === null) return
  const code = status.ownHosts.has(host) ? 'reserved' : !allowPrivate && isLocalName(host) ? 'private' : null
  if (code !== null) throw new ProblemError('validation-failed', undefined, { errors: [{ pointer: '/host', code }] })
}

async function assertRoom(tx: Queries, solutionId: string, planMax: number | null): Promise<void> {
  const used = await countPages(tx, solutionId)
  const max = Math.min(planMax ?? statusPagesMax, statusPagesMax)
  if (used < max) return
  const errors = [{ pointer: '', code: 'limit-exceeded', params: { limit: 'statusPages', used, max } }]
  throw new ProblemError('quota-exceeded', 'There is no room for more status pages; see "errors".', { errors })
}

/** How many pages a solution has. */
export async function countPages(db: Queries, solutionId: string): Promise<number> {
  const [row] = await db.query('monitoring-pages-count', countSql, [solutionId])
  return row?.count ?? 0
}

/** Anybody learns that a slug is taken, and nothing of who has it: the page under it can be seen by anybody anyway. */
export async function refuseTaken<T>({ slug }: Pick<Settings, 'slug'>, work: () => Promise<T>, place = ''): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === 'status_pages_slug_key')) throw error
    const errors = [{ pointer: `${place}/slug`, code: 'taken' }]
    throw new ProblemError('in-use', `Another status page has the name ${slug}.`, { errors })
  }
}

function valuesOf(settings: Settings): unknown[] {
  const { slug, host, name, description, announcement, days, responseTimes, maintenance, colors, logo } = settings
  const shown = [slug, host, name, description, announcement, days, responseTimes, maintenance]
  return [
    ...shown,
    colors.light,
    colors.dark,
    logo,
    settings.languages,
    settings.networks,
    settings.noindex,
    settings.published,
  ]
}

/** Without the picture, which is long, and with components as a number. */
function auditedPage({
  slug,
  host,
  name,
  published,
  hasPassword,
  networks,
  announcement,
  groups,
  noindex,
}: StatusPage) {
  const components = groups.reduce((sum, group) => sum + group.components.length, 0)
  return { slug, host, name, published, hasPassword, networks, announcement, noindex, components }
}

const written = `slug, host, name, description, announcement, days, response_times, maintenance, color_light, color_dark, logo, languages,
  networks, noindex, published`
const insertSql = `insert into monitoring.status_pages (id, solution_id, created_at, updated_at, ${written}, password_hash)
  values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::text[], $16::text[], $17, $18, $19)`
const updateSql = `update monitoring.status_pages set (${written}) = row ($4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15::text[], $16::text[],
    $17, $18), password_hash = case when $20::boolean then password_hash else $19::bytea end, updated_at = $3, version = version + 1
  where id = $1 and solution_id = $2`
const deleteSql =
  'delete from monitoring.status_pages where solution_id = $1 and id = $2 returning slug, host, name, published'
const countSql = 'select count(*)::int as count from monitoring.status_pages where solution_id = $1'
