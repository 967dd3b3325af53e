import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'

/** What calls behind a waiting change of a table wait at most, in milliseconds. */
const lockMs = 500
const pauseMsMin = 100
const pauseMsMax = 5_000
/** After so long without a moment in which the table is free somebody has to look. */
const patienceMs = 600_000

export interface Patience {
  readonly lockMs?: number
  readonly patienceMs?: number
}

/**
 * Runs `work` in a transaction that never queues long before calls: whoever waits for a lock keeps everybody behind it waiting, so
 * after half a second it gives up all that it has, lets the others pass, and tries again, for ten minutes.
 */
export async function withoutQueueing(
  client: Client,
  work: () => Promise<void>,
  patience: Patience = {},
): Promise<void> {
  const endsAt = performance.now() + (patience.patienceMs ?? patienceMs)
  for (let wait = pauseMsMin; ; wait = Math.min(wait * 2, pauseMsMax)) {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout to ${patience.lockMs ?? lockMs}`)
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isHeldUp(error) || performance.now() + wait > endsAt) throw error
    }
    await pause(wait)
  }
}

/** lock_not_available, and deadlock_detected, which another transaction survived. */
function isHeldUp(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === '55P03' || code === '40P01'
}
