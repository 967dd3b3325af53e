import { createKeyedHash } from './keyed-hash.ts'
import { readText, wordsOf } from './words.ts'

/** Words that a text must have so that its fingerprint says something; short thanks are all alike. */
export const wordsMin = 8
/** Bits in which two fingerprints may differ and still be of nearly one text. */
export const distanceMax = 3
const shingle = 3
const bands = 4

/**
 * A text in 64 bits, by SimHash (Charikar, "Similarity Estimation Techniques from Rounding Algorithms", STOC 2002; 64 bits with distance 3 as
 * in Manku, Jain and Das Sarma, WWW 2007): texts that differ in few words differ in few bits. Hashes are keyed, so that nobody without the
 * key can tell what was written, nor craft a text that is taken for another. Null for a text that is too short.
 */
export function fingerprintOf(text: string, key: string | Buffer): bigint | null {
  const words = wordsOf(readText(text).text)
  if (words.length < wordsMin) return null
  const digestOf = createKeyedHash(key)
  const weights = new Int32Array(64)
  for (let index = 0; index + shingle <= words.length; index += 1) {
    const hash = digestOf(words.slice(index, index + shingle).join(' '))
    for (let bit = 0; bit < 64; bit += 1) {
      const isSet = ((hash[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
      weights[bit] = (weights[bit] ?? 0) + (isSet ? 1 : -1)
    }
  }
  return weights.reduce(
    (fingerprint, weight, bit) => (weight > 0 ? fingerprint | (1n << BigInt(bit)) : fingerprint),
    0n,
  )
}

/** In how many of 64 bits two fingerprints differ. */
export function distanceOf(one: bigint, other: bigint): number {
  let count = 0
  for (let left = one ^ other; left !== 0n; left &= left - 1n) count += 1
  return count
}

/**
 * Four keys to look a fingerprint up by: two that differ in three bits at most share one of them at least, whichever bits these are, since three
 * differences cannot be in four bands.
 */
export function bandsOf(fingerprint: bigint): string[] {
  return Array.from({ length: bands }, (_, band) => {
    const bits = (fingerprint >> BigInt(band * 16)) & 0xffffn
    return `${band}:${bits.toString(16).padStart(4, '0')}`
  })
}
