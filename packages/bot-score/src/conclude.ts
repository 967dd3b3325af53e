import { clientChecks, serverSignal } from './catalogue.ts'
import { bitsOf, type VerdictBits } from './verdict-layout.ts'

/** What a program's pointer and keys lack and hands never do: input through the operating system was never seen to fire these. */
const toolOnly = bitsOf(clientChecks, ['fractional-pointer', 'shift-missing', 'incomplete-key'])
/** Odd hands with an innocent cause that brings several at once: text expanders, voice control, clicking by waiting. */
const oddHands = bitsOf(clientChecks, [
  'dead-centre-click',
  'instant-press',
  'short-key-hold',
  'inhuman-typing',
  'even-typing',
])
/** A browser that was doctored by hand. Extensions that switch the user agent bring about the weaker ones. */
const lies = bitsOf(clientChecks, [
  'webdriver-hidden',
  'worker-contradiction',
  'frame-contradiction',
  'early-frame-lie',
  'native-function-lie',
  'proxy-lie',
  'navigator-own-keys',
])
const deepLies = bitsOf(clientChecks, ['early-frame-lie', 'proxy-lie'])
const falseNames = bitsOf(clientChecks, ['navigator-contradiction', 'engine-contradiction'])
const falseNamesOfRequests =
  serverSignal.clientHintsContradiction | serverSignal.userAgentChanged | serverSignal.tlsContradiction
const debuggerAttached = bitsOf(clientChecks, ['debugger-protocol'])
const remotePointer = bitsOf(clientChecks, ['fractional-pointer', 'never-coalesced'])

/** The part of `derivedChecks` that speaks when several findings come together. */
export interface Conclusions {
  /** Two signs that only programs leave, or one of them beside two of odd hands. */
  readonly scriptedHands: boolean
  /** A debugger is attached, and the hands left a sign that only programs leave. Developers have the one without the other. */
  readonly drivenBrowser: boolean
  /** Two lies that only tools tell, or one of them beside another lie and an attached debugger. */
  readonly doctoredBrowser: boolean
  /** Says it is another browser than it is, and the hands left a sign that only programs leave. */
  readonly disguisedBrowser: boolean
  /** The pointer came over a wire and not from a device. Soft: one sign alone, seen in two ways. */
  readonly remotePointer: boolean
}

/**
 * Conjunctions of findings that no innocent cause is known to bring about together. They were chosen from what 16 set-ups of
 * tools and 28 genuine browsers did in the first edition of `benchmarks/bot-lab`. `fired` are verdict bits, `server` bits of `serverChecks`.
 */
export function conclude(fired: VerdictBits, server: number): Conclusions {
  const tool = count(fired, toolOnly)
  const attached = count(fired, debuggerAttached) > 0
  const deep = count(fired, deepLies)
  const named = count(fired, falseNames) > 0 || (server & falseNamesOfRequests) !== 0
  return {
    scriptedHands: tool >= 2 || (tool === 1 && count(fired, oddHands) >= 2),
    drivenBrowser: attached && tool >= 1,
    doctoredBrowser: deep >= 2 || (attached && deep === 1 && count(fired, lies) >= 2),
    disguisedBrowser: named && tool >= 1,
    remotePointer: count(fired, remotePointer) === 2,
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
