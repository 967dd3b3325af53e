import { readManifests } from './base/read-manifests.ts'
import { manifestPath } from './manifest.ts'
import { chooseKept, type Keep } from './retention.ts'
import type { Sealing } from './sealing.ts'
import type { Target } from '@bollard/object-storage'
import { archivedPath, listArchive } from './wal/archive.ts'
import { readLsn, readSegmentName, segmentAt } from './wal/wal-names.ts'

/** A backup without a manifest may be one that is being taken. */
const unfinishedMs = 2 * 86_400_000

/**
 * Deletes backups that `keep` doesn't keep, remains of interrupted ones, and the log that no kept backup needs. What can't be read is
 * left alone, and while there is such a backup so is all of the log. Answers what was deleted, for people.
 */
export async function applyRetention(
  target: Target,
  sealing: Sealing,
  { keep, proven, now }: { readonly keep: Keep; readonly proven: string | null; readonly now: Date },
): Promise<{ backups: readonly string[]; logFiles: number }> {
  const found = await readManifests(target, sealing)
  const whole = found.flatMap(({ id, manifest }) =>
    manifest === null ? [] : [{ id, at: manifest.start.at, manifest }],
  )
  if (whole.length === 0) return { backups: [], logFiles: 0 }
  const kept = chooseKept(whole, keep, proven, now)
  const isOver = ({ state, id, at }: (typeof found)[number]) =>
    state === 'whole' ? !kept.has(id) : state === 'unfinished' && now.getTime() - at.getTime() > unfinishedMs
  const gone = found.filter(isOver)
  for (const { id, paths } of gone) {
    // The manifest first: what is deleted by half is never taken for whole.
    await target.remove(manifestPath(id))
    for (const path of paths) await target.remove(path)
  }
  if (found.some(({ state }) => state === 'unreadable')) return { backups: gone.map(({ id }) => id), logFiles: 0 }
  const needed = whole
    .filter(({ id }) => kept.has(id))
    .map(({ manifest }) => segmentAt(manifest.timeline, readLsn(manifest.start.lsn)).position)
  const oldest = needed.reduce((least, one) => (one < least ? one : least))
  let logFiles = 0
  for (const { name } of await listArchive(target)) {
    const segment = readSegmentName(name.slice(0, 24))
    // Histories of timelines are small, and each restore needs them.
    if (segment === null || segment.position >= oldest) continue
    await target.remove(archivedPath(name))
    logFiles += 1
  }
  return { backups: gone.map(({ id }) => id), logFiles }
}
