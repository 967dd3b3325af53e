// Writes the program as a WebAssembly module (chapter 6): a function of two addresses that runs it on the registers of
// every input between them. It shares this memory, imported as `e.m`, and is exported as `f`.
//
// Locals: 0 and 1 the addresses, 2 the last wide result, 3 whether a branch was taken, 4 … 11 the registers, 12 … 16 its own.
import { addConstant, addShifted, branch, highSigned, highUnsigned, target } from './operations'
import { code, program } from './places'

/** Everything before the sizes of the last section and its only function: one type, the import, the function, the export. */
const head = memory.data<u8>([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 6, 1, 0x60, 2, 0x7f, 0x7f, 0, 2, 8, 1, 1, 0x65, 1, 0x6d, 2, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 0x66, 0, 0,
])
const headLength = 37
/** Behind them: 2 and 13 locals of 32 and 64 bits; for each input no branch was taken yet. */
const start = memory.data<u8>([2, 2, 0x7f, 13, 0x7e, 3, 0x40, 0x41, 0, 0x21, 3])
const startLength = 11
/** On to the next input, or the end. */
const finish = memory.data<u8>([0x20, 0, 0x41, 0xc0, 0, 0x6a, 0x22, 0, 0x20, 1, 0x49, 0x0d, 0, 0x0b, 0x0b])
const finishLength = 15

// What stands for something else in the following; no instruction used here begins so.
const destination: u8 = 0xf0
const source: u8 = 0xf1
const shift: u8 = 0xf2

/** Bits 64 … 127 of a product out of products of 32 bits, left on the stack; the shifts are signed or not. */
const high = memory.data<u8>([
  0x20, destination, 0xa7, 0xad, 0x22, 12, 0x20, source, 0xa7, 0xad, 0x22, 13, 0x7e, 0x42, 32, 0x88, 0x20, destination, 0x42, 32, shift, 0x22, 14,
  0x20, 13, 0x7e, 0x7c, 0x22, 15, 0x42, 32, shift, 0x20, 15, 0xa7, 0xad, 0x20, 12, 0x20, source, 0x42, 32, shift, 0x22, 16, 0x7e, 0x7c, 0x42, 32,
  shift, 0x7c, 0x20, 14, 0x20, 16, 0x7e, 0x7c,
])
const highLength = 57
/** If no bit of the mask on the stack is set in the last wide result, and no branch was taken: back, once. */
const again = memory.data<u8>([0x20, 2, 0x71, 0x20, 3, 0x72, 0x45, 0x04, 0x40, 0x41, 1, 0x21, 3, 0x0c, 1, 0x0b, 0x0b])
const againLength = 17
/** The instruction for each operation up to `multiply`. */
const instructions = memory.data<u8>([0x8a, 0x85, 0x7c, 0, 0x7d, 0x85, 0, 0x7c, 0x7e])

let to: usize

/** Writes the module and gives its length; with `wideArithmetic` where the engine multiplies 64 by 64 bits itself. */
export function emit(wideArithmetic: bool): i32 {
  to = code
  put(head, headLength)
  const sizes = to
  to += 8
  put(start, startLength)
  for (let r = 0; r < 8; r++) {
    pair(0x20, 0)
    pair(0x29, 3)
    pair(r << 3, 0x21)
    byte(4 + r)
  }
  for (let at = program; at < program + 4096; at += 8) emitInstruction(at, wideArithmetic)
  for (let r = 0; r < 8; r++) {
    pair(0x20, 0)
    pair(0x20, 4 + r)
    pair(0x37, 3)
    byte(r << 3)
  }
  put(finish, finishLength)
  const length = <i32>(to - sizes - 8)
  store<u8>(sizes, 10)
  size(sizes + 1, length + 4)
  store<u8>(sizes, 1, 4)
  size(sizes + 5, length)
  return <i32>(to - code)
}

function emitInstruction(at: usize, wideArithmetic: bool): void {
  const operation = <i32>load<u8>(at)
  const d = 4 + <i32>load<u8>(at, 1)
  const s = 4 + <i32>load<u8>(at, 2)
  const constant = load<i32>(at, 4)
  if (operation == target) pair(0x03, 0x40)
  else if (operation == branch) {
    byte(0x41)
    signed(constant)
    put(again, againLength)
  } else if (operation == highSigned || operation == highUnsigned) {
    if (wideArithmetic) {
      pair(0x20, d)
      pair(0x20, s)
      pair(0xfc, 0x15 - highSigned + operation)
    } else {
      const p = to
      put(high, highLength)
      for (let q = p; q < to; q++) {
        const value = load<u8>(q)
        if (value >= destination) store<u8>(q, value == destination ? d : value == source ? s : 0x87 - highSigned + operation)
      }
    }
    // Only the first of a block's two is ever looked at by a branch: the eleventh of 32 instructions, counted from 0.
    if ((at & 255) == 88) {
      pair(0x22, d)
      pair(0xa7, 0x21)
      byte(2)
    } else pair(0x21, d)
    if (wideArithmetic) byte(0x1a)
  } else {
    pair(0x20, d)
    if (operation <= addConstant) {
      byte(0x42)
      signed(constant)
    } else {
      pair(0x20, s)
      if (operation == addShifted) {
        pair(0x42, constant)
        byte(0x86)
      }
    }
    byte(load<u8>(instructions + operation))
    pair(0x21, d)
  }
}

@inline
function byte(value: i32): void {
  store<u8>(to++, value)
}

@inline
function pair(first: i32, second: i32): void {
  store<u16>(to, first | (second << 8))
  to += 2
}

function put(from: usize, length: i32): void {
  memory.copy(to, from, length)
  to += length
}

/** A number in LEB128 with its sign. */
function signed(value: i32): void {
  while (value < -64 || value > 63) {
    byte((value & 127) | 128)
    value >>= 7
  }
  byte(value & 127)
}

/** A length in LEB128, in three bytes whatever it is, so that it can be written last. */
function size(at: usize, value: i32): void {
  store<u16>(at, (value & 127) | 128 | (((value >> 7) | 128) << 8))
  store<u8>(at, value >> 14, 2)
}
