/** The 64 round constants of SHA-256. */
export const roundConstants = new Int32Array(64)
const initialState = new Int32Array(8)

// Computed instead of listed, which is shorter on the wire: the fractional parts of the square and cube roots of the
// first primes. None comes within 0.02 of a whole number, so a last bit wrong in an engine's `cbrt` cannot show.
for (let candidate = 2, found = 0; found < 64; candidate++) {
  let divisor = 2
  while (candidate % divisor) divisor++
  if (divisor < candidate) continue
  if (found < 8) initialState[found] = (Math.sqrt(candidate) * 2 ** 32) | 0
  roundConstants[found++] = (Math.cbrt(candidate) * 2 ** 32) | 0
}

/** An element at an index that is always inside the array, so that engines read it with one load and no branch. */
export const at = (array: Int32Array, i: number) => array[i] as number
const rotate = (x: number, by: number) => (x >>> by) | (x << (32 - by))
export const bigSigma0 = (x: number) => rotate(x, 2) ^ rotate(x, 13) ^ rotate(x, 22)
export const bigSigma1 = (x: number) => rotate(x, 6) ^ rotate(x, 11) ^ rotate(x, 25)
export const smallSigma0 = (x: number) => rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
export const smallSigma1 = (x: number) => rotate(x, 17) ^ rotate(x, 19) ^ (x >>> 10)
export const choose = (x: number, y: number, z: number) => z ^ (x & (y ^ z))
export const majority = (x: number, y: number, z: number) => (x & y) | (z & (x | y))

/** Fills words 16 … 63 of a message schedule whose first sixteen are the block. */
export function expand(w: Int32Array): Int32Array {
  for (let i = 16; i < 64; i++)
    w[i] = at(w, i - 16) + smallSigma0(at(w, i - 15)) + at(w, i - 7) + smallSigma1(at(w, i - 2))
  return w
}

/** The state after the first `count` rounds, without the addition that ends a block. */
export function rounds(state: Int32Array, w: Int32Array, count: number): Int32Array {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < count; i++) {
    const t = (h + bigSigma1(e) + choose(e, f, g) + at(roundConstants, i) + at(w, i)) | 0
    const next = (t + bigSigma0(a) + majority(a, b, c)) | 0
    h = g
    g = f
    f = e
    e = (d + t) | 0
    d = c
    c = b
    b = a
    a = next
  }
  return Int32Array.of(a, b, c, d, e, f, g, h)
}

/** SHA-256 state after the first 64 bytes, eight words. */
export function midstateOf(prefix: Uint8Array): Int32Array {
  const view = new DataView(prefix.buffer, prefix.byteOffset, 64)
  const w = new Int32Array(64)
  for (let i = 0; i < 16; i++) w[i] = view.getInt32(i * 4)
  return rounds(initialState, expand(w), 64).map((word, i) => word + at(initialState, i))
}
