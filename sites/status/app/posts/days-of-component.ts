import type { PublicComponent, PublicState } from '@bollard/contracts'

/** Days one after the other that look the same. */
export interface Run {
  readonly state: PublicState
  /** Position of the first day. */
  readonly at: number
  readonly length: number
  readonly downSeconds: number
  readonly degradedSeconds: number
}

type Seconds = Pick<PublicComponent, 'downSeconds' | 'degradedSeconds' | 'maintenanceSeconds'>

/** Days that say no more than their state. */
const plain: ReadonlySet<PublicState> = new Set(['UP', 'UNKNOWN'])

/**
 * The days of a component in runs: well days are joined, and so are days of which nothing is known. Every other day
 * stands alone, so that its
 * figures can be read, and the page stays small.
 */
export function runsOf(component: Seconds, days: number): Run[] {
  const { downSeconds, degradedSeconds, maintenanceSeconds } = component
  const runs: { -readonly [Key in keyof Run]: Run[Key] }[] = []
  for (let at = 0; at < days; at += 1) {
    const [down, degraded] = [downSeconds[at] ?? -1, degradedSeconds[at] ?? -1]
    const state = stateOf(down, degraded, maintenanceSeconds[at] ?? -1)
    const before = runs.at(-1)
    if (before?.state === state && plain.has(state)) before.length += 1
    else runs.push({ state, at, length: 1, downSeconds: Math.max(0, down), degradedSeconds: Math.max(0, degraded) })
  }
  return runs
}

/** The worst that the day has seen. */
function stateOf(down: number, degraded: number, maintenance: number): PublicState {
  if (down > 0) return 'DOWN'
  if (degraded > 0) return 'DEGRADED'
  if (maintenance > 0) return 'MAINTENANCE'
  return down < 0 ? 'UNKNOWN' : 'UP'
}

/** The parts of runs that stand in one row of so many days. */
export function rowsOf(runs: readonly Run[], days: number, perRow: number): Run[][] {
  return Array.from({ length: Math.ceil(days / perRow) }, (_row, row) => {
    const [from, to] = [row * perRow, (row + 1) * perRow]
    return runs
      .filter(({ at, length }) => at < to && at + length > from)
      .map((run) => {
        const start = Math.max(run.at, from)
        return { ...run, at: start - from, length: Math.min(run.at + run.length, to) - start }
      })
  })
}
