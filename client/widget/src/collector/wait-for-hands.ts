import type { Hands } from './hands.ts'

interface WaitInput {
  readonly hands: Pick<Hands, 'firstPressAt' | 'clicks' | 'keyPauses'>
  /** Whether somebody waits for the token: the form is about to be sent, or the page has asked. Then nobody waits for hands. */
  readonly submitted: () => boolean
  readonly signal: AbortSignal
  /** When the check began, on the clock of `now`. */
  readonly begunAt: number
  /** Milliseconds on the clock of the page's events, and a pause. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/** Somebody who has pressed something is watched for this long, in milliseconds since the check or the press began. */
const useMs = 2_500
/**
 * The same where nobody has pressed anything: a page that puts the cursor into a field itself, or a program that fills the form
 * in for its owner. It may send the form without an event that anybody hears, so there the token comes soon.
 */
const idleMs = 2_000
const enoughKeys = 12
const lookEveryMs = 50

/**
 * The work is mostly done before a visitor has typed a word, and hands that have done nothing say nothing. So the answer
 * waits until they have: a click and some keys, a few seconds of use, or somebody who waits for the token. The visitor waits
 * for nothing, for the form is being filled in meanwhile.
 */
export async function waitForHands({ hands, submitted, signal, begunAt, now, pause }: WaitInput): Promise<void> {
  while (!signal.aborted && !submitted()) {
    if (hands.clicks > 0 && hands.keyPauses.length >= enoughKeys) return
    const since = hands.firstPressAt < Infinity ? Math.max(hands.firstPressAt, begunAt) + useMs : begunAt + idleMs
    if (now() >= since) return
    await pause(lookEveryMs)
  }
}
