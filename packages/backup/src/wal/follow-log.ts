import type { Manifest } from '../manifest.ts'
import type { Sealing } from '../sealing.ts'
import type { Target } from '@bollard/object-storage'
import { type Archived, fetchArchived, listArchive } from './archive.ts'
import {
  followSegments,
  readHistory,
  readLsn,
  segmentAt,
  segmentName,
  timelineAt,
  type TimelineStart,
} from './wal-names.ts'

/** The archived log of a target: its files, and how its timelines follow each other. */
export interface Log {
  readonly files: readonly Archived[]
  readonly histories: readonly (readonly TimelineStart[])[]
}

export async function readLog(target: Target, sealing: Sealing): Promise<Log> {
  const files = await listArchive(target)
  const histories: TimelineStart[][] = []
  for (const { name } of files) {
    if (!name.endsWith('.history')) continue
    const text = await fetchArchived(target, sealing, name, null)
    histories.push(readHistory(Number.parseInt(name.slice(0, 8), 16), text?.toString('utf8') ?? ''))
  }
  return { files, histories }
}

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

/** Pure. */
export function followLog({ timeline, start, point }: Manifest, { files, histories }: Log): Reach {
  const [from, to] = [readLsn(start.lsn), readLsn(point.lsn) - 1n]
  // A restore to a moment leaves a timeline early: what was written to it afterwards doesn't lead to the new one.
  const leadsOn = (history: readonly TimelineStart[]) =>
    timelineAt(history, from) === timeline && timelineAt(history, to) === timeline
  const history = histories
    .filter(leadsOn)
    .reduce((newest, one) => (lastOf(one) > lastOf(newest) ? one : newest), [{ timeline, from: 0n }])
  const stored = new Map(files.map(({ name, at }) => [name, at]))
  const first = segmentAt(timeline, from)
  const { found, missing } = followSegments(first, history, new Set(stored.keys()))
  const last = found.at(-1)
  return {
    timeline: lastOf(history),
    segments: found,
    missing: found.length === 0 && missing.length === 0 ? [segmentName(first)] : missing,
    until: (last === undefined ? undefined : stored.get(last)) ?? null,
    isWhole: found.includes(segmentName(segmentAt(timeline, to))),
  }
}

function lastOf(history: readonly TimelineStart[]): number {
  return history.at(-1)?.timeline ?? 0
}
