import {
  addEntries,
  compareDirectory,
  type DirectoryDifferences,
  eraseSite,
  requireCell,
} from '@bollard/captcha-service/cells'
import type { Database, Queries } from '@bollard/database'
import type { Config } from '../config.ts'
import { StartupFault } from '../startup-fault.ts'
import { reasonOf } from './doctor/finding.ts'
import { askFurtherCells } from './each-cell.ts'
import { withDatabase } from './with-database.ts'

/** What the directory does not know, by what cell 0 knows of its solutions. */
export interface Unfound {
  /** Solutions that people have: they are to be found again. */
  readonly lost: readonly string[]
  /** Those that were erased, and came back with a backup of their cell. */
  readonly erased: readonly string[]
  /** Those that cell 0 has never heard of: it is older than they are. */
  readonly unknown: readonly string[]
}

/** Looks up in cell 0 what became of solutions that the directory does not know. */
export async function classifyUnfound(
  db: Queries,
  { unfound }: Pick<DirectoryDifferences, 'unfound'>,
): Promise<Unfound> {
  const ids = [...unfound.keys()]
  const rows = ids.length === 0 ? [] : await db.query('server-known-solutions', knownSql, [ids])
  const states = new Map(rows.map(({ id, isErased }) => [id, isErased]))
  return {
    lost: ids.filter((id) => states.get(id) === false),
    erased: ids.filter((id) => states.get(id) === true),
    unknown: ids.filter((id) => !states.has(id)),
  }
}

/**
 * After cells were restored to different moments: lets cell 0 find again what the others have, and erases there what was erased since their backup.
 * Beside a running Bollard, and as often as wanted. Answers 1 where something is left, else 0.
 */
export async function rebuildDirectory(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
  now: () => Date = () => new Date(),
): Promise<number> {
  if (args.length > 0) throw new StartupFault('Usage: npm start -- rebuild-directory')
  if (config.CELL_URLS.length === 0)
    throw new StartupFault('CELL_URLS names no further cell, so there is no directory.')
  let code = 0
  await withDatabase(config, async (directory) => {
    const ofCells = await askFurtherCells(
      config,
      (db, _address, number) => mend(directory, { db, number }, now),
      (error) => ({ lines: [`Left as it is: ${reasonOf(error)}`], isWhole: false }),
    )
    for (const [index, { lines, isWhole }] of ofCells.entries()) {
      for (const line of lines) say(`Cell ${index + 1}: ${line}`)
      if (!isWhole) code = 1
    }
  })
  return code
}

async function mend(
  directory: Database,
  cell: { readonly db: Database; readonly number: number },
  now: () => Date,
): Promise<{ lines: string[]; isWhole: boolean }> {
  // Keys must never be led into a database that stands where another belongs.
  await requireCell(cell.db, cell.number)
  const differences = await compareDirectory(directory, cell)
  const { lost, erased, unknown } = await classifyUnfound(directory, differences)
  const entries = lost.flatMap((id) => differences.unfound.get(id) ?? [])
  const added = await addEntries(directory, cell.number, entries)
  const lines = [
    added === 0
      ? 'Cell 0 leads to everything here that people have.'
      : `Cell 0 leads to ${added} site keys, API keys and solutions again.`,
  ]
  let left = 0
  for (const id of erased) if (!(await eraseSite({ db: cell.db, now }, id))) left += 1
  if (erased.length > left) lines.push(`Erased ${erased.length - left} captchas anew.`)
  if (left > 0) lines.push(`${left} captchas are being erased anew. Let Bollard run, and run this again in a minute.`)
  if (unknown.length > 0)
    lines.push(`${unknown.length} captchas belong to solutions that cell 0 has never heard of. They serve nobody.`)
  return { lines, isWhole: left === 0 && unknown.length === 0 && differences.elsewhere === 0 }
}

// Captchas of our own sites belong to no customer's solution.
const knownSql = `select id, lifecycle = 'DELETED' as "isErased" from solution.solutions where id = any($1::uuid[])
  union all select solution_id, false from server.own_sites where solution_id = any($1::uuid[])`
