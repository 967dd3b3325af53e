import { add, bigSigma0, bigSigma1, choose, expand, majority, smallSigma0, smallSigma1 } from './hash'

// Memory: from 0 the prepared sub-puzzle (`prepare.ts`), from 1024 and 2048 schedule words 16 … 63 of the
// two groups of four counters. Two groups take turns because one alone waits for its own results.
const group: usize = 1024
const words: usize = 1024
const constants: usize = 128

@inline
function known(word: usize): v128 {
  return v128.load32_splat(word << 2)
}

/** Words 16 … 31, where most of the sixteen before are zero or known; their places in `known` are those of `prepare.ts`. */
@inline
function expandKnown(p: usize, counters: v128): void {
  const w16 = add(counters, known(9))
  const w17 = known(10)
  const w18 = add(smallSigma1(w16), known(11))
  const w19 = known(12)
  const w20 = smallSigma1(w18)
  const w21 = known(14)
  const w22 = add(smallSigma1(w20), known(13))
  const w23 = add(w16, known(15))
  const w24 = add(w17, smallSigma1(w22))
  const w25 = add(w18, smallSigma1(w23))
  const w26 = add(w19, smallSigma1(w24))
  const w27 = add(w20, smallSigma1(w25))
  const w28 = add(w21, smallSigma1(w26))
  const w29 = add(w22, smallSigma1(w27))
  v128.store(p, w16, 0)
  v128.store(p, w17, 16)
  v128.store(p, w18, 32)
  v128.store(p, w19, 48)
  v128.store(p, w20, 64)
  v128.store(p, w21, 80)
  v128.store(p, w22, 96)
  v128.store(p, w23, 112)
  v128.store(p, w24, 128)
  v128.store(p, w25, 144)
  v128.store(p, w26, 160)
  v128.store(p, w27, 176)
  v128.store(p, w28, 192)
  v128.store(p, w29, 208)
  v128.store(p, add(add(w23, smallSigma1(w28)), known(16)), 224)
  v128.store(p, add(add(w24, smallSigma1(w29)), add(smallSigma0(w16), known(13))), 240)
}

/** How far behind `start` the first of `count` counters lies that meets the target, or −1. Tries eight at a time. */
export function run(start: i32, count: i32, target: i32): i32 {
  for (let n = 0; n < count; n += 8) {
    const counters = add(i32x4.splat(start + n), i32x4(0, 1, 2, 3))
    const others = add(counters, i32x4.splat(4))
    for (let p = words, w = counters; p < words + 2 * group; p += group, w = others) expandKnown(p, w)

    let a = add(known(0), counters), b = known(1), c = known(2), d = known(3)
    let e = add(known(4), counters), f = known(5), g = known(6), h = known(7)
    let A = add(known(0), others), B = b, C = c, D = d
    let E = add(known(4), others), F = f, G = g, H = h

    // The same round three times, because a function could not change these locals and a branch inside costs 5 %.
    // Rounds 1 … 15: the words are part of the constants.
    for (let i: usize = 4; i < 64; i += 4) {
      let k = v128.load32_splat(i, constants), K = k
      const s = bigSigma1(e), S = bigSigma1(E)
      k = add(add(h, k), choose(e, f, g)), K = add(add(H, K), choose(E, F, G))
      h = g, g = f, f = e, e = add(add(d, k), s), H = G, G = F, F = E, E = add(add(D, K), S)
      k = add(add(k, s), add(majority(a, b, c), bigSigma0(a))), K = add(add(K, S), add(majority(A, B, C), bigSigma0(A)))
      d = c, c = b, b = a, a = k, D = C, C = B, B = A, A = K
    }
    // Rounds 16 … 31: the words are there already.
    for (let i: usize = 64; i < 128; i += 4) {
      let k = v128.load32_splat(i, constants), K = k
      k = add(k, v128.load(i << 2, words - 256)), K = add(K, v128.load(i << 2, words + group - 256))
      const s = bigSigma1(e), S = bigSigma1(E)
      k = add(add(h, k), choose(e, f, g)), K = add(add(H, K), choose(E, F, G))
      h = g, g = f, f = e, e = add(add(d, k), s), H = G, G = F, F = E, E = add(add(D, K), S)
      k = add(add(k, s), add(majority(a, b, c), bigSigma0(a))), K = add(add(K, S), add(majority(A, B, C), bigSigma0(A)))
      d = c, c = b, b = a, a = k, D = C, C = B, B = A, A = K
    }
    // Rounds 32 … 63: the words are made on the way.
    for (let i: usize = 128; i < 256; i += 4) {
      let k = v128.load32_splat(i, constants), K = k
      const p = i << 2
      v128.store(p, expand(p + words - 512), words - 256)
      v128.store(p, expand(p + words + group - 512), words + group - 256)
      k = add(k, v128.load(p, words - 256)), K = add(K, v128.load(p, words + group - 256))
      const s = bigSigma1(e), S = bigSigma1(E)
      k = add(add(h, k), choose(e, f, g)), K = add(add(H, K), choose(E, F, G))
      h = g, g = f, f = e, e = add(add(d, k), s), H = G, G = F, F = E, E = add(add(D, K), S)
      k = add(add(k, s), add(majority(a, b, c), bigSigma0(a))), K = add(add(K, S), add(majority(A, B, C), bigSigma0(A)))
      d = c, c = b, b = a, a = k, D = C, C = B, B = A, A = K
    }

    const limit = i32x4.splat(target)
    const hits = i32x4.bitmask(i32x4.lt_u(add(a, known(8)), limit)) | (i32x4.bitmask(i32x4.lt_u(add(A, known(8)), limit)) << 4)
    if (hits) return n + ctz(hits)
  }
  return -1
}
