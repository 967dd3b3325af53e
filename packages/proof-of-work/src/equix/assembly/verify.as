import { blake2b } from './blake2b'
import { generate } from './generate'
import { interpret } from './interpret'
import { solution } from './places'

// What `verify` says; ../verify-equix.ts repeats it.
const ok: i32 = 0
const seedUnusable: i32 = 1
const order: i32 = 2
const sum: i32 = 3

/** Whether the first `length` bytes of the message give a program, which then lies ready for `interpret`. */
export function prepare(length: u32): bool {
  blake2b(length)
  return generate()
}

/** Judges the solution for the first `length` bytes of the message (rules 7.3 – 7.6). */
export function verify(length: u32): i32 {
  if (!isOrdered()) return order
  if (!prepare(length)) return seedUnusable
  let pair: u64 = 0, four: u64 = 0, eight: u64 = 0
  for (let i = 0; i < 8; i++) {
    const hash = interpret(load<u16>(solution + (i << 1)))
    pair += hash
    if (!(i & 1)) continue
    if (pair & 0x7fff) return sum
    four += pair
    pair = 0
    if (!(i & 2)) continue
    if (four & 0x3fffffff) return sum
    eight += four
    four = 0
  }
  return eight & 0xfffffffffffffff ? sum : ok
}

/** Whether in each pair, each four and the whole the left half is not greater, as little-endian numbers. */
function isOrdered(): bool {
  for (let at = solution; at < solution + 16; at += 4) if (load<u16>(at) > load<u16>(at, 2)) return false
  for (let at = solution; at < solution + 16; at += 8) if (load<u32>(at) > load<u32>(at, 4)) return false
  return load<u64>(solution) <= load<u64>(solution, 8)
}

export { interpret }
