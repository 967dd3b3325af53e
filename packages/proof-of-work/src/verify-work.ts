import { randomInt } from 'node:crypto'
import type { Challenge } from './decode-challenge.ts'
import { verifyEquixSolution } from './equix/verify-equix-solution.ts'
import { verifySolution } from './verify-solution.ts'

/** Whether the work of a challenge was done, with the algorithm that it names and no other. `solution` is text of any kind. */
export function verifyWork(challenge: Pick<Challenge, 'algorithm' | 'bytes' | 'target'>, solution: string): boolean {
  switch (challenge.algorithm) {
    case 'sha256':
      return verifySolution(challenge, solution)
    case 'equix':
      return verifyEquixSolution(challenge, solution, { randomInt })
    default:
      return challenge.algorithm satisfies never
  }
}
