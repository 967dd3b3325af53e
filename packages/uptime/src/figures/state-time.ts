import { type ServiceState, serviceStates } from '../check-result.ts'
import type { TimeWindow } from '../maintenance/time-window.ts'

/** A change of state as it is stored. Sorted by `at`, each `from` the `to` of the one before. */
export interface StateChange {
  readonly at: number
  readonly to: ServiceState
}

/** What is known of a service's states: one before the first change (UNKNOWN where it did not exist), and the changes, sorted. */
export interface StateHistory {
  readonly before: ServiceState
  readonly changes: readonly StateChange[]
}

/** One state without interruption. */
export interface StateSpan extends TimeWindow {
  readonly state: ServiceState
}

/** Milliseconds in each state. */
export type StateTime = Readonly<Record<ServiceState, number>>

export const noTime: StateTime = stateTime(() => 0)

/** A figure for each state. */
export function stateTime(of: (state: ServiceState) => number): StateTime {
  return Object.fromEntries(serviceStates.map((state) => [state, of(state)])) as Record<ServiceState, number>
}

/** Every state between two moments, in order and without gaps; none where `until` is not after `from`. */
export function spansBetween({ before, changes }: StateHistory, from: number, until: number): readonly StateSpan[] {
  const spans: StateSpan[] = []
  let [state, since] = [before, from]
  const end = (at: number): void => {
    if (at > since) spans.push({ from: since, until: at, state })
  }
  for (const { at, to } of changes) {
    if (at >= until) break
    if (to === state) continue
    if (at > from) {
      end(at)
      since = Math.max(since, at)
    }
    state = to
  }
  end(until)
  return spans
}

/** How long each state held between two moments. The sum is `until - from`. */
export function timeByState(history: StateHistory, from: number, until: number): StateTime {
  const sums: Record<ServiceState, number> = { ...noTime }
  for (const span of spansBetween(history, from, until)) sums[span.state] += span.until - span.from
  return sums
}

/**
 * The same for each of several windows that follow each other, such as the 90 days of a status page, in one walk. `edges` are the
 * beginnings and the last end, rising.
 */
export function timeByStateOfEach(history: StateHistory, edges: readonly number[]): readonly StateTime[] {
  const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0]
  const sums = edges.slice(1).map((): Record<ServiceState, number> => ({ ...noTime }))
  let index = 0
  for (const span of spansBetween(history, from, until)) {
    for (let at = span.from; at < span.until;) {
      while ((edges[index + 1] ?? Infinity) <= at) index++
      const end = Math.min(span.until, edges[index + 1] ?? span.until)
      const sum = sums[index]
      if (sum !== undefined) sum[span.state] += end - at
      at = end
    }
  }
  return sums
}

/** An outage: time without interruption in states that a formula counts as down. */
export function outagesBetween(
  history: StateHistory,
  from: number,
  until: number,
  isDown: (state: ServiceState) => boolean,
): readonly TimeWindow[] {
  const outages: { from: number; until: number }[] = []
  for (const span of spansBetween(history, from, until)) {
    if (!isDown(span.state)) continue
    const last = outages.at(-1)
    if (last?.until === span.from) last.until = span.until
    else outages.push({ from: span.from, until: span.until })
  }
  return outages
}
