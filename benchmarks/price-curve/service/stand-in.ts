import { randomBytes } from 'node:crypto'

/** Bytes of a solution: 32 counters. */
const solutionBytes = 128
const markBytes = 32

export interface StandIn {
  /** What the attacked service is started with. */
  readonly mark: string
  /** A solution that it takes without any work. */
  solution(): string
}

/**
 * Work that is only reckoned: the benchmark gives its own service a secret, and a solution that begins with it counts as right. All
 * else of the service sees the challenge as it was issued, with its real amount of work, so budgets and step-ups are those of the
 * real thing; only the solving is left out, which was measured beside it.
 */
export function createStandIn(): StandIn {
  const mark = randomBytes(markBytes)
  return {
    mark: mark.toString('hex'),
    solution: () => Buffer.concat([mark, randomBytes(solutionBytes - markBytes)]).toString('base64url'),
  }
}

/** Whether a solution is a stand-in of this mark. */
export function isStandIn(solution: string, mark: string): boolean {
  return Buffer.from(solution, 'base64url').subarray(0, markBytes).toString('hex') === mark
}
