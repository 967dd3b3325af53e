import { ProblemError } from '@bollard/http'

/**
 * Runs at most `atOnce` works at a time, in the order in which they came. Throws `unavailable` when `waitingMax` wait already:
 * whoever comes then would have given up before their turn.
 */
export function takeTurns({
  atOnce,
  waitingMax,
}: {
  atOnce: number
  waitingMax: number
}): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < atOnce) running += 1
    else if (waiting.length >= waitingMax)
      throw new ProblemError('unavailable', 'Too many sign-ins at the moment.', { retryAfterSeconds: 10 })
    // Whoever ends hands their place over, so that nobody comes in between.
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
