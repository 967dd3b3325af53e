/** Within what the service takes; see `replayLimits` of the contracts. */
export const visitLimits = { minutes: 30, charactersMax: 7_000_000, batches: 1_000 } as const

/** How far the recording of a visit is, over all its pages. */
export interface Visit {
  /** Random; stands for the visit and nothing else. */
  readonly id: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  batches: number
  characters: number
}

const key = 'replay'

/** The visit that this tab is in, or a new one. Ends with the tab; a browser that keeps nothing has a visit for each page. */
export function currentVisit(now: number): Visit {
  return recall() ?? { id: crypto.randomUUID(), startedAt: now, batches: 0, characters: 0 }
}

/** Whether there is room for another batch of so many characters. */
export function hasRoom({ startedAt, batches, characters }: Visit, more: number, now: number): boolean {
  return (
    now - startedAt < visitLimits.minutes * 60_000 &&
    characters + more <= visitLimits.charactersMax &&
    batches < visitLimits.batches
  )
}

/** Keeps how far the visit is for the next page of this tab. */
export function keepVisit(visit: Visit): void {
  inTab((storage) => storage.setItem(key, JSON.stringify(visit)))
}

/** Nothing of the visit is kept after a no. */
export function forgetVisit(): void {
  inTab((storage) => storage.removeItem(key))
}

function recall(): Visit | null {
  const text = inTab((storage) => storage.getItem(key))
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isVisit(kept) ? kept : null
  } catch {
    return null
  }
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false
  const { id, startedAt, batches, characters } = value as Readonly<Record<keyof Visit, unknown>>
  return typeof id === 'string' && [startedAt, batches, characters].every((one) => Number.isFinite(one))
}

function inTab<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
