/**
 * The first and the last of some times. A statement that has them as bounds looks only at partitions of these days: where some
 * site keeps its log for a year, to look at every day of it would cost each redemption of all others.
 */
export function timesOf(times: readonly number[]): [first: number, last: number] {
  return [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))]
}
