import type { ServerCost } from './verify-speed.ts'

export interface Result {
  readonly name: string
  /** Million hashes a second in one thread: the fastest and the middle round, then each. */
  readonly best: number
  readonly median: number
  readonly rounds: readonly number[]
  /** How many times as fast as each other contender, by the best rounds. */
  readonly timesAsFastAs: Readonly<Record<string, number>>
}

/** Sums up the rates (hashes a second) of each contender. */
export function summarise(rates: ReadonlyMap<string, readonly number[]>): Result[] {
  const best = (name: string) => Math.max(...(rates.get(name) ?? [0]))
  return [...rates].map(([name, all]) => ({
    name,
    best: mega(best(name)),
    median: mega(all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0),
    rounds: all.map(mega),
    timesAsFastAs: Object.fromEntries(
      [...rates.keys()]
        .filter((other) => other !== name)
        .map((other) => [other, Math.round((best(name) / best(other)) * 100) / 100]),
    ),
  }))
}

export function toMarkdown(results: readonly Result[], coldMs: number, server: ServerCost): string {
  const ours = results[0]
  const rows = results.map(
    ({ name, best, median }) =>
      `| ${name} | ${best.toFixed(2)} | ${median.toFixed(2)} | ${ours && ours.name !== name ? `${ours.timesAsFastAs[name]?.toFixed(1)} ×` : ''} |`,
  )
  return [
    '| one browser thread | best, MH/s | median, MH/s | our WebAssembly is faster |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
    '',
    `From a fresh worker to 2^21 hashes done: ${coldMs} ms.`,
    `In Node: encodeChallenge ${server.encodeChallenge} µs, decodeChallenge ${server.decodeChallenge} µs, verifySolution ${server.verifySolution} µs.`,
  ].join('\n')
}

function mega(rate: number): number {
  return Math.round(rate / 1e4) / 100
}
