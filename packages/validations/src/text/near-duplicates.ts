import { createKeyedHash } from './keyed-hash.ts'
import { readText, wordsOf } from './words.ts'

/** Words that a text must have so that its fingerprint says something; short thanks are all alike. */
export const wordsMin = 8
/** Words that a fingerprint is made of; `passagesOf` looks at all. */
const wordsMax = 4_000
/** Bits in which two fingerprints may differ and still be of nearly one text; unrelated ones differ in 15 and more. */
export const distanceMax = 7
/** Words, and pairs of neighbours: with longer ones a single changed word moves a short text out of reach. */
const shingles = [1, 2]
/** Words of a run, and runs in a row of which one at least is kept: two texts that share 25 words in a row share a passage. */
const [runWords, runWindow] = [10, 16]
/** Passages of one text; the longest texts have more, of which the same ones are left out wherever they stand. */
const passagesMax = 1_024
/** One more than the bits that may differ. */
const bands = distanceMax + 1
const bandBits = BigInt(64 / bands)

/**
 * A text in 64 bits, by SimHash (Charikar, "Similarity Estimation Techniques from Rounding Algorithms", STOC 2002;
 * looked up by bands as in Manku, Jain and Das Sarma, WWW 2007): texts that differ in few words differ in few bits.
 * Hashes are keyed, so that nobody without the key can tell what was written, nor craft a text that is taken for
 * another. Null for a text that is too short.
 */
export function fingerprintOf(text: string, key: string | Buffer): bigint | null {
  const words = wordsOf(readText(text).text).slice(0, wordsMax)
  if (words.length < wordsMin) return null
  const digestOf = createKeyedHash(key)
  const weights = new Int32Array(64)
  for (const length of shingles)
    for (let index = 0; index + length <= words.length; index += 1)
      addBits(weights, digestOf(words.slice(index, index + length).join(' ')))
  return weights.reduce(
    (fingerprint, weight, bit) => (weight > 0 ? fingerprint | (1n << BigInt(bit)) : fingerprint),
    0n,
  )
}

/**
 * Hashes of passages of a text, of 48 bits, by winnowing (Schleimer, Wilkerson and Aiken, SIGMOD 2003). A fingerprint
 * is one of the whole text, so words before or after a message change it; passages of the message stay as they are,
 * whatever stands around it. None for a text of fewer than ten words.
 */
export function passagesOf(text: string, key: string | Buffer): number[] {
  const words = wordsOf(readText(text).text)
  const digestOf = createKeyedHash(key)
  const kept = new Set<number>()
  const runs: number[] = []
  // Where the least of the last runs stands.
  let at = -1
  for (let index = 0; index + runWords <= words.length; index += 1) {
    const hash = digestOf(`run ${words.slice(index, index + runWords).join(' ')}`).readUIntBE(0, 6)
    runs.push(hash)
    if (at < 0 || hash <= (runs[at] ?? 0)) at = index
    else if (at <= index - runWindow) {
      at = index - runWindow + 1
      for (let later = at + 1; later <= index; later += 1) if ((runs[later] ?? 0) <= (runs[at] ?? 0)) at = later
    }
    const isWhole = index + 1 >= runWindow || index + runWords === words.length
    if (isWhole) kept.add(runs[at] ?? 0)
  }
  return [...kept].toSorted((one, other) => one - other).slice(0, passagesMax)
}

function addBits(weights: Int32Array, hash: Buffer): void {
  for (let bit = 0; bit < 64; bit += 1) {
    const isSet = ((hash[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0
    weights[bit] = (weights[bit] ?? 0) + (isSet ? 1 : -1)
  }
}

/** In how many of 64 bits two fingerprints differ. */
export function distanceOf(one: bigint, other: bigint): number {
  let count = 0
  for (let left = one ^ other; left !== 0n; left &= left - 1n) count += 1
  return count
}

/**
 * Eight keys of eight bits to look a fingerprint up by, such as `3:a7`: two that differ in seven bits at most share one
 * of them at least, since seven differences cannot be in eight bands. Most that share one are not near; `distanceOf`
 * tells.
 */
export function bandsOf(fingerprint: bigint): string[] {
  return Array.from({ length: bands }, (_, band) => {
    const bits = BigInt.asUintN(Number(bandBits), fingerprint >> (BigInt(band) * bandBits))
    return `${band}:${bits.toString(16).padStart(2, '0')}`
  })
}
