import { createHmac } from 'node:crypto'
import type { KeyValues } from './compile-key.ts'

/** 128 bits that name a limit and a key of it, as four signed words of 32 bits, the least significant first. */
export type LimitKey = readonly [number, number, number, number]

export const keyBytes = 16

/**
 * Answers how the values of one `scope` (a limit of a site) are named: SipHash-2-4 with 128 bits, under a key of 128
 * bits that HMAC-SHA-256 derives from the secret for this scope.
 *
 * Nobody who reads a store finds out by trying whose a key is, and nobody who sends requests can make two of their keys
 * meet or fill one bucket of a table: for both they would have to know the secret, since SipHash is a pseudo-random
 * function of short texts made for this. By chance, two of a billion keys have one name with a probability of 2^-69. Of
 * these texts it takes a quarter of the time of a SHA-256 that is called in Node's native code.
 *
 * Each value is written with its length, and a missing one is not an empty one, so no list of values is the beginning
 * of another's.
 */
export function createKeyNames(secret: Uint8Array, scope: string): (values: KeyValues) => LimitKey {
  const key = createHmac('sha256', secret).update(scope).digest()
  const hash = createSipHash(key.subarray(0, keyBytes))
  return (values) => {
    let text = ''
    for (const value of values) text += value === null ? '-' : `${value.length}:${value}`
    return hash(text)
  }
}

/** The key as stores outside of this process keep it. */
export function bytesOfKey(key: LimitKey): Buffer {
  const bytes = Buffer.allocUnsafe(keyBytes)
  for (let word = 0; word < 4; word++) bytes.writeInt32LE(key[word] ?? 0, 4 * word)
  return bytes
}

/** The state of a hash while it is computed: v0 to v3, each the lower word first. */
const state = new Int32Array(8)

/** SipHash-2-4 with 128 bits of the code units of a text, two bytes each, under a key of 16 bytes. */
export function createSipHash(key: Buffer): (text: string) => LimitKey {
  const begin = Int32Array.from(initial, (word, index) => word ^ key.readInt32LE((4 * index) % keyBytes))
  return (text) => {
    for (let index = 0; index < 8; index++) state[index] = begin[index] ?? 0
    const whole = text.length & ~3
    for (let at = 0; at < whole; at += 4)
      absorb(
        text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16),
        text.charCodeAt(at + 2) | (text.charCodeAt(at + 3) << 16),
      )
    // What is left, at most three units, and the length in bytes, modulo 256.
    absorb(unit(text, whole) | (unit(text, whole + 1) << 16), unit(text, whole + 2) | (text.length << 25))
    state[4] = word(4) ^ 0xee
    rounds(4)
    const first = word(0) ^ word(2) ^ word(4) ^ word(6)
    const second = word(1) ^ word(3) ^ word(5) ^ word(7)
    state[2] = word(2) ^ 0xdd
    rounds(4)
    return [first, second, word(0) ^ word(2) ^ word(4) ^ word(6), word(1) ^ word(3) ^ word(5) ^ word(7)]
  }
}

function unit(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0
}

/** “somepseudorandomlygeneratedbytes” in words, and the mark of 128 bits in v1. */
const initial = [0x70736575, 0x736f6d65, 0x6e646f6d ^ 0xee, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462]

function word(index: number): number {
  return state[index] ?? 0
}

function absorb(low: number, high: number): void {
  state[6] = word(6) ^ low
  state[7] = word(7) ^ high
  rounds(2)
  state[0] = word(0) ^ low
  state[1] = word(1) ^ high
}

/** So many rounds of SipHash. JavaScript has no fast numbers of 64 bits, so each is two of 32: `al` and `ah` are v0. */
function rounds(count: number): void {
  let al = word(0)
  let ah = word(1)
  let bl = word(2)
  let bh = word(3)
  let cl = word(4)
  let ch = word(5)
  let dl = word(6)
  let dh = word(7)
  let low = 0
  for (let round = 0; round < count; round++) {
    al = (al + bl) | 0
    ah = (ah + bh + carry(al, bl)) | 0
    low = al ^ ((bl << 13) | (bh >>> 19))
    bh = ah ^ ((bh << 13) | (bl >>> 19))
    bl = low
    cl = (cl + dl) | 0
    ch = (ch + dh + carry(cl, dl)) | 0
    low = cl ^ ((dl << 16) | (dh >>> 16))
    dh = ch ^ ((dh << 16) | (dl >>> 16))
    dl = low
    // v0 is turned by half, so its words change places.
    low = (ah + dl) | 0
    ah = (al + dh + carry(low, dl)) | 0
    al = low
    low = al ^ ((dl << 21) | (dh >>> 11))
    dh = ah ^ ((dh << 21) | (dl >>> 11))
    dl = low
    cl = (cl + bl) | 0
    ch = (ch + bh + carry(cl, bl)) | 0
    low = cl ^ ((bl << 17) | (bh >>> 15))
    bh = ch ^ ((bh << 17) | (bl >>> 15))
    bl = low
    low = cl
    cl = ch
    ch = low
  }
  state[0] = al
  state[1] = ah
  state[2] = bl
  state[3] = bh
  state[4] = cl
  state[5] = ch
  state[6] = dl
  state[7] = dh
}

/** What a sum of two words, of which one was `part`, carries over. */
function carry(sum: number, part: number): 0 | 1 {
  return sum >>> 0 < part >>> 0 ? 1 : 0
}
