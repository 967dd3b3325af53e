// Makes a program out of the keys (chapters 3 to 5 of the specification). A seed is unusable exactly if no instruction
// fits at some place even at the second attempt, so neither ports nor stalls are simulated (rules 5.5 and 5.8).
import { addConstant, addShifted, branch, highSigned, multiply, rotate, subtract, target, xorConstant } from './operations'
import { program, registers } from './places'
import { random } from './sip'

// Sub-cycles out of 36 at which something other than an ordinary instruction is wanted, one bit each (rule 5.2).
const multiplications: u64 = 0b001001001000001001001000001001001001
const wides: u64 = (1 << 12) | (1 << 24)
/** Those that pass while an instruction of two parts is issued. */
const skipped: u64 = (1 << 2) | (1 << 13) | (1 << 20) | (1 << 25)

// Of all eight registers: the cycle at which each is ready (16 bits), the group that wrote it last (16), and its parameter (32).
const readyAt: usize = registers
const writers: usize = registers + 16
const parameters: usize = registers + 32

let counter: u64
let wordsLeft: i32, word: u64
let bytesLeft: i32, bytes: u64
/** Group of what was chosen last, whether or not it fitted. */
let remembered: i32

/** Writes the program; false if the seed gives none. */
export function generate(): bool {
  counter = 0
  wordsLeft = bytesLeft = 0
  remembered = -1
  v128.store(readyAt, i32x4.splat(0))
  v128.store(writers, i32x4.splat(-1))
  let to = program
  for (let time = 0; time < 576; time++) {
    const phase = time % 36
    if ((skipped >> phase) & 1) continue
    if (!attempt(to, phase, time / 3, 7) && !attempt(to, phase, time / 3, 3)) return false
    to += 8
  }
  return true
}

/** `mask` takes three random bits to choose by at the first attempt, two at the second. */
function attempt(to: usize, phase: i32, cycle: i32, mask: i32): bool {
  const operation = chooseOperation(phase, mask)
  const group = groupOf(operation)
  remembered = group
  let constant: u32 = 0
  if (operation == addShifted) constant = randomWord() & 3
  else if (operation == branch) constant = randomMask()
  else if (operation <= addConstant) {
    const bits: u32 = operation == rotate ? 63 : -1
    do constant = randomWord() & bits
    while (!constant)
  }
  let parameter: u32 = -1
  if (isWide(operation)) parameter = randomWord()
  let source = -1
  let destination = -1
  if (operation != target && operation != branch) {
    const ready = findReady(cycle)
    if (operation > addConstant) {
      // R5 and one more: R5, without a random number.
      source = operation == addShifted && popcnt(ready) == 2 && (ready >> 5) & 1 ? 5 : chooseRegister(ready)
      if (source < 0) return false
      if (!isWide(operation)) parameter = source
    }
    destination = chooseRegister(findDestinations(ready, operation, group, parameter, source, mask))
    if (destination < 0) return false
    const latency = operation == multiply ? 3 : isWide(operation) ? 4 : 1
    store<u16>(readyAt + (destination << 1), cycle + latency)
    store<u16>(writers + (destination << 1), group)
    store<u32>(parameters + (destination << 2), parameter)
  }
  store<u8>(to, operation)
  store<u8>(to, destination, 1)
  store<u8>(to, source, 2)
  store<u32>(to, constant, 4)
  return true
}

function chooseOperation(phase: i32, mask: i32): i32 {
  if ((multiplications >> phase) & 1) return multiply
  if ((wides >> phase) & 1) return highSigned + (randomByte() & 1)
  if (phase == 1) return target
  if (phase == 19) return branch
  let operation: i32
  do {
    operation = randomByte() & mask
    // Two of the eight choices occur twice.
    if (operation == 3) operation = addConstant
    if (operation == 6) operation = xorConstant
  } while (groupOf(operation) == remembered)
  return operation
}

@inline
function groupOf(operation: i32): i32 {
  return operation == subtract ? addShifted : operation
}

@inline
function isWide(operation: i32): bool {
  return operation == highSigned || operation == highSigned + 1
}

/** The registers that are ready, one bit each. */
@inline
function findReady(cycle: i32): i32 {
  return i16x8.bitmask(i16x8.le_s(v128.load(readyAt), i16x8.splat(<i16>cycle)))
}

/** Rule 5.4. */
@inline
function findDestinations(ready: i32, operation: i32, group: i32, parameter: u32, source: i32, mask: i32): i32 {
  const sameWriter = i16x8.bitmask(i16x8.eq(v128.load(writers), i16x8.splat(<i16>group)))
  if (operation == multiply && mask == 7) return ready & ~sameWriter & ~(1 << source)
  const wanted = i32x4.splat(parameter)
  const low = i32x4.bitmask(i32x4.eq(v128.load(parameters), wanted))
  const high = i32x4.bitmask(i32x4.eq(v128.load(parameters, 16), wanted))
  let found = ready & ~(sameWriter & (low | (high << 4)))
  if (source >= 0 && !isWide(operation)) found &= ~(1 << source)
  if (operation == addShifted) found &= ~(1 << 5)
  return found
}

/** One of the registers whose bits are set, or −1; only a real choice costs a random number. */
function chooseRegister(bits: i32): i32 {
  const count = popcnt(bits)
  if (!count) return -1
  if (count > 1) for (let skip = randomWord() % count; skip; skip--) bits &= bits - 1
  return ctz(bits)
}

/** Four different bits of 32. */
function randomMask(): u32 {
  let mask: u32 = 0
  while (popcnt(mask) < 4) mask |= 1 << (randomByte() & 31)
  return mask
}

function randomByte(): i32 {
  if (!bytesLeft--) {
    bytes = random(counter++)
    bytesLeft = 7
  }
  bytes = rotl(bytes, 8)
  return <i32>bytes & 255
}

function randomWord(): u32 {
  if (!wordsLeft--) {
    word = random(counter++)
    wordsLeft = 1
  }
  word = rotl(word, 32)
  return <u32>word
}
