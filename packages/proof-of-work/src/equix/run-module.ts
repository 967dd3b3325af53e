/*
 * Runs the code that assembly/emit.as writes, for tests: engines that know wide arithmetic are still rare, and a second
 * reader sees what an engine takes but the standard does not mean. It knows only the instructions that occur there.
 */
interface Instruction {
  readonly code: number
  readonly value: bigint
}

/** Instructions with one number behind them, and those with two of which the second matters. */
const oneNumber = new Set([0x03, 0x04, 0x0c, 0x0d, 0x20, 0x21, 0x22, 0x41, 0x42])
const twoNumbers = new Set([0x29, 0x37])

/** Runs the only function of a module with two numbers on a memory. */
export function runModule(module: Uint8Array, memory: DataView, from: number, to: number): void {
  const instructions = decode(module)
  const locals = [BigInt(from), BigInt(to), ...Array.from({ length: 15 }, () => 0n)]
  const stack: bigint[] = []
  const loops: number[] = []
  const pop = () => stack.pop() ?? fail('stack')
  const wide = (value: bigint, bits: 32 | 64) => stack.push(BigInt.asUintN(bits, value))
  const binary = (bits: 32 | 64, operation: (x: bigint, y: bigint) => bigint) => {
    const y = pop()
    wide(operation(pop(), y), bits)
  }
  const product = (signed: boolean) => {
    const [y, x] = [pop(), pop()]
    const all = signed ? BigInt.asIntN(64, x) * BigInt.asIntN(64, y) : x * y
    wide(all, 64)
    wide(all >> 64n, 64)
  }
  for (let at = 0; at < instructions.length; at++) {
    const { code, value } = instructions[at] ?? fail('end')
    const local = Number(value)
    const branch = () => {
      loops.length -= local
      at = loops.at(-1) ?? fail('loop')
    }
    switch (code) {
      case 0x03:
        loops.push(at)
        break
      case 0x04:
        if (pop()) loops.push(at)
        else while (instructions[at]?.code !== 0x0b) at++
        break
      case 0x0b:
        loops.pop()
        break
      case 0x0c:
        branch()
        break
      case 0x0d:
        if (pop()) branch()
        break
      case 0x1a:
        pop()
        break
      case 0x20:
        stack.push(locals[local] ?? fail('local'))
        break
      case 0x21:
        locals[local] = pop()
        break
      case 0x22:
        locals[local] = stack.at(-1) ?? fail('stack')
        break
      case 0x29:
        stack.push(memory.getBigUint64(Number(pop()) + local, true))
        break
      case 0x37: {
        const stored = pop()
        memory.setBigUint64(Number(pop()) + local, stored, true)
        break
      }
      case 0x41:
        wide(value, 32)
        break
      case 0x42:
        wide(value, 64)
        break
      case 0x45:
        stack.push(pop() ? 0n : 1n)
        break
      case 0x49:
        binary(32, (x, y) => (x < y ? 1n : 0n))
        break
      case 0x6a:
        binary(32, (x, y) => x + y)
        break
      case 0x71:
        binary(32, (x, y) => x & y)
        break
      case 0x72:
        binary(32, (x, y) => x | y)
        break
      case 0x7c:
        binary(64, (x, y) => x + y)
        break
      case 0x7d:
        binary(64, (x, y) => x - y)
        break
      case 0x7e:
        binary(64, (x, y) => x * y)
        break
      case 0x85:
        binary(64, (x, y) => x ^ y)
        break
      case 0x86:
        binary(64, (x, y) => x << y)
        break
      case 0x87:
        binary(64, (x, y) => BigInt.asIntN(64, x) >> y)
        break
      case 0x88:
        binary(64, (x, y) => x >> y)
        break
      case 0x8a:
        binary(64, (x, y) => (x >> y) | (x << (64n - y)))
        break
      case 0xa7:
        wide(pop(), 32)
        break
      case 0xad:
        break
      case 0xfc15:
        product(true)
        break
      case 0xfc16:
        product(false)
        break
      default:
        fail(`instruction ${code.toString(16)}`)
    }
  }
}

/** The instructions of the last section's only function. */
function decode(module: Uint8Array): Instruction[] {
  let at = 8
  const byte = () => module[at++] ?? fail('length')
  /** LEB128; a sign does no harm where sizes and places are read, which never reach 64 in their last byte. */
  const number = (signed: boolean) => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const next = byte()
      value |= BigInt(next & 127) << shift
      if (next < 128) return signed ? BigInt.asIntN(Number(shift) + 7, value) : value
    }
  }
  while (byte() !== 10) at = Number(number(false)) + at
  if (Number(number(false)) + at !== module.length || byte() !== 1 || Number(number(false)) + at !== module.length)
    fail('size')
  for (let groups = byte(); groups; groups--) at += 2
  const instructions: Instruction[] = []
  while (at < module.length) {
    let code = byte()
    if (code === 0xfc) code = 0xfc00 | byte()
    if (twoNumbers.has(code)) number(false)
    instructions.push({
      code,
      value: oneNumber.has(code) || twoNumbers.has(code) ? number(code === 0x41 || code === 0x42) : 0n,
    })
  }
  return instructions
}

function fail(what: string): never {
  throw new Error(what)
}
