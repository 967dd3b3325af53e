/** Figures for the landing page, as the programs in `benchmarks/` wrote them. Null where none was written. */
export interface MeasuredFacts {
  /** Kilobytes (1 000 bytes), gzip. */
  widget: { ours: number; altcha: number; cap: number } | null
  /** Million hashes per second in one Chromium thread. */
  solver: { ours: number; altcha: number; cap: number } | null
  service: { verifyMicroseconds: number } | null
  /** ISO date of the oldest of them. */
  measuredOn: string | null
}

const results = import.meta.glob<unknown>('../../../../benchmarks/results/*.json', { eager: true, import: 'default' })

export function readMeasuredFacts(): MeasuredFacts {
  const figures = figuresOf(results['../../../../benchmarks/results/figures.json'])
  return figures ?? { widget: null, solver: null, service: null, measuredOn: null }
}

/** `benchmarks/summarise.ts` writes this file from the other results; a test of its own holds it to this shape. */
function figuresOf(value: unknown): MeasuredFacts | null {
  return value === undefined ? null : (value as MeasuredFacts)
}
