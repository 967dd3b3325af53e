/** Lines that say the same, in a minute. */
const perMinuteMax = 10
const minuteMs = 60_000
/** Different lines that are remembered: so many different faults in a minute are a flood themselves, and share one place. */
const keysMax = 500

export interface Verdict {
  readonly mayWrite: boolean
  /** How many that said the same were left out before this one. */
  readonly untold: number
}

/** Decides which lines are written when the same one comes again and again, as while the database is away. `now` is in milliseconds. */
export function limitRepeats(now: () => number): (key: string) => Verdict {
  const known = new Map<string, { since: number; lines: number; untold: number }>()
  return (given) => {
    const at = now()
    const key = known.has(given) || known.size < keysMax ? given : 'others'
    if (known.size >= keysMax) for (const [old, { since }] of known) if (at - since >= minuteMs) known.delete(old)
    const line = known.get(key) ?? { since: at, lines: 0, untold: 0 }
    known.set(key, line)
    if (at - line.since >= minuteMs) [line.since, line.lines] = [at, 0]
    line.lines += 1
    if (line.lines > perMinuteMax) {
      line.untold += 1
      return { mayWrite: false, untold: 0 }
    }
    const { untold } = line
    line.untold = 0
    return { mayWrite: true, untold }
  }
}
