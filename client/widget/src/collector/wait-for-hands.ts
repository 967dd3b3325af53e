import type { Hands } from './hands.ts'

interface WaitInput {
  readonly hands: Pick<Hands, 'firstPressAt' | 'clicks' | 'keyPauses'>
  /** Whether the form is about to be sent: then nobody waits. */
  readonly submitted: () => boolean
  readonly signal: AbortSignal
  /** Milliseconds on the clock of the page's events, and a pause. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/** Somebody who has pressed something is watched for this long after the work began, in milliseconds. */
const useMs = 2_500
/** The longest wait where nobody has pressed anything, as where the page itself puts the cursor into a field. */
const longestMs = 8_000
const enoughKeys = 12
const lookEveryMs = 100

/**
 * The work is mostly done before a visitor has typed a word, and hands that have done nothing say nothing. So the answer
 * waits until they have: a click and some keys, a few seconds of use, or the form being sent. The visitor waits for nothing,
 * for the form is being filled in meanwhile.
 */
export async function waitForHands({ hands, submitted, signal, now, pause }: WaitInput): Promise<void> {
  const begunAt = now()
  while (!signal.aborted && !submitted()) {
    const waited = now() - begunAt
    if (waited >= longestMs || (hands.clicks > 0 && hands.keyPauses.length >= enoughKeys)) return
    if (hands.firstPressAt < Infinity && now() - Math.max(hands.firstPressAt, begunAt) >= useMs) return
    await pause(lookEveryMs)
  }
}
