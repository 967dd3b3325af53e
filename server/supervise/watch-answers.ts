import { setTimeout as pause } from 'node:timers/promises'

/** A process that misses so many questions in a row, one a second, hangs. */
const missedMax = 10
const everyMilliseconds = 1_000
/** An answer that is not there after a second, told so much later than that, says that this process was held up itself. */
const lateMilliseconds = 500

interface Clock {
  /** Milliseconds of a clock that only moves on. */
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<unknown>
}

const realClock: Clock = {
  now: () => performance.now(),
  pause: (milliseconds) => pause(milliseconds, null, { ref: false }),
}

/**
 * Asks a process every second whether it still answers, and resolves with true once it has missed ten questions in a row: its event
 * loop is stuck or it was stopped. Resolves with false when `isOver`. Questions during which this process ran late itself, as on a laptop
 * that slept or a machine that is busy beyond measure, count for nothing, so that nobody is killed for the fault of another.
 * @param answers asks once; resolves within a second, with false when there was no answer
 */
export async function hangs(
  answers: () => Promise<boolean>,
  isOver: () => boolean,
  { now, pause: wait }: Clock = realClock,
): Promise<boolean> {
  let missed = 0
  while (!isOver()) {
    const asked = now()
    const answered = await answers()
    const took = now() - asked
    if (answered) missed = 0
    else if (took < everyMilliseconds + lateMilliseconds) missed += 1
    if (missed === missedMax) return !isOver()
    await wait(Math.max(0, everyMilliseconds - took))
  }
  return false
}
