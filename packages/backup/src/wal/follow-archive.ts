import type { Manifest } from '../manifest.ts'
import type { Sealing } from '../sealing.ts'
import type { Target } from '../target/index.ts'
import { type Archived, fetchArchived } from './archive.ts'
import { followSegments, readHistory, readLsn, segmentAt, segmentName, type TimelineStart } from './wal-names.ts'

/** How far the archived log leads from a backup. */
export interface Reach {
  /** The newest timeline that continues the backup's. */
  readonly timeline: number
  /** Needed and there, in order, up to the first that is missing. */
  readonly segments: readonly string[]
  /** Needed and not there: what lies behind the first of them can't be restored. */
  readonly missing: readonly string[]
  /** When the last of `segments` was stored; nothing later than that can be restored. Null without any. */
  readonly until: Date | null
  /** Whether the log reaches the point at which the backup is consistent. */
  readonly isWhole: boolean
}

/** `archive` is all that `listArchive` answers for the target. */
export async function followArchive(
  target: Target,
  sealing: Sealing,
  manifest: Manifest,
  archive: readonly Archived[],
): Promise<Reach> {
  const history = await newestHistory(target, sealing, manifest.timeline, archive)
  const first = segmentAt(manifest.timeline, readLsn(manifest.start.lsn))
  const stored = new Map(archive.map(({ name, at }) => [name, at]))
  const { found, missing } = followSegments(first, history, new Set(stored.keys()))
  const needed = segmentName(segmentAt(manifest.timeline, readLsn(manifest.point.lsn) - 1n))
  const last = found.at(-1)
  return {
    timeline: history.at(-1)?.timeline ?? manifest.timeline,
    segments: found,
    missing: found.length === 0 && missing.length === 0 ? [segmentName(first)] : missing,
    until: (last === undefined ? undefined : stored.get(last)) ?? null,
    isWhole: found.includes(needed),
  }
}

async function newestHistory(
  target: Target,
  sealing: Sealing,
  timeline: number,
  archive: readonly Archived[],
): Promise<readonly TimelineStart[]> {
  const alone = [{ timeline, from: 0n }]
  let newest: readonly TimelineStart[] = alone
  for (const { name } of archive) {
    if (!name.endsWith('.history')) continue
    const later = Number.parseInt(name.slice(0, 8), 16)
    if (later <= (newest.at(-1)?.timeline ?? timeline)) continue
    const text = (await fetchArchived(target, sealing, name, null))?.toString('utf8') ?? ''
    const history = readHistory(later, text)
    if (history.some((one) => one.timeline === timeline)) newest = history
  }
  return newest
}
