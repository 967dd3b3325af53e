import { keys, message, scratch as v } from './places'

// BLAKE2b (RFC 7693) of one message of at most 128 bytes: one block and so one compression. 64 bytes of output, no key.

/** The first eight words are the initial state, in the order of the RFC. */
const initial = memory.data<u64>([
  0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b,
  0x5be0cd19137e2179,
])
/** Which words of the message a round takes, 4 bits each, the first in the lowest; the last two rounds repeat the first two. */
const orders = memory.data<u64>([
  0xfedcba9876543210, 0x357b20c16df984ae, 0x491763eadf250c8b, 0x8f04a562ebcd1397, 0xd386cb1efa427509, 0x91ef57d438b0a6c2, 0xb8293670a4def15c,
  0xa2684f05931ce7bd, 0x5a417d2c803b9ef6, 0x0dc3e9bf5167482a,
])

@inline
function mix(a: usize, b: usize, c: usize, d: usize, order: u64): void {
  let x = load<u64>(v + a), y = load<u64>(v + b), z = load<u64>(v + c), w = load<u64>(v + d)
  x += y + load<u64>(message + ((<usize>order & 15) << 3))
  w = rotr(w ^ x, 32)
  z += w
  y = rotr(y ^ z, 24)
  x += y + load<u64>(message + ((<usize>(order >> 4) & 15) << 3))
  w = rotr(w ^ x, 16)
  z += w
  y = rotr(y ^ z, 63)
  store<u64>(v + a, x)
  store<u64>(v + b, y)
  store<u64>(v + c, z)
  store<u64>(v + d, w)
}

/** Hashes the first `length` bytes of the message into the keys, with the salt of HashX (rule 1.2). */
export function blake2b(length: u32): void {
  for (let i: usize = 0; i < 64; i += 8) {
    const word = load<u64>(initial + i)
    store<u64>(keys + i, word)
    store<u64>(v + i, word, 64)
  }
  store<u64>(keys, load<u64>(keys) ^ 0x1010040)
  store<u64>(keys, load<u64>(keys, 32) ^ 0x3176205868736148, 32)
  memory.copy(v, keys, 64)
  store<u64>(v, load<u64>(v, 96) ^ length, 96)
  store<u64>(v, ~load<u64>(v, 112), 112)
  for (let round = 0; round < 12; round++) {
    let order = load<u64>(orders + ((round % 10) << 3))
    // Four columns, then four diagonals.
    for (let i: usize = 0; i < 64; i += 8, order >>= 8) {
      const turn: usize = i >> 5 << 3
      const a = i & 24
      mix(a, 32 + ((a + turn) & 24), 64 + ((a + 2 * turn) & 24), 96 + ((a + 3 * turn) & 24), order)
    }
  }
  for (let i: usize = 0; i < 64; i += 8) store<u64>(keys + i, load<u64>(keys + i) ^ load<u64>(v + i) ^ load<u64>(v + i, 64))
}
