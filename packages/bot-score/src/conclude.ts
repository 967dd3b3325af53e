import { clientChecks } from './catalogue.ts'
import { bitsOf, type VerdictBits } from './verdict-layout.ts'

/** What only scripts do with a mouse, one by one also happening to people: voice control clicks the middle, remote desktops round times. */
const pointerTells = bitsOf(clientChecks, ['dead-centre-click', 'instant-press', 'fractional-pointer', 'screen-equals-client'])
const keyTells = bitsOf(clientChecks, ['short-key-hold', 'inhuman-typing', 'even-typing', 'shift-missing', 'incomplete-key'])
const lies = bitsOf(clientChecks, [
  'webdriver-hidden',
  'worker-contradiction',
  'frame-contradiction',
  'early-frame-lie',
  'native-function-lie',
  'proxy-lie',
  'navigator-own-keys',
])
const debuggerAttached = bitsOf(clientChecks, ['debugger-protocol'])

/** The part of `derivedChecks` that speaks when several findings come together. */
export interface Conclusions {
  /** Pointer and keyboard both behave as a program's do, in at least three ways. */
  readonly scriptedHands: boolean
  /** A debugger is attached, and the hands are a program's in at least two ways. Developers have the one without the other. */
  readonly drivenBrowser: boolean
  /** The browser was doctored in two ways or more, and is driven. Extensions that switch user agents do the one without the other. */
  readonly doctoredBrowser: boolean
}

/** Conjunctions of findings that no innocent cause brings about together. `fired` are verdict bits. */
export function conclude(fired: VerdictBits): Conclusions {
  const [pointer, keys] = [count(fired, pointerTells), count(fired, keyTells)]
  const attached = count(fired, debuggerAttached) > 0
  const hands = pointer + keys
  return {
    scriptedHands: hands >= 3 && pointer > 0 && keys > 0,
    drivenBrowser: attached && hands >= 2,
    doctoredBrowser: count(fired, lies) >= 2 && (attached || hands >= 2),
  }
}

function count(fired: VerdictBits, among: VerdictBits): number {
  return ones(fired[0] & among[0]) + ones(fired[1] & among[1])
}

function ones(bits: number): number {
  let n = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) n++
  return n
}
