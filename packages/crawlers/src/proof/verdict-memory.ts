/** Remembers what was found out about addresses, within a bound. */
export interface VerdictMemory<Value> {
  /** What is remembered, and whether it is due to be asked again; null where nothing is. */
  recall(key: string, now: number): { readonly value: Value; readonly isDue: boolean } | null
  /** @param freshMs for so long it isn't asked again; @param keptMs for so long it counts where nobody can be asked */
  remember(key: string, value: Value, now: number, freshMs: number, keptMs: number): void
}

interface Entry<Value> {
  readonly value: Value
  readonly freshUntil: number
  readonly keptUntil: number
}

/** @param entriesMax the one that was remembered first is forgotten for one more */
export function createVerdictMemory<Value>(entriesMax: number): VerdictMemory<Value> {
  const entries = new Map<string, Entry<Value>>()
  return {
    recall(key, now) {
      const entry = entries.get(key)
      if (entry === undefined) return null
      if (now < entry.keptUntil) return { value: entry.value, isDue: now >= entry.freshUntil }
      entries.delete(key)
      return null
    },
    remember(key, value, now, freshMs, keptMs) {
      entries.delete(key)
      if (entries.size >= entriesMax)
        for (const oldest of entries.keys()) {
          entries.delete(oldest)
          break
        }
      entries.set(key, { value, freshUntil: now + freshMs, keptUntil: now + Math.max(freshMs, keptMs) })
    },
  }
}
