import { encodeBase64url } from '../base64url.ts'
import { expand, midstateOf, rounds } from '../compress.ts'
import { prefixBytes } from '../challenge.ts'

/** A proof is the nonce, 32 bits big-endian, and one Equi-X solution. */
export const proofBytes = 20
/** The first 64 bytes of the challenge, the number of the sub-puzzle and the nonce, 32 bits big-endian each. */
export const seedBytes = prefixBytes + 8

/** What Equi-X is to solve for one nonce of one sub-puzzle. */
export function seedOf(prefix: Uint8Array, index: number, nonce: number): Uint8Array {
  const seed = new Uint8Array(seedBytes)
  seed.set(prefix.subarray(0, prefixBytes))
  const view = new DataView(seed.buffer)
  view.setUint32(prefixBytes, index)
  view.setUint32(prefixBytes + 4, nonce)
  return seed
}

/** The first 32 bits of SHA-256 of seed and solution; a sub-puzzle is met when they are below the target. */
export function headOf(seed: Uint8Array, solution: Uint8Array): number {
  const midstate = midstateOf(seed)
  // 88 bytes are two blocks: the prefix, then six words, the mark of the end, and the length in bits.
  const block = new Int32Array(64)
  const view = new DataView(new ArrayBuffer(24))
  const rest = new Uint8Array(view.buffer)
  rest.set(seed.subarray(prefixBytes))
  rest.set(solution, 8)
  for (let i = 0; i < 6; i++) block[i] = view.getInt32(i * 4)
  block[6] = 1 << 31
  block[15] = (seedBytes + 16) * 8
  const [first = 0] = rounds(midstate, expand(block), 64)
  const [before = 0] = midstate
  return (first + before) >>> 0
}

/** Proofs in the order of their sub-puzzles, base64url. */
export function encodeEquixProofs(proofs: readonly Uint8Array[]): string {
  const bytes = new Uint8Array(proofs.length * proofBytes)
  proofs.forEach((proof, index) => bytes.set(proof, index * proofBytes))
  return encodeBase64url(bytes)
}
