import type { Queries } from '@bollard/database'
import type { Target } from '@bollard/object-storage'
import { forgetArchived, networksWithin, noteArchived } from './archived-days.ts'
import { type ArchivedDay, type ArchivedFile, folderOf, readManifest, store, writeManifest } from './manifest.ts'
import { type ArchivedRow, columnsOf, createParquetFile, groupRows, readParquetFile } from './parquet-file.ts'
import { describeFile } from './write-day.ts'

/** What is to be erased of a site; all that is named must hold of a row. */
export interface ArchivedErasure {
  readonly siteId: number
  readonly solutionId: string
  /** What was issued before is meant. */
  readonly before: Date
  /** Only what came from there; null for everything. */
  readonly network: string | null
  /** Only these; null for everything. */
  readonly verificationIds: readonly string[] | null
}

/**
 * Erases rows of a site from the archive of a day, in a transaction that holds the archive's lock; how many. Files are written anew without
 * them, then the manifest: a process that is killed in between leaves files that are already right, and the next run describes them.
 */
export async function eraseOfDay(
  tx: Queries,
  { target, now }: { readonly target: Target; readonly now: () => Date },
  day: ArchivedDay,
  erasure: ArchivedErasure,
): Promise<number> {
  const { siteId, solutionId } = erasure
  const manifest = await readManifest(target, day)
  if (manifest === null) {
    await forgetArchived(tx, siteId, day.day)
    return 0
  }
  const files: ArchivedFile[] = []
  let erased = 0
  for (const file of manifest.files) {
    if (!file.solutions.some((one) => one.solutionId === solutionId)) files.push(file)
    else {
      const path = `${folderOf(day)}${file.name}`
      const content = await target.get(path)
      // An earlier run has removed it, and was killed before it could say so.
      if (content === null) continue
      const kept = await rewrite(tx, content, erasure)
      erased += kept.erased
      if (kept.content === null) await target.remove(path)
      else {
        if (kept.content !== content) await store(target, path, kept.content)
        files.push(describeFile(file.name, kept.content, kept.rows, kept.solutions))
      }
    }
  }
  if (erased > 0 || changed(manifest.files, files)) await writeManifest(target, day, files, now())
  const left = files.reduce((sum, file) => sum + rowsOf(file, solutionId), 0)
  if (left === 0) await forgetArchived(tx, siteId, day.day)
  else await noteArchived(tx, day.day, [{ siteId, rows: left }], now())
  return erased
}

const rowsOf = (file: ArchivedFile, solutionId: string): number =>
  file.solutions.find((one) => one.solutionId === solutionId)?.rows ?? 0

const changed = (before: readonly ArchivedFile[], after: readonly ArchivedFile[]): boolean =>
  before.length !== after.length || before.some(({ sha256 }, index) => sha256 !== after[index]?.sha256)

interface Rewritten {
  /** The very content where nothing was erased; null where nothing is left. */
  readonly content: Buffer | null
  readonly erased: number
  readonly rows: number
  readonly solutions: ReadonlyMap<string, number>
}

/** A file without what is to be erased, with the columns that it had. */
async function rewrite(tx: Queries, content: Buffer, erasure: ArchivedErasure): Promise<Rewritten> {
  const { schema, groups } = await readParquetFile(content)
  const file = createParquetFile(schema)
  const solutions = new Map<string, number>()
  let kept: ArchivedRow[] = []
  let rows = 0
  let erased = 0
  for await (const group of groups()) {
    const goes = await matcherOf(tx, group, erasure)
    for (const row of group) {
      if (goes(row)) {
        erased += 1
        continue
      }
      const solutionId = String(row['solution_id'])
      solutions.set(solutionId, (solutions.get(solutionId) ?? 0) + 1)
      kept.push(row)
      rows += 1
      if (kept.length === groupRows) {
        await file.add(columnsOf(schema, kept))
        kept = []
      }
    }
  }
  if (rows === 0) return { content: null, erased, rows, solutions }
  if (erased === 0) return { content, erased, rows, solutions }
  if (kept.length > 0) await file.add(columnsOf(schema, kept))
  return { content: await file.finish(), erased, rows, solutions }
}

async function matcherOf(
  tx: Queries,
  group: readonly ArchivedRow[],
  { solutionId, before, network, verificationIds }: ArchivedErasure,
): Promise<(row: ArchivedRow) => boolean> {
  const own = group.filter((row) => row['solution_id'] === solutionId)
  const ids = verificationIds && new Set(verificationIds.map((id) => id.toLowerCase()))
  const within =
    network === null || own.length === 0
      ? null
      : await networksWithin(tx, [...new Set(own.map((row) => String(row['network'])))], network)
  return (row) =>
    row['solution_id'] === solutionId &&
    row['started_at'] instanceof Date &&
    row['started_at'] < before &&
    (ids === null || ids.has(String(row['verification_id']))) &&
    (within === null || within.has(String(row['network'])))
}
