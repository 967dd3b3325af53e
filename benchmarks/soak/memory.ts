import { readFileSync } from 'node:fs'
import { childrenOf } from '../../server/testing/children-of.ts'

/** MiB at a moment, in seconds since the load began. */
export interface Sample {
  readonly at: number
  readonly mib: number
}

export interface Growth {
  /** MiB an hour that the floor of memory rises by, from the minute on at which everything is warm. */
  readonly mibPerHour: number
  /** Its standard error. */
  readonly error: number
  /** The mean of the floors, in MiB. */
  readonly mean: number
  readonly isFlat: boolean
}

/** Windows of a run; the floor of each is the lowest of its samples, what garbage collections leave. */
const windowCount = 10
/** What may be added within the run, in shares of the mean, beside what noise explains. */
const shareMax = 0.05

/**
 * How memory that garbage collections lower again and again grows: a straight line by least squares through the floors of windows. Flat is
 * what rises by less than twice its standard error, or by less than a twentieth within the time that was looked at.
 */
export function growthOf(samples: readonly Sample[], fromSecond: number): Growth {
  const floors = new Map<number, Sample>()
  const windowSeconds = ((samples.at(-1)?.at ?? 0) + 1 - fromSecond) / windowCount
  for (const sample of samples) {
    if (sample.at < fromSecond) continue
    const window = Math.floor((sample.at - fromSecond) / windowSeconds)
    const floor = floors.get(window)
    if (floor === undefined || sample.mib < floor.mib) floors.set(window, sample)
  }
  const points = [...floors.values()]
  const count = points.length
  if (count < 3) throw new Error('Too few samples to tell growth')
  const meanAt = points.reduce((sum, { at }) => sum + at, 0) / count
  const mean = points.reduce((sum, { mib }) => sum + mib, 0) / count
  const spread = points.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  const slope = points.reduce((sum, { at, mib }) => sum + (at - meanAt) * (mib - mean), 0) / spread
  const left = points.reduce((sum, { at, mib }) => sum + (mib - mean - slope * (at - meanAt)) ** 2, 0)
  const error = Math.sqrt(left / (count - 2) / spread)
  const seconds = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  return {
    mibPerHour: slope * 3_600,
    error: error * 3_600,
    mean,
    isFlat: slope <= 2 * error || slope * seconds <= shareMax * mean,
  }
}

/**
 * MiB of a process and, with `whole`, of all that it has started, each page that several share counted once: the proportional set size
 * of Linux, without shared memory, which PostgreSQL fills once as far as it is set to.
 */
export function memoryOf(pid: number, whole = false): number {
  const pids = whole ? [pid, ...childrenOf(pid)] : [pid]
  return pids.reduce((sum, one) => sum + proportionalSize(one), 0) / 1024
}

/** KiB; none of a process that has just ended. */
function proportionalSize(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const [all = 0, shared = 0] = [/^Pss:\s+(\d+)/mu, /^Pss_Shmem:\s+(\d+)/mu].map((line) =>
      Number(line.exec(text)?.[1]),
    )
    return all - shared
  } catch {
    return 0
  }
}
