type Kinds = Readonly<Record<string, (round: number) => Promise<unknown>>>

interface Measuring<Named extends Kinds> {
  /** How often each kind is called in any case. */
  readonly rounds: number
  /** What the test is about to assert. */
  readonly holds: (fastest: Readonly<Record<keyof Named, number>>) => boolean
  /** Waits after each call, outside of its time. */
  readonly settle?: () => Promise<unknown>
}

/**
 * Milliseconds that the fastest call of each kind took. Other work on the machine only ever adds to a call, so the fastest of many
 * tells what the call itself takes, and further calls only bring it closer. The kinds take turns, up to ten times `rounds` while
 * the figures do not hold: a busy machine takes longer instead of failing.
 */
export async function fastestOf<Named extends Kinds>(
  kinds: Named,
  { rounds, holds, settle }: Measuring<Named>,
): Promise<Record<keyof Named, number>> {
  const names: (keyof Named)[] = Object.keys(kinds)
  const fastest = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<keyof Named, number>
  for (let round = 0; round < rounds || (round < rounds * 10 && !holds(fastest)); round += 1)
    for (const name of round % 2 ? names : names.toReversed()) {
      const began = performance.now()
      await kinds[name]?.(round)
      fastest[name] = Math.min(fastest[name], performance.now() - began)
      await settle?.()
    }
  return fastest
}
