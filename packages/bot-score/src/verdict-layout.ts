/** Verdict bits over the whole client catalogue: check i is bit `i & 31` of number `i >> 5`. Numbers are signed 32 bits. */
export type VerdictBits = readonly [low: number, high: number]

/** How many places a layout has. */
export const slots = 64

/** Verdicts of one answer: the checks that ran, and those of them that found something. */
export interface Verdicts {
  readonly ran: VerdictBits
  readonly fired: VerdictBits
}

/**
 * Reads 16 bytes as a widget wrote them: 8 of the checks that ran, 8 of those that found something. `places[i]` is where the
 * verdict of check i lies, 0 … 63.
 */
export function readVerdicts(bytes: Uint8Array, places: Uint8Array): Verdicts {
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

/** Writes verdicts as a widget does; the other way round. */
export function writeVerdicts({ ran, fired }: Verdicts, places: Uint8Array): Uint8Array {
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
