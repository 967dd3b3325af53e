import { z } from 'zod'
import type { Measured } from './work-of.ts'

const solverSchema = z.object({ results: z.array(z.object({ name: z.string(), median: z.number().positive() })) })
const equixSchema = z.object({
  chromium: z.object({ nonceMs: z.object({ total: z.number().positive() }) }),
  solutionsPerNonce: z.number().positive(),
})

/**
 * Takes from results/solver.json and results/equix.json what the tables need; the second may be undefined. Throws where a result
 * has another shape than the benchmarks write.
 */
export function readMeasured(solver: unknown, equix: unknown): Measured {
  const ours = solverSchema.parse(solver).results.find(({ name }) => name.startsWith('Bollard, WebAssembly'))
  if (ours === undefined) throw new Error('The benchmark of the solver has no result of ours')
  // Medians, as everywhere: what a visitor's browser does, not what it can.
  const hashesPerSecond = ours.median * 1e6
  if (equix === undefined) return { hashesPerSecond }
  const { chromium, solutionsPerNonce } = equixSchema.parse(equix)
  return { hashesPerSecond, equix: { programMs: chromium.nonceMs.total, solutionsPerProgram: solutionsPerNonce } }
}
