import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { layout } from './challenge.ts'
import { permutationOf } from './permutation.ts'

/** Bytes of verdicts that fit under one seal. */
export const verdictBytes = 16
/** Bytes of verdicts and check word. */
export const sealedBytes = verdictBytes + 4

/**
 * Makes verdicts count for one challenge only: their bits are moved to where the challenge's order has them, covered with a key
 * drawn from the challenge's signature and the number of the layout that they are written in, and end with a check word over
 * what is below the cover. This hides nothing from whoever reads this program; it stops verdicts of one visit from being sent
 * again in another. Gives 27 characters of base64url. Throws `RangeError` when there are not 16 bytes.
 */
export function sealVerdicts(verdicts: Uint8Array, challengeToken: string, layoutNumber: number): string {
  if (verdicts.length !== verdictBytes) throw new RangeError('verdicts')
  const challenge = decodeBase64url(challengeToken)
  const sealed = new Uint8Array(sealedBytes)
  const order = permutationOf(new DataView(challenge.buffer).getUint32(layout.order))
  for (let bit = 0; bit < verdictBytes * 8; bit++) {
    const moved = (bit & 64) | (order[bit & 63] ?? 0)
    if ((verdicts[bit >> 3] ?? 0) & (1 << (bit & 7)))
      sealed[moved >> 3] = (sealed[moved >> 3] ?? 0) | (1 << (moved & 7))
  }
  new DataView(sealed.buffer).setUint32(verdictBytes, checkWord(sealed.subarray(0, verdictBytes)))
  cover(sealed, challenge, layoutNumber)
  return encodeBase64url(sealed)
}

/**
 * Covers bytes, or uncovers them again, in place. A mixer of 32 bits takes in layout and signature, word by word, and then
 * gives a word for each four bytes. The signature cannot be guessed, so nothing stronger is needed for what a seal promises,
 * and the page need not load SHA-256, which only workers use.
 */
export function cover(bytes: Uint8Array, challenge: Uint8Array, layoutNumber: number): void {
  let word = layoutNumber
  for (let at = layout.mac; at < layout.version; at += 4) {
    for (let i = 0; i < 4; i++) word = Math.imul(word, 31) + (challenge[at + i] ?? 0)
    word = mix(word)
  }
  for (let i = 0; i < bytes.length; i++) {
    if (i % 4 === 0) word = mix(word + i)
    bytes[i] = (bytes[i] ?? 0) ^ (word >>> ((i % 4) * 8))
  }
}

/** The last steps of MurmurHash3 for 32 bits (Austin Appleby): every bit comes to depend on all. */
function mix(word: number): number {
  word = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35)
  return word ^ (word >>> 16)
}

/** FNV-1a over 32 bits (Fowler, Noll, Vo). */
export function checkWord(bytes: Uint8Array): number {
  let word = 0x811c9dc5
  for (const byte of bytes) word = Math.imul(word ^ byte, 0x01000193)
  return word >>> 0
}
