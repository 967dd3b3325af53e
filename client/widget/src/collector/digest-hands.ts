import type { Hands } from './hands.ts'

/** What has a digest: pauses between keys, directions in which the pointer moves, and the order of presses. */
const pauses = 0
const directions = 1
const presses = 2

const quietMs = 8
const quietMsMax = 255
const sectors = 16
/** What a value tells of a visitor, in bits, where it is another than the one before; a value that repeats tells nothing. */
const bitsOfValue = [4, 2, 2]
/** With less than this, different visitors would be alike. */
const enoughBits = 40

/** Takes a pause between two keys into its digest, in milliseconds. */
export function digestPause(hands: Hands, ms: number): void {
  digest(hands, pauses, Math.min(quietMsMax, Math.round(ms / quietMs)))
}

/** Takes a step of the pointer into its digest. */
export function digestStep(hands: Hands, dx: number, dy: number): void {
  digest(hands, directions, Math.round((Math.atan2(dy, dx) / Math.PI / 2) * sectors) & (sectors - 1))
}

/** Takes a press into its digest: what was pressed, in kinds that tell no key. */
export function digestPress(hands: Hands, kind: number): void {
  digest(hands, presses, kind)
}

/** One 32-bit number for each kind of digest (FNV-1a); 0 where the hands have done too little to tell visitors apart. */
export function digestsOf({ traces, traceBits }: Hands, coarseClock: boolean): number[] {
  return traces.map((trace, kind) => {
    const isEnough = (traceBits[kind] ?? 0) >= enoughBits && !(coarseClock && kind === pauses)
    return isEnough ? trace >>> 0 : 0
  })
}

function digest({ traces, traceBits, lastTraced }: Hands, kind: number, value: number): void {
  traces[kind] = Math.imul((traces[kind] ?? 0) ^ value, 0x0100_0193)
  if (value !== lastTraced[kind]) traceBits[kind] = (traceBits[kind] ?? 0) + (bitsOfValue[kind] ?? 0)
  lastTraced[kind] = value
}
