/** How much one process does, as `benchmarks/service` measured it. */
export interface MeasuredService {
  verificationsPerSecond: number
  p99Milliseconds: number
}

const results = import.meta.glob<{ service?: MeasuredService }>('../../../../../benchmarks/results/figures.json', {
  eager: true,
  import: 'default',
})

/** Null where that benchmark has not run. */
export function readMeasuredService(): MeasuredService | null {
  return Object.values(results)[0]?.service ?? null
}
