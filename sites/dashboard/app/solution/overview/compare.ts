/** How a figure stands to that of the period before. */
export type Comparison = { kind: 'same' } | { kind: 'none-before' } | { kind: 'changed'; ratio: number }

/** `ratio` is the change over the earlier figure: 0.061 is 6.1 % more. */
export function compare(now: number, before: number): Comparison {
  if (now === before) return { kind: 'same' }
  if (before === 0) return { kind: 'none-before' }
  return { kind: 'changed', ratio: (now - before) / before }
}
