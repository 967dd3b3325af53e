/** Figures for the landing page, as the programs in `benchmarks/` wrote them. Null where none was written. */
export interface MeasuredFacts {
  /** Kilobytes (1 000 bytes), gzip. */
  widget: { ours: number; altcha: number; cap: number } | null
  /** What a visitor's browser computes who has nothing against them, in one thread. */
  wait: { seconds: number } | null
  /** Bots of the lab that nobody had tuned the checks to. Null until the whole lab has run. */
  lab: { bots: { unseen: { noticed: { count: number; of: number } } } } | null
  /** ISO date of the oldest of them. */
  measuredOn: string | null
}

const results = import.meta.glob<unknown>('../../../../benchmarks/results/*.json', { eager: true, import: 'default' })

export function readMeasuredFacts(): MeasuredFacts {
  const figures = figuresOf(results['../../../../benchmarks/results/figures.json'])
  return figures ?? { widget: null, wait: null, lab: null, measuredOn: null }
}

/** `benchmarks/summarise.ts` writes this file from the other results; a test of its own holds it to this shape. */
function figuresOf(value: unknown): MeasuredFacts | null {
  return value === undefined ? null : (value as MeasuredFacts)
}
