/** What a day of a component was like. */
export interface Day<State extends string = string> {
  /** `2026-11-27`, in UTC. */
  readonly day: string
  readonly state: State
  /** Share of the day on which it worked, 0 to 1; null where nothing is known. */
  readonly uptime: number | null
}
/** Days one after the other that look the same. */
export interface Run<State extends string = string> {
  readonly state: State
  /** Position of the first day. */
  readonly at: number
  readonly length: number
  readonly first: string
  readonly last: string
  /** The worst of them; null where nothing is known. */
  readonly uptime: number | null
}

/**
 * Draws alike what is alike: well days are joined to one run, and so are days of which nothing is known. Every day on which something went wrong
 * stands alone, so that its figure can be read.
 */
export function runsOf<State extends string>(days: readonly Day<State>[], joined: ReadonlySet<State>): Run<State>[] {
  const runs: Run<State>[] = []
  for (const [at, { day, state, uptime }] of days.entries()) {
    const before = runs.at(-1)
    if (before?.state === state && before.uptime === uptime && joined.has(state))
      runs[runs.length - 1] = { ...before, length: before.length + 1, last: day }
    else runs.push({ state, at, length: 1, first: day, last: day, uptime })
  }
  return runs
}
