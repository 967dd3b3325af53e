import { type ProblemError, problemStatus } from '@bollard/contracts'
import type { FastifyRequest } from 'fastify'
import { notedCallerOf } from './noted-caller.ts'
import type { ProblemLogger } from './problem-logger.ts'

/** Lines a second. Who tries one id after the other shows in them, and does not fill the disk with them. */
const perSecondMax = 20

/**
 * Writes down calls that were refused for who makes them: not allowed, a wrong key, and what is not there for a caller who is known,
 * since what belongs to somebody else is not there either. Of the parameters only those of the path, which are ids.
 */
export function createRefusalLog(
  logger: ProblemLogger,
  now: () => number = () => performance.now(),
): (problem: ProblemError, request: FastifyRequest) => void {
  let second = -1
  let lines = 0
  let untold = 0
  return (problem, request) => {
    const caller = notedCallerOf(request)
    const isRefusal =
      problemStatus[problem.code] === 403 ||
      problem.code === 'secret-key-invalid' ||
      (problem.code === 'not-found' && caller !== null)
    if (!isRefusal || logger.warn === undefined) return
    const present = Math.floor(now() / 1_000)
    if (present !== second) [second, lines] = [present, 0]
    lines += 1
    if (lines > perSecondMax) {
      untold += 1
      return
    }
    const { id: requestId, method, params } = request
    logger.warn(
      {
        requestId,
        code: problem.code,
        method,
        route: request.routeOptions.url,
        params,
        caller,
        ...(untold > 0 && { untold }),
      },
      'A call was refused',
    )
    untold = 0
  }
}
