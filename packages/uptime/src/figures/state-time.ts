import { type ServiceState, serviceStates } from '../check-result.ts'
import type { TimeWindow } from '../maintenance/time-window.ts'

/** A change of state as it is stored. Sorted by `at`, each `from` the `to` of the one before. */
export interface StateChange {
  readonly at: number
  readonly to: ServiceState
}

/**
 * What is known of a service's states: one before the first change (UNKNOWN where it did not exist), and the changes,
 * sorted.
 */
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

export const noTime: StateTime = Object.fromEntries(serviceStates.map((state) => [state, 0])) as StateTime

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
  return timeByStateOfEach(history, [from, until])[0] ?? noTime
}

/**
 * The same for each of several windows that follow each other, such as the 90 days of a status page, in one walk.
 * `edges` are the beginnings and the last end, rising.
 */
export function timeByStateOfEach({ before, changes }: StateHistory, edges: readonly number[]): readonly StateTime[] {
  const sums: StateTime[] = []
  let [state, next] = [before, 0]
  for (let index = 1; index < edges.length; index++) {
    const sum: Record<ServiceState, number> = { ...noTime }
    const until = edges[index] ?? 0
    for (let at = edges[index - 1] ?? 0; at < until;) {
      // What changes at this moment holds from it on.
      for (let change = changes[next]; change !== undefined && change.at <= at; change = changes[++next])
        state = change.to
      const end = Math.min(until, changes[next]?.at ?? until)
      sum[state] += end - at
      at = end
    }
    sums.push(sum)
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
