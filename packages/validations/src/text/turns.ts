import { setImmediate } from 'node:timers/promises'

let last: Promise<void> = Promise.resolve()

/**
 * Waits for a turn of the event loop. All who wait in this process get one each, in the order in which they asked: what
 * many long texts cost then lies between other calls, not before them.
 */
export function nextTurn(): Promise<void> {
  last = last.then(() => setImmediate())
  return last
}
