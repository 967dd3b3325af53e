import { type Climbed, climb, ground, type Ladder, type Solved, type Standing } from './ladder.ts'

/** Standings of keys in the memory of this process. */
export interface LadderBook {
  readonly climb: (
    ladder: Ladder,
    key: Buffer,
    request: { readonly percent: number; readonly solved: Solved | null },
    now: number,
  ) => Climbed
  /** How many keys stand above the ground. */
  readonly size: () => number
}

/**
 * Keeps the standings of at most `keysMax` keys; beyond, it forgets the one that was asked for least recently. Each
 * process has its own: the pressure that moves them is the store's, so they agree within a few requests.
 */
export function createLadderBook(keysMax = 100_000): LadderBook {
  const standings = new Map<string, Standing>()
  return {
    climb(ladder, key, request, now) {
      const name = key.toString('latin1')
      const climbed = climb(ladder, standings.get(name) ?? ground, request, now)
      standings.delete(name)
      if (climbed.standing.step === 0) return climbed
      if (standings.size >= keysMax) {
        const [oldest] = standings.keys()
        if (oldest !== undefined) standings.delete(oldest)
      }
      standings.set(name, climbed.standing)
      return climbed
    },
    size: () => standings.size,
  }
}
