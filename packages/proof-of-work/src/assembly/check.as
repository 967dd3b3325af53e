import { add, bigSigma0, bigSigma1, choose, expand, majority } from './hash'

// Memory: from 0 the state after the first block, from 128 the 64 round constants, from 384 the 32 counters as they
// came in, big-endian, from 1024 the schedule of four sub-puzzles.
const constants: usize = 128
const counters: usize = 384
const words: usize = 1024

/** Whether all 32 sub-puzzles are met. */
export function run(target: i32): i32 {
  v128.store(words, i32x4.splat(0x80000000), 32)
  for (let p: usize = words + 48; p < words + 240; p += 16) v128.store(p, i32x4.splat(0))
  v128.store(words, i32x4.splat(576), 240)
  for (let index = 0; index < 32; index += 4) {
    const counter = v128.load(index << 2, counters)
    v128.store(words, i8x16.shuffle(counter, counter, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12))
    v128.store(words, add(i32x4.splat(index), i32x4(0, 1, 2, 3)), 16)
    let a = v128.load32_splat(0, 0),
      b = v128.load32_splat(0, 4),
      c = v128.load32_splat(0, 8),
      d = v128.load32_splat(0, 12)
    let e = v128.load32_splat(0, 16),
      f = v128.load32_splat(0, 20),
      g = v128.load32_splat(0, 24),
      h = v128.load32_splat(0, 28)
    for (let i: usize = 0; i < 256; i += 4) {
      const p = i << 2
      if (i >= 64) v128.store(p, expand(p + words - 256), words)
      const s = bigSigma1(e)
      const k = add(add(add(h, add(v128.load32_splat(i, constants), v128.load(p, words))), choose(e, f, g)), s)
      ;((h = g), (g = f), (f = e), (e = add(d, k)))
      const next = add(k, add(majority(a, b, c), bigSigma0(a)))
      ;((d = c), (c = b), (b = a), (a = next))
    }
    if (i32x4.bitmask(i32x4.lt_u(add(a, v128.load32_splat(0, 0)), i32x4.splat(target))) != 15) return 0
  }
  return 1
}
