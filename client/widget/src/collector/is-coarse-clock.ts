import { nextTask } from '@bollard/proof-of-work'

/** Clocks that browsers make coarse for their users' sake go in steps of 16 ms and more; all others in 1 ms at most. */
const fineStepMs = 2
const tasks = 40
const readings = 400

/**
 * Whether the clock goes in steps too long for times of the hand. One long step proves nothing, as the thread may have
 * waited, so this reads until it sees a short one, in many short tasks.
 */
export async function isCoarseClock(clock: Pick<Performance, 'now'>): Promise<boolean> {
  for (let task = 0; task < tasks; task++) {
    let last = clock.now()
    for (let reading = 0; reading < readings; reading++) {
      const now = clock.now()
      if (now > last && now - last <= fineStepMs) return false
      last = now
    }
    await nextTask()
  }
  return true
}
