import { ProblemError } from '@bollard/http'
import type { FastifyError, FastifyInstance } from 'fastify'

/**
 * A fault behind the public routes (the database is away, mostly) reaches the caller as "try again"
 * and the operator as what it is. Refusals pass through to the mapping of problems.
 */
export function refuseWhileAway(app: FastifyInstance, onError: (error: unknown) => void): void {
  app.setErrorHandler((error: FastifyError) => {
    if (error instanceof ProblemError || (error.statusCode !== undefined && error.statusCode < 500)) throw error
    onError(error)
    throw new ProblemError('unavailable')
  })
}
