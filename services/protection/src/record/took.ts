/** Classes of a doubling: each is 9 % wider than the one before. */
const perDoubling = 8

/** The class of a time in milliseconds, as times are counted. A microsecond is the shortest. */
export function tookClass(ms: number): number {
  return Math.round(Math.log2(Math.max(0.001, ms)) * perDoubling)
}

/** The time below which a share of the counted ones lies, to about 5 %; null where nothing was counted. */
export function tookPercentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const classes = [...counts].toSorted(([one], [other]) => one - other)
  const wanted = classes.reduce((sum, [, count]) => sum + count, 0) * share
  let seen = 0
  for (const [number, count] of classes) {
    seen += count
    if (count > 0 && seen >= wanted) return Number((2 ** (number / perDoubling)).toPrecision(3))
  }
  return null
}
