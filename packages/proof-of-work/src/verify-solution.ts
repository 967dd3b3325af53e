import { subPuzzles } from './challenge.ts'
import { headOfHash, midstateOf } from './compress.ts'
import type { Challenge } from './decode-challenge.ts'

/** The 171st character carries four bits; the two below them are zero, or the same solution had four spellings. */
const spelling = /^[\w-]{170}[AEIMQUYcgkosw048]$/

/** Whether every sub-puzzle of the challenge is met: 32 counters, big-endian, as 128 bytes or in base64url. */
export function verifySolution(challenge: Pick<Challenge, 'bytes' | 'target'>, solution: string | Buffer): boolean {
  if (typeof solution === 'string') {
    if (!spelling.test(solution)) return false
    solution = Buffer.from(solution, 'base64url')
  }
  if (solution.length !== subPuzzles * 4) return false
  const midstate = midstateOf(challenge.bytes)
  for (let index = 0; index < subPuzzles; index++) if (headOfHash(midstate, solution.readUInt32BE(index * 4), index) >= challenge.target) return false
  return true
}
