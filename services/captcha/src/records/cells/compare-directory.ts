import type { Queries } from '@bollard/database'
import { type DirectoryKey, directoryKeyOf, findCells, findMade } from './directory.ts'

const batchMax = 1_000

/** Something of a cell that the directory has to lead to. */
export interface CellEntry {
  readonly key: DirectoryKey
  readonly solutionId: string
  /** The public id of an API key; null for all else. */
  readonly apiKeyId: string | null
}

/** How a cell and the directory differ. Both empty and zero: they agree. */
export interface DirectoryDifferences {
  /** What the cell has and the directory does not know, by solution: nobody finds it. Cell 0 is older than the cell, or the cell has what was erased since. */
  readonly unfound: ReadonlyMap<string, readonly CellEntry[]>
  /** Entries that the directory says to be in another cell. */
  readonly elsewhere: number
  /** Entries of the directory whose cell does not have them: it is older than cell 0. */
  readonly absent: number
  /** What the cell has. */
  readonly entries: number
}

/**
 * Walks through everything in a further cell, and through what the directory says of it, a thousand at a time. What is made meanwhile may be missed.
 * What was reserved within the last hour and not made counts nowhere: `settleDirectory` sees to it.
 */
export async function compareDirectory(
  directory: Queries,
  { db, number }: { readonly db: Queries; readonly number: number },
): Promise<DirectoryDifferences> {
  const unfound = new Map<string, CellEntry[]>()
  let [elsewhere, absent, entries] = [0, 0, 0]
  for await (const batch of walkCell(db)) {
    entries += batch.length
    const cells = await findCells(
      directory,
      batch.map(({ key }) => key),
    )
    for (const [index, entry] of batch.entries()) {
      const told = cells[index] ?? null
      if (told === null) unfound.set(entry.solutionId, [...(unfound.get(entry.solutionId) ?? []), entry])
      else if (told !== number) elsewhere += 1
    }
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const told: CellEntry[] = await directory.query('captcha-directory-of-cell', ofCellSql, [number, after, batchMax])
    const made = await findMade(db, told)
    absent += told.filter(({ key }) => !made.has(key)).length
    after = told.length < batchMax ? undefined : told.at(-1)?.key
  }
  return { unfound, elsewhere, absent, entries }
}

/** Writes down where entries are, as seen there. What the directory has stays as it is. Answers how many were missing. */
export async function addEntries(directory: Queries, cell: number, entries: readonly CellEntry[]): Promise<number> {
  let added = 0
  for (let from = 0; from < entries.length; from += batchMax) {
    const batch = entries.slice(from, from + batchMax)
    const rows = await directory.query('captcha-directory-add', addSql, [
      batch.map(({ key }) => key),
      batch.map(({ apiKeyId }) => apiKeyId),
      batch.map(({ solutionId }) => solutionId),
      cell,
    ])
    added += rows.length
  }
  return added
}

async function* walkCell(db: Queries): AsyncGenerator<CellEntry[]> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: { id: number; solutionId: string }[] = await db.query('captcha-cell-sites', sitesSql, [after, batchMax])
    yield rows.map(({ solutionId }) => ({ key: solutionId, solutionId, apiKeyId: null }))
    after = rows.length < batchMax ? undefined : rows.at(-1)?.id
  }
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: { id: number; siteKey: string; solutionId: string }[] = await db.query(
      'captcha-cell-environments',
      environmentsSql,
      [after, batchMax],
    )
    yield rows.map(({ siteKey, solutionId }) => ({ key: siteKey, solutionId, apiKeyId: null }))
    after = rows.length < batchMax ? undefined : rows.at(-1)?.id
  }
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: { id: number; hash: Buffer; apiKeyId: string; solutionId: string }[] = await db.query(
      'captcha-cell-api-keys',
      apiKeysSql,
      [after, batchMax],
    )
    yield rows.map(({ hash, apiKeyId, solutionId }) => ({ key: directoryKeyOf(hash), solutionId, apiKeyId }))
    after = rows.length < batchMax ? undefined : rows.at(-1)?.id
  }
}

const sitesSql = `select id, solution_id as "solutionId" from captcha.sites where id > $1 order by id limit $2`
const environmentsSql = `select e.id, e.site_key as "siteKey", s.solution_id as "solutionId"
  from captcha.environments e join captcha.sites s on s.id = e.site_id where e.id > $1 order by e.id limit $2`
const apiKeysSql = `select k.id, k.hash, k.public_id as "apiKeyId", s.solution_id as "solutionId"
  from captcha.api_keys k join captcha.sites s on s.id = k.site_id where k.id > $1 order by k.id limit $2`
const ofCellSql = `select key, solution_id as "solutionId", api_key_id as "apiKeyId" from captcha.directory
  where cell = $1 and settled and key > $2 order by key limit $3`
const addSql = `insert into captcha.directory (key, api_key_id, solution_id, cell, settled)
  select e.key, e.api_key_id, e.solution_id, $4, true
  from unnest($1::text[], $2::uuid[], $3::uuid[]) as e (key, api_key_id, solution_id) order by e.key
  on conflict (key) do nothing returning key`
