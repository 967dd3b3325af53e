import { readFileSync } from 'node:fs'
import { z } from 'zod'

const weightsSchema = z.record(z.string(), z.number().min(-10).max(10))

/** Weights of the bot score by code, as `packages/score-refit` writes them. Throws with the path and what is wrong with it. */
export function readWeights(path: string): Record<string, number> {
  try {
    return weightsSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    throw new Error(
      `The weights in ${path} cannot be used: ${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}`,
      { cause: error },
    )
  }
}
