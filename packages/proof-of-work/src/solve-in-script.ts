/* oxlint-disable typescript/no-non-null-assertion -- every index lies inside its array, and a call that says so is what costs the time here */
import { smallSigma0, smallSigma1 } from './compress.ts'
import { prepared } from './prepare.ts'

const w = new Int32Array(64)
const sums = new Int32Array(64)

/**
 * How far behind `start` the first of `count` counters lies that meets the target, or −1; `table`
 * is a prepared sub-puzzle. Formulas are written out, and words are read without a call, because engines
 * stop inlining calls in functions as large as these: Chromium at a third of the speed, Firefox at 40 %.
 */
export function solveInScript(table: Int32Array, start: number, count: number, target: number): number {
  sums.set(table.subarray(prepared.rounds))
  for (let n = 0; n < count; n++) {
    const counter = (start + n) | 0
    expandKnown(table, counter)
    expandRest(table)
    let a = (table[0]! + counter) | 0
    let b = table[1]!
    let c = table[2]!
    let d = table[3]!
    let e = (table[4]! + counter) | 0
    let f = table[5]!
    let g = table[6]!
    let h = table[7]!
    for (let i = 1; i < 64; i++) {
      const k =
        (h +
          sums[i]! +
          (g ^ (e & (f ^ g))) +
          (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7)))) |
        0
      h = g
      g = f
      f = e
      e = (d + k) | 0
      d = c
      c = b
      b = a
      a =
        (k +
          ((b & c) | (d & (b | c))) +
          (((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10)))) |
        0
    }
    if ((a + table[8]!) >>> 0 < target) return n
  }
  return -1
}

/** Words 16 … 31, where most of the sixteen before are zero or known. */
function expandKnown(table: Int32Array, counter: number): void {
  const known = (word: number) => table[prepared.known + word]!
  w[16] = known(0) + counter
  w[17] = known(1)
  w[18] = smallSigma1(w[16]!) + known(2)
  w[19] = known(3)
  w[20] = smallSigma1(w[18]!)
  w[21] = known(5)
  w[22] = smallSigma1(w[20]!) + known(4)
  w[23] = w[16]! + known(6)
  for (let i = 24; i < 30; i++) w[i] = w[i - 7]! + smallSigma1(w[i - 2]!)
  w[30] = w[23]! + smallSigma1(w[28]!) + known(7)
  w[31] = w[24]! + smallSigma1(w[29]!) + smallSigma0(w[16]!) + known(4)
}

function expandRest(table: Int32Array): void {
  for (let i = 32; i < 64; i++) {
    const x = w[i - 15]!
    const y = w[i - 2]!
    w[i] =
      w[i - 16]! +
      w[i - 7]! +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10))
  }
  for (let i = 16; i < 64; i++) sums[i] = table[prepared.rounds + i]! + w[i]!
}
