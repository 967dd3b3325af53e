/** Normal quantile of a two-sided 95 % interval. */
const z = 1.959963984540054

/** A share with the interval that holds the true one in 95 of 100 cases; all between 0 and 1. */
export interface ShareInterval {
  readonly share: number
  readonly low: number
  readonly high: number
}

/**
 * The Wilson score interval of `count` among `of`, at 95 %; null when `of` is 0, since nothing is known then. Unlike the
 * textbook interval it keeps its level with few cases and with shares near 0 or 1, which is where ours are.
 *
 * E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927) 209–212; recommended
 * for few cases by L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical
 * Science 16 (2001) 101–133.
 *
 * Throws a RangeError when `count` is not between 0 and `of`.
 */
export function wilsonInterval(count: number, of: number): ShareInterval | null {
  if (!(count >= 0 && count <= of)) throw new RangeError(`${count} of ${of} is no share`)
  if (of === 0) return null
  const share = count / of
  const scale = 1 + z ** 2 / of
  const middle = (share + z ** 2 / (2 * of)) / scale
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  // At the ends the interval touches 0 and 1 exactly, which the arithmetic misses by a rounding.
  return { share, low: count === 0 ? 0 : middle - half, high: count === of ? 1 : middle + half }
}
