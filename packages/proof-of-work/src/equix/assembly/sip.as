// The two ways in which HashX uses SipHash, and its end (rules 2.1 – 2.3, 6.1, 6.4, 6.5). The round stands here twice,
// because a function could not change these locals, and state in memory or globals makes it three times as slow.
import { keys } from './places'

/** The number that a counter stands for, with the program's key. */
export function random(counter: u64): u64 {
  let a = load<u64>(keys), b = load<u64>(keys, 8), c = load<u64>(keys, 16), d = load<u64>(keys, 24) ^ counter
  for (let i = 0; i < 4; i++) {
    a += b, c += d, b = rotl(b, 13) ^ a, d = rotl(d, 16) ^ c, a = rotl(a, 32)
    c += b, a += d, b = rotl(b, 17) ^ c, d = rotl(d, 21) ^ a, c = rotl(c, 32)
    if (!i) a ^= counter, c ^= 0xff
  }
  return a ^ b ^ c ^ d
}

/** Writes the eight registers with which a program begins for this input. */
export function begin(registers: usize, input: u64): void {
  let a = load<u64>(keys, 32), b = load<u64>(keys, 40) ^ 0xee, c = load<u64>(keys, 48), d = load<u64>(keys, 56) ^ input
  for (let i = 0; i < 10; i++) {
    a += b, c += d, b = rotl(b, 13) ^ a, d = rotl(d, 16) ^ c, a = rotl(a, 32)
    c += b, a += d, b = rotl(b, 17) ^ c, d = rotl(d, 21) ^ a, c = rotl(c, 32)
    if (i == 1) a ^= input, c ^= 0xee
    else if (i == 5) write(registers, a, b, c, d), b ^= 0xdd
  }
  write(registers + 32, a, b, c, d)
}

@inline
function write(to: usize, a: u64, b: u64, c: u64, d: u64): void {
  store<u64>(to, a)
  store<u64>(to, b, 8)
  store<u64>(to, c, 16)
  store<u64>(to, d, 24)
}

/** The hash that the registers give at the end of a program: the first words of one round on each half of them. */
export function end(registers: usize): u64 {
  return (
    firstAfterRound(load<u64>(registers) + load<u64>(keys, 32), load<u64>(registers, 8) + load<u64>(keys, 40), load<u64>(registers, 16), load<u64>(registers, 24)) ^
    firstAfterRound(load<u64>(registers, 32), load<u64>(registers, 40), load<u64>(registers, 48) + load<u64>(keys, 48), load<u64>(registers, 56) + load<u64>(keys, 56))
  )
}

/** All of a round that its first word depends on. */
@inline
function firstAfterRound(a: u64, b: u64, c: u64, d: u64): u64 {
  return rotl(a + b, 32) + (rotl(d, 16) ^ (c + d))
}
