/** From a moment until another, which is not within. Unix milliseconds. */
export interface TimeWindow {
  readonly from: number
  readonly until: number
}

/**
 * The same time as few windows, sorted, that neither overlap nor touch. Windows that end before they begin hold
 * nothing.
 */
export function mergeWindows(windows: readonly TimeWindow[]): readonly TimeWindow[] {
  const merged: { from: number; until: number }[] = []
  for (const { from, until } of windows.toSorted((a, b) => a.from - b.from)) {
    if (!(until > from)) continue
    const last = merged.at(-1)
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until)
    else merged.push({ from, until })
  }
  return merged
}

/** The time that both lists hold, merged. */
export function overlapOf(one: readonly TimeWindow[], other: readonly TimeWindow[]): readonly TimeWindow[] {
  const others = mergeWindows(other)
  return mergeWindows(
    one.flatMap(({ from, until }) =>
      others.map((window) => ({ from: Math.max(from, window.from), until: Math.min(until, window.until) })),
    ),
  )
}

/** Milliseconds that the windows hold; time that several of them hold counts once. */
export function lengthOf(windows: readonly TimeWindow[]): number {
  return mergeWindows(windows).reduce((sum, { from, until }) => sum + until - from, 0)
}
