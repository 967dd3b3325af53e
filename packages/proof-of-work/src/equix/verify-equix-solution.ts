import { hash } from 'node:crypto'
import { prefixBytes, subPuzzles } from '../challenge.ts'
import type { Challenge } from '../decode-challenge.ts'
import { proofBytes, seedBytes } from './equix-proof.ts'
import { verifyEquix } from './verify-equix.ts'

/** 640 bytes; the 854th character carries two bits, and the four below them are zero, or one solution had sixteen spellings. */
const spelling = /^[\w-]{853}[AQgw]$/

export interface EquixCheck {
  /** How many of the 32 sub-puzzles are checked to the end; 4 by default. */
  readonly sample?: number
  /** A number from 0 to below the bound that nobody can foresee, as `randomInt` of node:crypto gives it. */
  readonly randomInt: (bound: number) => number
}

/**
 * Whether a solution, 32 proofs in base64url, meets a challenge. Every proof must have a hash below the target; whether it
 * is an Equi-X solution at all, which costs about fifteen times as much, is asked of a few that are drawn now.
 *
 * That is enough as long as the first answer burns the challenge, whatever becomes of it. Who makes up f of the 32 proofs
 * passes with a chance of C(32−f, s) / C(32, s), s being the sample, and loses the honest rest otherwise. One pass
 * then costs (32−f) honest proofs divided by that chance: 32 with none made up, 35 with one and 316 with half of them
 * at s = 4, and more with each; only s = 1 would come out even.
 */
export function verifyEquixSolution(
  { bytes, target }: Pick<Challenge, 'bytes' | 'target'>,
  solution: string,
  { sample = 4, randomInt }: EquixCheck,
): boolean {
  if (!spelling.test(solution)) return false
  const proofs = Buffer.from(solution, 'base64url')
  const messages = Array.from({ length: subPuzzles }, (_, index) => messageOf(bytes, proofs, index))
  if (messages.some((message) => hash('sha256', message, 'buffer').readUInt32BE() >= target)) return false
  return draw(messages, sample, randomInt).every(
    (message) => verifyEquix(message.subarray(0, seedBytes), message.subarray(seedBytes)) === 'ok',
  )
}

/** What is hashed for a sub-puzzle: the seed (prefix, index, nonce), then the Equi-X solution. */
function messageOf(challenge: Uint8Array, proofs: Uint8Array, index: number): Buffer {
  const message = Buffer.alloc(seedBytes + 16)
  message.set(challenge.subarray(0, prefixBytes))
  message.writeUInt32BE(index, prefixBytes)
  message.set(proofs.subarray(index * proofBytes, (index + 1) * proofBytes), prefixBytes + 4)
  return message
}

/** Some of them, none twice. */
function draw<Item>(items: readonly Item[], count: number, randomInt: EquixCheck['randomInt']): Item[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, items.length) }, () => left.splice(randomInt(left.length), 1)).flat()
}
