/** A set of small numbers (positions of rules) as bits, 32 to a word. */
export type Bits = Uint32Array

export function noBits(size: number): Bits {
  return new Uint32Array(Math.ceil(size / 32))
}

export function allBits(size: number): Bits {
  const bits = noBits(size)
  for (let index = 0; index < size; index++) setBit(bits, index)
  return bits
}

export function setBit(bits: Bits, index: number): void {
  const word = index >>> 5
  bits[word] = (bits[word] ?? 0) | (1 << (index & 31))
}

export function hasBit(bits: Bits, index: number): boolean {
  return ((bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0
}

/** Leaves in `target` what is in `other` too. */
export function keepBits(target: Bits, other: Bits): void {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) & (other[word] ?? 0)
}

export function addBits(target: Bits, other: Bits): void {
  for (let word = 0; word < target.length; word++) target[word] = (target[word] ?? 0) | (other[word] ?? 0)
}

/** What is in one of the two and not in both. */
export function differingBits(one: Bits, other: Bits): Bits {
  return one.map((bits, word) => bits ^ (other[word] ?? 0))
}

export function haveCommonBits(one: Bits, other: Bits): boolean {
  for (let word = 0; word < one.length; word++) if (((one[word] ?? 0) & (other[word] ?? 0)) !== 0) return true
  return false
}

export function isEmpty(bits: Bits): boolean {
  for (let word = 0; word < bits.length; word++) if (bits[word] !== 0) return false
  return true
}

/** The first member from a position on; -1 without one. */
export function nextBit(bits: Bits, from: number): number {
  for (let word = from >>> 5; word < bits.length; word++) {
    const rest = (bits[word] ?? 0) & (word === from >>> 5 ? -1 << (from & 31) : -1)
    if (rest !== 0) return (word << 5) + lowest(rest)
  }
  return -1
}

/** The first member that two sets share; -1 without one. */
export function nextCommonBit(one: Bits, other: Bits): number {
  for (let word = 0; word < one.length; word++) {
    const shared = (one[word] ?? 0) & (other[word] ?? 0)
    if (shared !== 0) return (word << 5) + lowest(shared)
  }
  return -1
}

/** Takes out what is behind a position. */
export function clearAfter(bits: Bits, position: number): void {
  const word = position >>> 5
  bits[word] = (bits[word] ?? 0) & ~(-2 << (position & 31))
  bits.fill(0, word + 1)
}

/** Position of the lowest bit that is set. */
function lowest(word: number): number {
  return 31 - Math.clz32(word & -word)
}
