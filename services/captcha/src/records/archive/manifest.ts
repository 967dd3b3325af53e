import { createHash } from 'node:crypto'
import type { Target } from '@bollard/object-storage'
import { z } from 'zod'
import { schemaVersion } from './columns.ts'

/** A file of a day. Rows are by solution, then by time, so a solution is in one file or in a few that follow each other. */
const fileSchema = z.object({
  name: z.string().regex(/^\d{5}\.parquet$/u),
  rows: z.int().positive(),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  solutions: z.array(z.object({ solutionId: z.string(), rows: z.int().positive() })),
})
export type ArchivedFile = z.infer<typeof fileSchema>

/** Says what of a day is archived. It is written last: what it doesn't name is no part of the archive. */
const manifestSchema = z.object({
  format: z.literal(1),
  schema: z.int().min(1),
  cell: z.int().min(0),
  day: z.iso.date(),
  writtenAt: z.iso.datetime(),
  rows: z.int().min(0),
  bytes: z.int().min(0),
  files: z.array(fileSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A day (UTC) of a database, whose number is its cell. */
export interface ArchivedDay {
  readonly cell: number
  /** Such as `2026-11-01`. */
  readonly day: string
}

/** As DuckDB, ClickHouse and Spark find partitions: by names of folders. */
export const folderOf = ({ cell, day }: ArchivedDay): string => `cell=${cell}/day=${day}/`

/** The manifest of a day; null where nothing of it is archived. Throws where it can't be read. */
export async function readManifest(target: Target, day: ArchivedDay): Promise<Manifest | null> {
  const content = await target.get(manifestPath(day))
  if (content === null) return null
  const manifest = manifestSchema.parse(JSON.parse(content.toString('utf8')))
  if (manifest.schema > schemaVersion)
    throw new Error(`${manifestPath(day)} was written by a newer release, with schema ${manifest.schema}`)
  return manifest
}

/** Writes the manifest of a day with these files in place of the one before. */
export async function writeManifest(
  target: Target,
  day: ArchivedDay,
  files: readonly ArchivedFile[],
  now: Date,
): Promise<void> {
  const manifest: Manifest = {
    format: 1,
    schema: schemaVersion,
    cell: day.cell,
    day: day.day,
    writtenAt: now.toISOString(),
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: [...files],
  }
  await store(target, manifestPath(day), Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
}

/**
 * Stores an object in place of the one of its name and reads it back: rows go from the database once they are here, so a storage that
 * says yes and keeps something else must be noticed now.
 */
export async function store(target: Target, path: string, content: Buffer): Promise<void> {
  await target.replace(path, content)
  const stored = await target.get(path)
  if (stored === null || !stored.equals(content)) throw new Error(`${target.name} gives back something else as ${path}`)
}

/** Removes a day: first the manifest, so that what is left of a killed removal never looks whole. */
export async function removeDay(target: Target, day: ArchivedDay): Promise<void> {
  await target.remove(manifestPath(day))
  for (const { path } of await target.list(folderOf(day))) await target.remove(path)
}

export const manifestPath = (day: ArchivedDay): string => `${folderOf(day)}manifest.json`

export const sumOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex')
