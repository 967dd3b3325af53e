import type { FastifyRequest } from 'fastify'
import { ProblemError } from '@bollard/contracts'

/** Objects and lists within each other that a body may have; no contract has half as many. */
export const depthMax = 20

/** Refuses bodies that are nested deeper before anything walks through them, so that no walk has to fear for its stack. */
export async function refuseDeepBody(request: FastifyRequest): Promise<void> {
  if (isDeeper(request.body, depthMax))
    throw new ProblemError('malformed-json', `The body is nested deeper than ${depthMax} levels.`)
}

/** Never goes down further than `most`. */
function isDeeper(value: unknown, most: number): boolean {
  // Bytes are not nested, and too many to look at each.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  if (most === 0) return true
  for (const one of Object.values(value)) if (isDeeper(one, most - 1)) return true
  return false
}
