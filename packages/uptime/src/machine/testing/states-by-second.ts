/**
 * The states of a probed service once more, for tests: no deadlines, no windows of checks, no machine, but every second
 * of the clock looked at and runs of checks counted as they come. It shares nothing with what it is held against.
 */

export interface RawCheck {
  /** Seconds. */
  readonly at: number
  readonly place: number
  /** 0 UP, 1 DEGRADED, 2 CHALLENGED, 3 DOWN; null where the prober could not tell. */
  readonly severity: number | null
}

export interface RawRules {
  readonly places: number
  readonly retries: number
  readonly recoverAfter: number
  readonly placesMin: number
  readonly silentAfter: number
}

/** One second on which the state became another one. */
export interface RawChange {
  readonly at: number
  readonly to: string
}

interface Counted {
  lastAt: number
  holds: number | null
  changedAt: number
  last: number
  /** How many in a row were at least, and at most, as bad as 0 to 3. */
  atLeast: number[]
  atMost: number[]
}

const names = ['UP', 'DEGRADED', 'CHALLENGED', 'DOWN']

/**
 * Every change between two seconds. `checks` come in the order of their arrival; `isMaintenance` and `isPaused` say
 * what was planned for a second. A check counts in the second in which it began, or the newest that was looked at when
 * it arrived.
 */
export function statesBySecond(
  rules: RawRules,
  checks: readonly RawCheck[],
  [from, until]: readonly [from: number, until: number],
  isMaintenance: (second: number) => boolean,
): RawChange[] {
  const places: (Counted | undefined)[] = []
  // Looked at in each of 31 million seconds.
  const silentFrom = new Float64Array(rules.places).fill(Infinity)
  const changes: RawChange[] = []
  let [base, shown, next, newest] = ['UNKNOWN', 'UNKNOWN', 0, from]
  const hear = (name: number, place: Counted | undefined): void => {
    places[name] = place
    silentFrom[name] = place === undefined ? Infinity : place.lastAt + rules.silentAfter
  }
  const look = (second: number): void => {
    const heard = places.filter((place) => place !== undefined)
    base = stateOf(rules, heard, base)
    const state = isMaintenance(second) ? 'MAINTENANCE' : base
    if (state !== shown) changes.push({ at: second, to: state })
    shown = state
  }
  let [wasPlanned, nextAt] = [false, checks[0]?.at ?? Infinity]
  for (let second = from; second < until; second++) {
    const isPlanned = isMaintenance(second)
    let hasChanged = isPlanned !== wasPlanned
    wasPlanned = isPlanned
    for (let name = 0; name < rules.places; name++)
      if (second >= (silentFrom[name] ?? Infinity)) {
        hear(name, undefined)
        hasChanged = true
      }
    if (hasChanged) look(second)
    while (nextAt <= second) {
      const check = checks[next++]
      if (check !== undefined) {
        newest = Math.max(newest, check.at)
        const place = places[check.place]
        if (check.severity !== null && (place === undefined || check.at > place.lastAt)) {
          const isPast = second - check.at >= rules.silentAfter
          hear(check.place, isPast ? undefined : count(rules, place, check.at, check.severity))
          look(second)
        }
      }
      nextAt = Math.max(newest, checks[next]?.at ?? Infinity)
    }
  }
  return changes
}

function count({ retries, recoverAfter }: RawRules, place: Counted | undefined, at: number, severity: number): Counted {
  const { holds, changedAt, atLeast, atMost } = place ?? {
    holds: null,
    changedAt: at,
    atLeast: [0, 0, 0, 0],
    atMost: [0, 0, 0, 0],
  }
  const more = names.map((_, level) => (severity >= level ? (atLeast[level] ?? 0) + 1 : 0))
  const less = names.map((_, level) => (severity <= level ? (atMost[level] ?? 0) + 1 : 0))
  let now = holds
  if (holds === null && severity === 0) now = 0
  else {
    for (let level = 3; level >= 0 && now === holds; level--)
      if ((holds === null || level > holds) && (more[level] ?? 0) > retries) now = level
    for (let level = 0; holds !== null && level < holds && now === holds; level++)
      if ((less[level] ?? 0) >= recoverAfter) now = level
  }
  return {
    lastAt: at,
    holds: now,
    changedAt: now === holds ? changedAt : at,
    last: severity,
    atLeast: more,
    atMost: less,
  }
}

function stateOf({ placesMin }: RawRules, heard: readonly Counted[], before: string): string {
  const answers = heard.filter(({ holds }) => holds !== null)
  if (answers.length === 0) return before === 'UNKNOWN' ? before : 'UNKNOWN'
  const bad = (level: number): number => answers.filter(({ holds }) => holds !== null && holds >= level).length
  const enough = (number: number): boolean => number >= placesMin && number * 2 >= answers.length
  if (enough(bad(3))) return 'DOWN'
  if (enough(bad(2))) return 'CHALLENGED'
  if (bad(2) > 0) {
    const lastChange = heard.reduce((latest, { changedAt }) => Math.max(latest, changedAt), -Infinity)
    const isOpen = heard.some(({ holds, last, lastAt }) => holds !== last || lastAt < lastChange)
    return isOpen ? before : 'DEGRADED'
  }
  return bad(1) > 0 && enough(bad(1)) ? 'DEGRADED' : 'UP'
}
