/** Verdict bits over the whole client catalogue: check i is bit `i & 31` of number `i >> 5`. Numbers are signed 32 bits. */
export type VerdictBits = readonly [low: number, high: number]

/** How many places a layout has. */
export const slots = 64

const remembered = new Map<number, Uint8Array>()
const rememberAtMost = 64

/**
 * Where each check of the client catalogue lies in what a widget sends: `layoutOf(n)[i]` is the place of check i, a
 * permutation of 0 … 63 that follows from the layout's number alone. Every build of the widget draws its own number,
 * so that a program which makes up verdicts has to be written anew for each (Fisher and Yates; mulberry32).
 */
export function layoutOf(layoutNumber: number): Uint8Array {
  const known = remembered.get(layoutNumber)
  if (known !== undefined) return known
  const places = Uint8Array.from({ length: slots }, (_, index) => index)
  const random = mulberry32(layoutNumber)
  for (let last = slots - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const moved = places[last] ?? 0
    places[last] = places[other] ?? 0
    places[other] = moved
  }
  // Anybody can name any number, so only the last few are kept.
  if (remembered.size >= rememberAtMost) remembered.clear()
  remembered.set(layoutNumber, places)
  return places
}

/** Reads 16 bytes as a widget of this layout wrote them: 8 of the checks that ran, 8 of those that found something. */
export function readVerdicts(
  bytes: Uint8Array,
  layoutNumber: number,
): { readonly ran: VerdictBits; readonly fired: VerdictBits } {
  const places = layoutOf(layoutNumber)
  let [ranLow, ranHigh, firedLow, firedHigh] = [0, 0, 0, 0]
  for (let index = 0; index < slots; index++) {
    const place = places[index] ?? 0
    const bit = 1 << (place & 7)
    const ran = (bytes[place >> 3] ?? 0) & bit
    const fired = (bytes[8 + (place >> 3)] ?? 0) & bit
    if (index < 32) {
      if (ran) ranLow |= 1 << index
      if (fired) firedLow |= 1 << index
    } else {
      if (ran) ranHigh |= 1 << (index - 32)
      if (fired) firedHigh |= 1 << (index - 32)
    }
  }
  return { ran: [ranLow, ranHigh], fired: [firedLow, firedHigh] }
}

/** Writes verdicts as a widget of this layout does; the other way round. */
export function writeVerdicts(
  { ran, fired }: { readonly ran: VerdictBits; readonly fired: VerdictBits },
  layoutNumber: number,
): Uint8Array {
  const places = layoutOf(layoutNumber)
  const bytes = new Uint8Array(16)
  for (let index = 0; index < slots; index++) {
    const place = places[index] ?? 0
    if (hasBit(ran, index)) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7))
    if (hasBit(fired, index)) bytes[8 + (place >> 3)] = (bytes[8 + (place >> 3)] ?? 0) | (1 << (place & 7))
  }
  return bytes
}

export function hasBit(bits: VerdictBits, index: number): boolean {
  return (bits[index < 32 ? 0 : 1] & (1 << (index & 31))) !== 0
}

/** The bits of these codes out of `checks`. Throws `RangeError` for a code that is not among them. */
export function bitsOf(checks: readonly { readonly code: string }[], codes: readonly string[]): VerdictBits {
  let [low, high] = [0, 0]
  for (const code of codes) {
    const index = checks.findIndex((check) => check.code === code)
    if (index < 0) throw new RangeError(`no such code: ${code}`)
    if (index < 32) low |= 1 << index
    else high |= 1 << (index - 32)
  }
  return [low, high]
}

function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
