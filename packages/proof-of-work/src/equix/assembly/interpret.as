// Runs a program for one input, instruction by instruction (chapter 6).
import { addConstant, addShifted, branch, highSigned, highUnsigned, multiply, rotate, subtract, xor, xorConstant } from './operations'
import { program, registers } from './places'
import { begin, end } from './sip'

/** The hash of an input. */
export function interpret(input: u64): u64 {
  begin(registers, input)
  let wide: u32 = 0
  let taken = false
  for (let at = program; at < program + 4096; at += 8) {
    const d = registers + (<usize>load<u8>(at, 1) << 3)
    const s = load<u64>(registers + ((<usize>load<u8>(at, 2) & 7) << 3))
    const constant = load<i32>(at, 4)
    switch (<i32>load<u8>(at)) {
      case rotate:
        store<u64>(d, rotr(load<u64>(d), constant))
        break
      case xorConstant:
        store<u64>(d, load<u64>(d) ^ <i64>constant)
        break
      case addConstant:
        store<u64>(d, load<u64>(d) + <i64>constant)
        break
      case subtract:
        store<u64>(d, load<u64>(d) - s)
        break
      case xor:
        store<u64>(d, load<u64>(d) ^ s)
        break
      case addShifted:
        store<u64>(d, load<u64>(d) + (s << constant))
        break
      case multiply:
        store<u64>(d, load<u64>(d) * s)
        break
      case highSigned:
        store<u64>(d, high<i64>(load<u64>(d), s))
        wide = load<u32>(d)
        break
      case highUnsigned:
        store<u64>(d, high<u64>(load<u64>(d), s))
        wide = load<u32>(d)
        break
      case branch:
        if (!taken && !(wide & constant)) {
          taken = true
          // Sixteen back is the target of this block, which does nothing itself.
          at -= 128
        }
    }
  }
  return end(registers)
}

/** Bits 64 … 127 of a product, from products of 32 bits; T says whether the factors have a sign. */
@inline
function high<T>(x: u64, y: u64): u64 {
  const lowX = x & 0xffffffff
  const lowY = y & 0xffffffff
  const highX = <u64>(<T>x >> 32)
  const highY = <u64>(<T>y >> 32)
  const a = highX * lowY + ((lowX * lowY) >> 32)
  const b = lowX * highY + (a & 0xffffffff)
  return highX * highY + <u64>(<T>a >> 32) + <u64>(<T>b >> 32)
}
