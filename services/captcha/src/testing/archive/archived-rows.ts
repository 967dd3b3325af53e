import { createHash } from 'node:crypto'
import type { Verification } from '@bollard/contracts'
import type { Target } from '@bollard/object-storage'
import { type Manifest, readManifest } from '../../records/archive/manifest.ts'
import { readParquetFile } from '../../records/archive/parquet-file.ts'
import { verificationOfRow } from './verification-of-row.ts'

/**
 * Everything that somebody finds who reads all Parquet files of an archive, by id. Throws where a manifest and its folder don't say the
 * same: a file that isn't named, a sum or a count that is wrong.
 */
export async function archivedRows(target: Target): Promise<Verification[]> {
  const objects = await target.list('cell=')
  const found: Verification[] = []
  const named = new Set<string>()
  for (const { path } of objects) {
    const [, cell, day] = /^cell=(\d+)\/day=([\d-]+)\/manifest\.json$/u.exec(path) ?? []
    if (cell === undefined || day === undefined) continue
    const manifest = await readManifest(target, { cell: Number(cell), day })
    for (const file of manifest?.files ?? []) {
      named.add(`cell=${cell}/day=${day}/${file.name}`)
      found.push(...(await rowsOfFile(target, `cell=${cell}/day=${day}/${file.name}`, file)))
    }
  }
  const files = objects.map(({ path }) => path).filter((path) => path.endsWith('.parquet'))
  if (files.toSorted().join() !== [...named].toSorted().join())
    throw new Error(`${files.join()} are there, and manifests name ${[...named].join()}`)
  return byId(found)
}

async function rowsOfFile(
  target: Target,
  path: string,
  { sha256, rows, bytes, solutions }: Manifest['files'][number],
): Promise<Verification[]> {
  const content = (await target.get(path)) ?? Buffer.alloc(0)
  const found: Verification[] = []
  for await (const group of (await readParquetFile(content)).groups()) found.push(...group.map(verificationOfRow))
  const counted = [...Map.groupBy(found, ({ solutionId }) => solutionId)].map(([solutionId, own]) => ({
    solutionId,
    rows: own.length,
  }))
  const told = { sha256, rows, bytes, solutions }
  const is = {
    sha256: createHash('sha256').update(content).digest('hex'),
    rows: found.length,
    bytes: content.length,
    solutions: counted,
  }
  if (JSON.stringify(told) !== JSON.stringify(is)) throw new Error(`${path} isn't what its manifest says`)
  return found
}

export const byId = (verifications: readonly Verification[]): Verification[] =>
  verifications.toSorted((one, other) => (one.verificationId < other.verificationId ? -1 : 1))
