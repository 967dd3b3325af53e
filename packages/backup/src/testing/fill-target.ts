import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededBytes } from '@bollard/testing'
import { listCluster } from '../base/cluster-files.ts'
import { writeArchive } from '../base/write-archive.ts'
import { formatVersion, idOf, manifestPath, type Manifest, manifestSchema } from '../manifest.ts'
import type { Sealing } from '../sealing.ts'
import type { Target } from '@bollard/object-storage'
import { archiveFile } from '../wal/archive.ts'
import { segmentBytes, segmentName } from '../wal/wal-names.ts'

export const system = '7212345678901234567'
const facts = { counts: { 'audit.entries': 3 }, rollups: { n: '3' }, heads: [] }

/** The first page of a segment, and nothing behind it. */
export function makeSegment(position: bigint, { timeline = 1, systemIdentifier = system } = {}): Buffer {
  const content = Buffer.alloc(segmentBytes)
  content.writeUInt16LE(0xd118, 0)
  content.writeUInt16LE(0x0002, 2)
  content.writeUInt32LE(timeline, 4)
  content.writeBigUInt64LE(position * BigInt(segmentBytes), 8)
  content.writeBigUInt64LE(BigInt(systemIdentifier), 24)
  content.writeUInt32LE(segmentBytes, 32)
  return content
}

/** Archives the segments of these positions. */
export async function fillLog(
  target: Target,
  sealing: Sealing,
  positions: readonly number[],
  timeline = 1,
): Promise<void> {
  for (const position of positions) {
    const name = segmentName({ timeline, position: BigInt(position) })
    await archiveFile(target, sealing, name, makeSegment(BigInt(position), { timeline }))
  }
}

/** A whole backup of a folder that looks like a cluster, in parts of 16 KiB. Its log begins and ends in the segment `position`. */
export async function fillBase(
  target: Target,
  sealing: Sealing,
  at: Date,
  position: number,
  change: (manifest: Record<string, unknown>) => void = () => {},
): Promise<Manifest> {
  const cluster = await mkdtemp(join(tmpdir(), 'bollard-cluster-'))
  try {
    for (const folder of ['global', 'base/5', 'pg_wal', 'pg_tblspc'])
      await mkdir(join(cluster, folder), { recursive: true })
    const bytes = seededBytes('cluster')
    for (const path of [
      'PG_VERSION',
      'global/pg_control',
      'base/5/1259',
      'base/5/2600',
      'pg_wal/000000010000000000000001',
    ])
      await writeFile(join(cluster, path), bytes(path.startsWith('base') ? 40_000 : 400))
    await writeFile(join(cluster, 'base/5/16384'), '')
    const id = idOf(at)
    const stored = await writeArchive({
      id,
      cluster,
      listing: await listCluster(cluster),
      at,
      target,
      sealing,
      partBytesMax: 16_384,
      stop: async () => [{ path: 'backup_label', content: 'START WAL LOCATION' }],
    })
    const lsn = `0/${(BigInt(position) * BigInt(segmentBytes) + 40n).toString(16).toUpperCase()}`
    const moment = { lsn, at: at.toISOString() }
    const manifest: Record<string, unknown> = {
      format: formatVersion,
      id,
      release: '0.1.0',
      timeline: 1,
      start: moment,
      stop: moment,
      postgres: { version: '18.4', major: '18', systemIdentifier: system },
      point: { ...moment, name: `bollard-${id}` },
      facts: { before: facts, after: facts },
      ...stored,
    }
    change(manifest)
    await target.put(manifestPath(id), await sealing.seal(Buffer.from(JSON.stringify(manifest))))
    return manifestSchema.parse({ ...manifest, id })
  } finally {
    await rm(cluster, { recursive: true })
  }
}
