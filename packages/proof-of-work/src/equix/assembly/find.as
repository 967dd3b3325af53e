// All sets of eight among 65 536 numbers of 60 bits whose sum is zero modulo 2^60 by way of pairs (zero in the lowest
// 15 bits) and fours (in the lowest 30). Each number waits in a list with all that share its lowest 15 bits, until
// those come along that complement them.
//
// At `hashes` are first the numbers, then of each its node: the bits above 15, shifted by 17, and below the next in its list.
import { hashes } from './places'

/** Most pairs and fours that are kept; 65 536 are expected, give or take 256. */
const most: i32 = 69632
/** Most solutions that are kept; two are expected. */
const mostSolutions: i32 = 256
const low: i32 = 0x7fff

/** In place of the numbers, once the pairs are found, fours: the positions of two pairs, 17 bits each, and their sum above 30 bits. */
const fours: usize = hashes
/** Sums of pairs above 15 bits, 8 bytes each; then their nodes, like those of the numbers. */
const sums: usize = hashes + most * 8
/** In their place, once the fours are found, what follows each in its list. */
const next: usize = sums
/** The positions of both halves of a pair, 16 bits each. */
const pairs: usize = sums + most * 8
/** Where each list begins: the position of its youngest member plus one, or 0. */
const heads: usize = pairs + most * 4
/** Which values occur among the lowest 20 bits of the sums of fours. */
const seen: usize = heads + 0x20000
/** Eight positions of 16 bits each. */
export const solutions: usize = seen + 0x20000
export const end: usize = solutions + mostSolutions * 16

/** Fills `solutions` and tells how many there are. */
export function find(): i32 {
  return findEights(findFours(findPairs()))
}

function findPairs(): i32 {
  memory.fill(heads, 0, 0x20000)
  let count = 0
  for (let i = 0; i < 0x10000; i++) {
    const node = hashes + (i << 3)
    const hash = load<u64>(node)
    link(node, hash, i)
    // Rounded up: the lowest bits of two that fit carry one, save when all are zero.
    const rest = (hash + low) >> 15
    for (let j = load<u32>(heads + ((-(<i32>hash) & low) << 2)); j; ) {
      const other = load<u64>(hashes - 8 + (j << 3))
      store<u64>(sums + (count << 3), rest + (other >> 17))
      store<u32>(pairs + (count << 2), (i << 16) | (j - 1))
      count += i32(count < most - 1)
      j = <u32>other & 0x1ffff
    }
  }
  return count
}

function findFours(pairCount: i32): i32 {
  memory.fill(heads, 0, 0x20000)
  memory.fill(seen, 0, 0x20000)
  let count = 0
  for (let i = 0; i < pairCount; i++) {
    const node = sums + (i << 3)
    const sum = load<u64>(node)
    link(node, sum, i)
    const rest = (sum + low) >> 15
    for (let j = load<u32>(heads + ((-(<i32>sum) & low) << 2)); j; ) {
      const other = load<u64>(sums - 8 + (j << 3))
      const both = (rest + (other >> 17)) & 0x3fffffff
      store<u64>(fours + (count << 3), both | (<u64>i << 30) | (<u64>(j - 1) << 47))
      const word = seen + wordOf(<u32>both)
      store<u32>(word, load<u32>(word) | (1 << <u32>both))
      count += i32(count < most - 1)
      j = <u32>other & 0x1ffff
    }
  }
  return count
}

function findEights(fourCount: i32): i32 {
  memory.fill(heads, 0, 0x20000)
  let count = 0
  let kept: u32 = 0
  for (let i = 0; i < fourCount; i++) {
    const four = load<u64>(fours + (i << 3))
    const opposite = -(<u32>four)
    if (!((load<u32>(seen + wordOf(opposite)) >> opposite) & 1)) continue
    // One in sixteen comes this far, and it moves to the front.
    store<u64>(fours + (kept << 3), four)
    const list = heads + ((<i32>four & low) << 2)
    store<u32>(next + (++kept << 2), load<u32>(list))
    store<u32>(list, kept)
    for (let j = load<u32>(heads + ((-(<i32>four) & low) << 2)); j; j = load<u32>(next + (j << 2))) {
      const other = load<u64>(fours - 8 + (j << 3))
      if ((four + other) & 0x3fffffff) continue
      writeSolution(solutions + (count << 4), four, other)
      count += i32(count < mostSolutions - 1)
    }
  }
  return count
}

/** Makes a number the youngest of its list, itself included in what it may be paired with (rule 7.8). */
@inline
function link(node: usize, number: u64, position: i32): void {
  const head = heads + ((<i32>number & low) << 2)
  store<u64>(node, (number >> 15 << 17) | load<u32>(head))
  store<u32>(head, position + 1)
}

/** Where among 2^20 bits the 32 lie to which a number belongs. */
@inline
function wordOf(number: u32): usize {
  return ((number >> 5) & 0x7fff) << 2
}

/** Halves in the order of rule 7.4, in which little-endian numbers compare as the rule wants it. */
function writeSolution(to: usize, a: u64, b: u64): void {
  const left = readFour(a)
  const right = readFour(b)
  store<u64>(to, min(left, right))
  store<u64>(to, max(left, right), 8)
}

@inline
function readFour(four: u64): u64 {
  const a = load<u32>(pairs + ((<usize>(four >> 30) & 0x1ffff) << 2))
  const b = load<u32>(pairs + (<usize>(four >> 47) << 2))
  return <u64>min(a, b) | (<u64>max(a, b) << 32)
}
