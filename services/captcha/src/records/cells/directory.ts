import { createHash } from 'node:crypto'
import { createBatcher, type Database, type Queries } from '@bollard/database'
import { BoundedMap } from '../memory/bounded-map.ts'
import { isWithin } from '../memory/is-within.ts'

/** For so long nobody asks again for what the directory did not know. */
const unknownMs = 1_000
const rememberedMax = 200_000
/** The newest so many are read at the start, so that visitors of other cells are served while cell 0 is away. */
const readAheadMax = 100_000

/** What the directory knows of: a site key, a solution, or an API key by the digest of its hash. */
export type DirectoryKey = string

/** Which cell something is in. What the directory has never heard of is in cell 0, where everything was before there were others. */
export interface Directory {
  /** At once when it is remembered. Rejects while cell 0 is away and the key is not remembered. */
  cellOf(key: DirectoryKey): number | Promise<number>
  /** From memory alone. */
  remembered(key: DirectoryKey): number | undefined
  /** Reads ahead what is newest. */
  start(): Promise<void>
}

/** What stands for an API key in the directory: nobody can tell the key or its hash from it. */
export function directoryKeyOf(hashOfApiKey: Buffer): DirectoryKey {
  return createHash('sha256').update('captcha directory\0').update(hashOfApiKey).digest('base64url')
}

/** Entries never move, so what was found once is right for ever; the oldest are forgotten beyond 200 000. All misses of a moment share a query. */
export function createDirectory({
  db,
  now,
  onError,
}: {
  /** Of cell 0. */
  readonly db: Queries
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}): Directory {
  const known = new BoundedMap<DirectoryKey, number>(rememberedMax)
  const unknown = new BoundedMap<DirectoryKey, number>(20_000)
  const lookUps = createBatcher<DirectoryKey, number | null>({ maxItems: 500, write: (keys) => findCells(db, keys) })

  async function lookUp(key: DirectoryKey): Promise<number> {
    const at = now()
    const cell = await lookUps.add(key)
    if (cell === null) unknown.set(key, at)
    else known.set(key, cell)
    return cell ?? 0
  }
  return {
    cellOf(key) {
      const cell = known.get(key)
      if (cell !== undefined) return cell
      return isWithin(unknownMs, unknown.get(key), now()) ? 0 : lookUp(key)
    },
    remembered: (key) => known.get(key),
    async start() {
      try {
        for (const { key, cell } of await db.query('captcha-directory-newest', newestSql, [readAheadMax]))
          known.set(key, cell)
      } catch (error) {
        // Everything is asked for when it is needed, too.
        onError(error)
      }
    },
  }
}

/** The cell of each key; null for what is not in the directory. */
export async function findCells(db: Queries, keys: readonly DirectoryKey[]): Promise<(number | null)[]> {
  const rows = await db.query('captcha-directory-find', findSql, [[...new Set(keys)]])
  const cells = new Map(rows.map(({ key, cell }) => [key, cell]))
  return keys.map((key) => cells.get(key) ?? null)
}

const findSql = 'select key, cell from captcha.directory where key = any($1::text[])'
const newestSql = 'select key, cell from captcha.directory order by made_at desc limit $1'

/** An entry that is written before the cell makes what it names, so that there is never a key that nobody finds. */
export interface DirectoryEntry {
  readonly key: DirectoryKey
  /** The public id of an API key; null for all else, which its key names. */
  readonly apiKeyId: string | null
}

/** Reserves entries of a solution for a cell. Writing them again changes nothing. */
export async function reserveEntries(
  db: Queries,
  { solutionId, cell, entries }: { solutionId: string; cell: number; entries: readonly DirectoryEntry[] },
): Promise<void> {
  await db.query('captcha-directory-reserve', reserveSql, [
    entries.map(({ key }) => key),
    entries.map(({ apiKeyId }) => apiKeyId),
    cell,
    solutionId,
  ])
}

/** The cell of a solution: the one that is given, unless another was reserved before. */
export async function reserveSolution(db: Queries, solutionId: string, cell: number): Promise<number> {
  await reserveEntries(db, { solutionId, cell, entries: [{ key: solutionId, apiKeyId: null }] })
  return (await findCells(db, [solutionId]))[0] ?? cell
}

const reserveSql = `insert into captcha.directory (key, api_key_id, cell, solution_id)
  select e.key, e.api_key_id, $3, $4 from unnest($1::text[], $2::uuid[]) as e (key, api_key_id) order by e.key
  on conflict (key) do nothing`

/** Takes everything of a solution out of the directory, once its cell has nothing of it any more. */
export async function forgetSolution(db: Queries, solutionId: string): Promise<void> {
  await db.query('captcha-directory-forget', 'delete from captcha.directory where solution_id = $1', [solutionId])
}

const settleAfterMs = 3_600_000
const settledAtOnce = 1_000

/**
 * Settles what was reserved an hour ago and more: what its cell has stays, the rest is taken away. What lies in a cell that is away waits, and keeps nothing
 * of another waiting. Safe to run in several processes at once. Answers how many entries were taken away.
 */
export async function settleDirectory(
  db: Database,
  now: number,
  { databaseOf, onError }: { databaseOf: (cell: number) => Queries | undefined; onError: (error: unknown) => void },
): Promise<number> {
  const before = new Date(now - settleAfterMs)
  let removed = 0
  for (const { cell } of await db.query('captcha-directory-unsettled-cells', unsettledCellsSql, [before]))
    try {
      removed += await settleCell(db, { cell, before, database: databaseOf(cell) })
    } catch (error) {
      onError(error)
    }
  return removed
}

async function settleCell(
  db: Database,
  { cell, before, database }: { cell: number; before: Date; database: Queries | undefined },
): Promise<number> {
  let removed = 0
  // Calls that are refused leave entries, too, and anyone can make more of them in an hour than are settled at once.
  for (;;) {
    const entries = await db.query('captcha-directory-unsettled', unsettledSql, [before, cell, settledAtOnce])
    const made = await findMade(database, entries)
    const lost = entries.filter(({ key }) => !made.has(key))
    await db.query('captcha-directory-settle', settleSql, [[...made]])
    await db.query('captcha-directory-remove', removeSql, [lost.map(({ key }) => key)])
    removed += lost.length
    if (entries.length < settledAtOnce) return removed
  }
}

/** Those of a cell's entries that it has made. */
export async function findMade(
  cell: Queries | undefined,
  entries: readonly { readonly key: string; readonly solutionId: string; readonly apiKeyId: string | null }[],
): Promise<Set<string>> {
  // Nobody knows what is in a cell that is not configured here.
  if (cell === undefined) return new Set(entries.map(({ key }) => key))
  const rows = await cell.query('captcha-directory-made', madeSql, [
    entries.map(({ solutionId }) => solutionId),
    entries.filter(({ apiKeyId }) => apiKeyId === null).map(({ key }) => key),
    entries.flatMap(({ apiKeyId }) => apiKeyId ?? []),
  ])
  const made = new Set(rows.map(({ name }) => name))
  return new Set(entries.filter(({ key, apiKeyId }) => made.has(apiKeyId ?? key)).map(({ key }) => key))
}

const unsettledCellsSql = 'select distinct cell from captcha.directory where not settled and made_at < $1'
const unsettledSql = `select key, solution_id as "solutionId", api_key_id as "apiKeyId" from captcha.directory
  where not settled and made_at < $1 and cell = $2 order by made_at limit $3`
const madeSql = `select solution_id::text as name from captcha.sites where solution_id = any($1::uuid[])
  union all select site_key from captcha.environments where site_key = any($2::text[])
  union all select public_id::text from captcha.api_keys where public_id = any($3::uuid[])`
const settleSql = 'update captcha.directory set settled = true where key = any($1::text[])'
const removeSql = 'delete from captcha.directory where key = any($1::text[]) and not settled'
