/**
 * What the hands of a visitor did, in counts, times and bounds only. No key, no text and no position is kept.
 * Times are milliseconds.
 */
export interface Hands {
  mouseMoves: number
  /** Times the pointer's path bent; a hand never draws a straight line. */
  bends: number
  /** Steps of some length that went on in exactly the direction of the step before, and all steps of that length. */
  straightSteps: number
  longSteps: number
  /** Times the pointer went faster or slower than in the step before; what is drawn point by point goes on at one pace. */
  paceChanges: number
  /** Most movements that arrived in one event. */
  coalescedMax: number
  /** Movements that came sooner after the one before than an ordinary screen shows a picture. */
  quickMoves: number
  /** Movements to places that no mouse reaches, as they lie between the points of the screen. */
  fractionalMoves: number
  /** Presses of a mouse's button that brought no pressure with them, although every browser adds it. */
  pressesWithoutPressure: number
  /** Movements whose place on the screen was their place on the page. */
  screenIsPageMoves: number
  /** How far the page lay from the screen's corner, as the movements have it: least and most, across and down. */
  offsets: { left: number; right: number; top: number; bottom: number }
  clicks: number
  deadCentreClicks: number
  untrustedClicks: number
  /** How long the mouse button was down, shortest. */
  pressMsMin: number
  /** Times from one key to the next, at most 64. */
  keyPauses: number[]
  /** How long keys were down, at most 64. */
  keyHolds: number[]
  /** Capital letters that came without Shift and without Caps Lock. */
  capitalsWithoutShift: number
  /** Letters and digits of a keyboard without that key. */
  incompleteKeys: number
  focusWithoutCause: number
  inputWithoutKeys: number
  /** Texts of several letters that came at once, and no key before them. */
  textsAtOnce: number
  /** Letters and digits that a script made up an event of a key for. */
  madeUpKeys: number
  /** Times a script without an address wrote into a field, and pressed or sent something, and nobody had pressed anything just before. */
  unnamedFills: number
  unnamedSends: number
  /** From one press or release to the next, and such times that were no whole milliseconds. */
  pressSteps: number
  fractionalSteps: number
  /** A tool's own functions were at work while an event reached the page. */
  toolStacks: number
  /** Time of the first press of a button, key or finger, from when the page began to load. */
  firstPressAt: number
  taps: number
  /** Taps of a point without size that came and went at once without the least movement. */
  pointTaps: number
  touchMoves: number
  /** Different sizes of the touching finger. */
  touchSizes: number
  /** What digests are made of, see `digest-hands.ts`: by kind, a number, what it tells in bits, and the value taken in last. */
  traces: number[]
  traceBits: number[]
  lastTraced: number[]
}

export const noHands = (): Hands => ({
  mouseMoves: 0,
  bends: 0,
  straightSteps: 0,
  longSteps: 0,
  paceChanges: 0,
  coalescedMax: 0,
  quickMoves: 0,
  fractionalMoves: 0,
  pressesWithoutPressure: 0,
  screenIsPageMoves: 0,
  offsets: { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity },
  clicks: 0,
  deadCentreClicks: 0,
  untrustedClicks: 0,
  pressMsMin: Infinity,
  keyPauses: [],
  keyHolds: [],
  capitalsWithoutShift: 0,
  incompleteKeys: 0,
  focusWithoutCause: 0,
  inputWithoutKeys: 0,
  textsAtOnce: 0,
  madeUpKeys: 0,
  unnamedFills: 0,
  unnamedSends: 0,
  pressSteps: 0,
  fractionalSteps: 0,
  toolStacks: 0,
  firstPressAt: Infinity,
  taps: 0,
  pointTaps: 0,
  touchMoves: 0,
  touchSizes: 0,
  traces: [0, 0, 0],
  traceBits: [0, 0, 0],
  lastTraced: [],
})

/** Adds a listener that hears an event before the page does and ends with the watching. */
export type Listen = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void) => void
