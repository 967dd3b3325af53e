import type { Verification } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import type { Target } from '@bollard/object-storage'
import type { LogPosition } from '../log/log-cursor.ts'
import { listOldest } from '../log/read-verifications.ts'
import { toVerification, type VerificationContext } from '../store/stored-verification.ts'
import { type DueSite, noteArchived, startOf } from './archived-days.ts'
import { parquetSchema, toColumns } from './columns.ts'
import { type ArchivedDay, type ArchivedFile, folderOf, readManifest, store, sumOf, writeManifest } from './manifest.ts'
import { createParquetFile, groupRows, type ParquetFile } from './parquet-file.ts'

const dayMs = 86_400_000
/** Rows read at a time. */
const pageRows = 1_000

export interface WriteContext extends Omit<VerificationContext, 'solutionId'> {
  readonly target: Target
  /** Rows of a file. */
  readonly fileRows: number
  readonly now: () => Date
  /** Asked between two pages; throws when it is time to end. What is written by then is no part of the archive. */
  readonly mayGoOn: () => void
}

/**
 * Adds sites to the archive of a day, in a transaction that holds the archive's lock. Sites that its manifest names are archived already,
 * whatever the database knows of it. Returns how many rows were written.
 */
export async function writeDay(
  tx: Queries,
  { target, fileRows, now, mayGoOn, ...context }: WriteContext,
  day: ArchivedDay,
  sites: readonly Pick<DueSite, 'siteId' | 'solutionId'>[],
): Promise<number> {
  const known = (await readManifest(target, day))?.files ?? []
  await removeRemains(target, day, known)
  const rowsOf = new Map<string, number>()
  for (const { solutions } of known)
    for (const { solutionId, rows } of solutions) rowsOf.set(solutionId, (rowsOf.get(solutionId) ?? 0) + rows)
  const missing = sites.filter(({ solutionId }) => !rowsOf.has(solutionId))
  const files = createFiles(target, day, { known, fileRows })
  let written = 0
  for (const { siteId, solutionId } of missing) {
    let rows = 0
    for await (const page of pagesOf(tx, siteId, day.day)) {
      mayGoOn()
      await files.add(page.map((row) => toVerification(row, { ...context, solutionId })))
      rows += page.length
    }
    rowsOf.set(solutionId, rows)
    written += rows
  }
  const added = await files.finish()
  if (added.length > 0) await writeManifest(target, day, [...known, ...added], now())
  const noted = sites.map(({ siteId, solutionId }) => ({ siteId, rows: rowsOf.get(solutionId) ?? 0 }))
  await noteArchived(tx, day.day, noted, now())
  return written
}

/** What a killed process left, or a file that lost its place in the manifest. */
async function removeRemains(target: Target, day: ArchivedDay, known: readonly ArchivedFile[]): Promise<void> {
  const names = new Set(known.map(({ name }) => `${folderOf(day)}${name}`))
  for (const { path } of await target.list(folderOf(day)))
    if (path.endsWith('.parquet') && !names.has(path)) await target.remove(path)
}

async function* pagesOf(tx: Queries, siteId: number, day: string) {
  const from = new Date(startOf(day))
  const to = new Date(startOf(day) + dayMs)
  let after: LogPosition = { issuedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const page = await listOldest(tx, { siteId, from, to, after, limit: pageRows })
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    if (page.length < pageRows) return
    after = { issuedAt: last.issued_at, id: last.id }
  }
}

/** Files of a day, one after the other, each stored as soon as it is full, so that a day of any size takes the memory of one file. */
function createFiles(
  target: Target,
  day: ArchivedDay,
  { known, fileRows }: { known: readonly ArchivedFile[]; fileRows: number },
) {
  const written: ArchivedFile[] = []
  let next = known.reduce((most, { name }) => Math.max(most, Number(name.slice(0, 5)) + 1), 0)
  let file: ParquetFile | null = null
  let rows = 0
  let solutions = new Map<string, number>()
  let group: Verification[] = []

  async function writeGroup(): Promise<void> {
    if (group.length === 0) return
    file ??= createParquetFile(parquetSchema)
    await file.add(toColumns(group))
    for (const { solutionId } of group) solutions.set(solutionId, (solutions.get(solutionId) ?? 0) + 1)
    rows += group.length
    group = []
  }
  async function closeFile(): Promise<void> {
    await writeGroup()
    if (file === null) return
    const content = await file.finish()
    const name = nameOf(next)
    await store(target, `${folderOf(day)}${name}`, content)
    written.push(describeFile(name, content, rows, solutions))
    next += 1
    file = null
    rows = 0
    solutions = new Map()
  }
  return {
    async add(verifications: readonly Verification[]): Promise<void> {
      for (const verification of verifications) {
        group.push(verification)
        if (group.length === groupRows) await writeGroup()
        if (rows + group.length >= fileRows) await closeFile()
      }
    },
    async finish(): Promise<readonly ArchivedFile[]> {
      await closeFile()
      return written
    },
  }
}

const nameOf = (number: number): string => `${String(number).padStart(5, '0')}.parquet`

/** A file as the manifest names it. */
export function describeFile(
  name: string,
  content: Buffer,
  rows: number,
  solutions: ReadonlyMap<string, number>,
): ArchivedFile {
  return {
    name,
    rows,
    bytes: content.length,
    sha256: sumOf(content),
    solutions: [...solutions].map(([solutionId, count]) => ({ solutionId, rows: count })),
  }
}
