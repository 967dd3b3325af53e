import { readArchive } from './base/read-archive.ts'
import { readManifests } from './base/read-manifests.ts'
import type { Manifest } from './manifest.ts'
import { DamageError, type Sealing } from './sealing.ts'
import type { Target } from '@bollard/object-storage'
import { fetchArchived, listArchive } from './wal/archive.ts'
import { followLog, type Log, readLog } from './wal/follow-log.ts'
import { readSegmentName } from './wal/wal-names.ts'

/** What a verification found. */
export interface Verification {
  readonly backups: readonly {
    readonly id: string
    readonly manifest: Manifest | null
    readonly faults: readonly string[]
    /** The last moment that can be restored from it. */
    readonly until: Date | null
  }[]
  /** Faults of the log, each named. */
  readonly logFaults: readonly string[]
  readonly logFiles: number
}

/** Reads everything that lies in a target: each byte of each backup, and each file of the log. */
export async function verifyBackups(
  target: Target,
  sealing: Sealing,
  say: (line: string) => void = () => {},
): Promise<Verification> {
  const found = await readManifests(target, sealing)
  const archive = await listArchive(target)
  const logFaults: string[] = []
  const systems = new Set(found.flatMap(({ manifest }) => manifest?.postgres.systemIdentifier ?? []))
  if (systems.size > 1) logFaults.push(`${target.name} holds backups of ${systems.size} databases.`)
  const [system = null] = systems
  for (const [index, { name }] of archive.entries()) {
    if (index > 0 && index % 500 === 0) say(`${index} of ${archive.length} files of the log are read.`)
    const fault = await faultOf(() => fetchArchived(target, sealing, name, system))
    if (fault !== null) logFaults.push(fault)
  }
  // Without the histories each timeline stands alone; which of them are damaged has been said.
  const log: Log = await readLog(target, sealing).catch((error: unknown) => {
    if (error instanceof DamageError) return { files: archive, histories: [] }
    throw error
  })
  const backups: Verification['backups'][number][] = []
  for (const { id, manifest, fault } of found) {
    if (manifest === null) {
      backups.push({ id, manifest, faults: [fault ?? ''], until: null })
      continue
    }
    const faults = await readArchive(target, sealing, manifest, null)
    const reach = followLog(manifest, log)
    if (!reach.isWhole) faults.push(`base/${id} can't be restored: its log ${reach.missing[0] ?? ''} is missing.`)
    else for (const name of reach.missing) faults.push(`${name} of the log is missing.`)
    backups.push({ id, manifest, faults, until: reach.until })
  }
  const needed = archive.filter(({ name }) => readSegmentName(name) !== null)
  return { backups, logFaults, logFiles: needed.length }
}

async function faultOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof DamageError) return error.message
    throw error
  }
}
