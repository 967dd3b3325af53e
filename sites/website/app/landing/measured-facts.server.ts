/** Figures for the landing page, as the programs in `benchmarks/` wrote them. Null where none was written. */
export interface MeasuredFacts {
  /** Kilobytes (1 000 bytes), gzip. */
  widget: { ours: number; altcha: number; cap: number } | null
  /** Bots of the lab that nobody had tuned the checks to. Null until the whole lab has run. */
  lab: { bots: { unseen: { noticed: { count: number; of: number } } } } | null
  /** ISO date of the oldest of them. */
  measuredOn: string | null
}

const results = import.meta.glob<MeasuredFacts>('../../../../benchmarks/results/figures.json', {
  eager: true,
  import: 'default',
})

/** `benchmarks/summarise.ts` writes the figures from the other results. */
export function readMeasuredFacts(): MeasuredFacts {
  return Object.values(results)[0] ?? { widget: null, lab: null, measuredOn: null }
}
