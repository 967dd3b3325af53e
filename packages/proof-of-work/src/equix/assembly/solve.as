import { blake2b } from './blake2b'
import { emit } from './emit'
import { find } from './find'
import { generate } from './generate'
import { batch, hashes } from './places'
import { begin, end } from './sip'

/** Writes the module for the first `length` bytes of the message and gives its own length; 0 if they give no program. */
export function compile(length: u32, wideArithmetic: bool): i32 {
  blake2b(length)
  return generate() ? emit(wideArithmetic) : 0
}

/** Registers of 256 inputs, before the module runs on them. */
export function before(input: i32): void {
  for (let i = 0; i < 256; i++) begin(batch + (i << 6), input + i)
}

/** Hashes of 256 inputs, after the module ran on their registers. */
export function after(input: i32): void {
  for (let i = 0; i < 256; i++) store<u64>(hashes + ((input + i) << 3), end(batch + (i << 6)))
}

export { find }
