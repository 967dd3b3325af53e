import { countKind, type CountName } from './counts.ts'
import type { LooseCounter } from './count-loosely.ts'
import { rowFlags } from './row-flags.ts'

/** What this process has counted since it started, for its operator: no site, no visitor. Counting is an addition, so the hot path can afford it. */
export interface Tally {
  /** Events of visitors, such as `started` and `expired`. */
  readonly visitors: Partial<Record<CountName, number>>
  /** Stored rounds by what was decided. */
  readonly rounds: Partial<Record<CountName, number>>
  /** Questions about tokens by how they were answered: `redeemed`, or why not. */
  readonly tokens: Partial<Record<string, number>>
}

export function createTally(): Tally {
  return { visitors: {}, rounds: {}, tokens: {} }
}

export function addOne<Name extends string>(counts: Partial<Record<Name, number>>, name: Name): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** The counter, with everything that it counts added to the tally. */
export function tallyEvents(counter: LooseCounter, tally: Tally): LooseCounter {
  return {
    ...counter,
    count(siteId, environmentId, what, at) {
      addOne(tally.visitors, what)
      counter.count(siteId, environmentId, what, at)
    },
  }
}

const outcomes = (['passed', 'flagged', 'refused', 'steppedUp'] as const).toSorted(
  (one, other) => countKind[one] - countKind[other],
)

/** Tallies rounds of visitors once they are stored; one that was there before is no new one. */
export function tallyRounds<Row extends { readonly outcome: number; readonly flags: number }>(
  record: (row: Row) => Promise<'recorded' | 'replayed'>,
  tally: Tally,
): (row: Row) => Promise<'recorded' | 'replayed'> {
  return async (row) => {
    const result = await record(row)
    const outcome = outcomes[row.outcome]
    if (result === 'recorded' && outcome !== undefined && (row.flags & rowFlags.probe) === 0)
      addOne(tally.rounds, outcome)
    return result
  }
}
