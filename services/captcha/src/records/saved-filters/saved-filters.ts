import { type LogFilter, logFilterSchema, type SavedFilter, savedFiltersMax } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { addressFilter, shownFilter } from '../log/log-filter.ts'

/** Whose filters are meant: nobody sees those of another person. */
export interface FilterOwner {
  readonly siteId: number
  readonly userId: string
}

interface StoredSavedFilter {
  readonly id: string
  readonly name: string
  readonly filters: unknown
  readonly createdAt: Date
}

const columns = `f.id, f.name, f.filters, f.created_at as "createdAt"`

/** In the order of their names. */
export async function listSavedFilters(db: Queries, { siteId, userId }: FilterOwner): Promise<SavedFilter[]> {
  const rows = await db.query(
    'captcha-saved-filters',
    `select ${columns} from captcha.saved_filters f where f.site_id = $1 and f.user_id = $2 order by lower(f.name), f.name`,
    [siteId, userId],
  )
  return rows.map(describe)
}

/** Saves a filter, in a transaction. `taken` where the person has the name already, `full` where they have as many as they may. */
export async function insertSavedFilter(
  tx: Queries,
  { siteId, userId }: FilterOwner,
  { id, name, filters, at }: { id: string; name: string; filters: LogFilter; at: Date },
): Promise<SavedFilter | 'taken' | 'full'> {
  // Two requests at once take turns here, or both could be the last that is allowed.
  await tx.query('captcha-saved-filter-lock', 'select id from captcha.sites where id = $1 for no key update', [siteId])
  const kept = await listSavedFilters(tx, { siteId, userId })
  if (kept.some((one) => one.name === name)) return 'taken'
  if (kept.length >= savedFiltersMax) return 'full'
  const [row] = await tx.query(
    'captcha-saved-filter-insert',
    `insert into captcha.saved_filters as f (id, site_id, user_id, name, filters, created_at) values ($1, $2, $3, $4, $5::jsonb, $6) returning ${columns}`,
    [id, siteId, userId, name, JSON.stringify(addressFilter(filters)), at],
  )
  if (row === undefined) throw new Error('A saved filter was not stored')
  return describe(row)
}

/** Renames a filter; undefined where the person has none of this id, `taken` where another one of theirs has the name. */
export async function renameSavedFilter(
  db: Queries,
  { siteId, userId }: FilterOwner,
  { id, name }: { id: string; name: string },
): Promise<SavedFilter | 'taken' | undefined> {
  const [row] = await db.query('captcha-saved-filter-rename', renameStatement, [siteId, userId, id, name])
  return row?.taken === true ? 'taken' : row && describe({ ...row, name })
}

const renameStatement = `
with named as (
  select exists (select from captcha.saved_filters o where o.site_id = $1 and o.user_id = $2 and o.name = $4 and o.id <> $3::uuid) as taken
), renamed as (
  update captcha.saved_filters f set name = $4 from named
  where f.site_id = $1 and f.user_id = $2 and f.id = $3::uuid and not named.taken returning f.id
)
select f.id, f.filters, f.created_at as "createdAt", named.taken from captcha.saved_filters f, named
where f.site_id = $1 and f.user_id = $2 and f.id = $3::uuid`

/** Whether there was one. */
export async function deleteSavedFilter(db: Queries, { siteId, userId }: FilterOwner, id: string): Promise<boolean> {
  const rows = await db.query(
    'captcha-saved-filter-delete',
    'delete from captcha.saved_filters where site_id = $1 and user_id = $2 and id = $3 returning id',
    [siteId, userId, id],
  )
  return rows.length > 0
}

/** Deletes what a person has saved at any site, because their account ends. Safe to repeat. */
export async function deleteFiltersOf(db: Queries, userId: string): Promise<void> {
  await db.query('captcha-saved-filters-forget', 'delete from captcha.saved_filters where user_id = $1', [userId])
}

function describe({ id, name, filters, createdAt }: StoredSavedFilter): SavedFilter {
  return { id, name, filters: shownFilter(logFilterSchema.parse(filters)), createdAt: createdAt.toISOString() }
}
