import { setTimeout as pause } from 'node:timers/promises'
import type {} from './generated/rows.ts'
import type { Database, Queries } from './open-database.ts'

/** What one page waits for a standby that is a little behind; a standby nearby has a commit after a few milliseconds. */
const patienceMs = 250
const betweenLooksMs = 5
/** A standby that lags or is away is asked again after so long, and each time after twice as long. */
const restMs = { least: 1_000, most: 30_000 } as const

export type StandbyState = 'follows' | 'lags' | 'away'

/** A second server that follows the primary, for reading what no decision hangs on. */
export interface Standby {
  readonly db: Database
  /** Whether it has all that the primary had when this was asked. Waits a moment for it; false at once while it is given a rest. */
  hasCaughtUp(): Promise<boolean>
  /** It did not answer, or refused: the primary has to, for a while. */
  failed(error: unknown): void
  readonly state: () => StandbyState
  /** How many reads each server has answered. */
  readonly reads: { standby: number; primary: number }
  close(): Promise<void>
}

/**
 * Follows how far the standby is. `onChange` is told when it begins to lag or is away, with the fault if there was one, and when it follows
 * again. `now` is in milliseconds that only grow.
 */
export function createStandby({
  primary,
  db,
  onChange,
  now = () => performance.now(),
}: {
  readonly primary: Queries
  readonly db: Database
  readonly onChange: (state: StandbyState, error?: unknown) => void
  readonly now?: () => number
}): Standby {
  let state: StandbyState = 'follows'
  let restUntil = Number.NEGATIVE_INFINITY
  let rest: number = restMs.least

  function become(next: StandbyState, error?: unknown): void {
    if (next !== 'follows') {
      restUntil = now() + rest
      rest = Math.min(restMs.most, rest * 2)
    } else rest = restMs.least
    if (next === state) return
    state = next
    onChange(next, error)
  }

  return {
    db,
    async hasCaughtUp() {
      if (now() < restUntil) return false
      // A fault of the primary is one of the page.
      const [position] = await primary.query(
        'standby-position-wanted',
        'select pg_current_wal_flush_lsn()::text as position',
      )
      try {
        const until = now() + patienceMs
        for (;;) {
          const [replayed] = await db.query(
            'standby-position',
            `select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasAll"`,
            [position?.position],
          )
          if (replayed?.isStandby !== true) throw new Error('The server of DATABASE_READ_URL is no standby')
          if (replayed.hasAll === true) break
          if (now() >= until) {
            become('lags')
            return false
          }
          await pause(betweenLooksMs)
        }
        become('follows')
        return true
      } catch (error) {
        become('away', error)
        return false
      }
    },
    failed: (error) => become('away', error),
    state: () => state,
    reads: { standby: 0, primary: 0 },
    close: () => db.close(),
  }
}

/** Reads with `work`, which must not write and may be asked twice. */
export type Reads = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/**
 * Reads from the standby what the primary had when the read began, so that a page shows all that was done before it; where the standby lags
 * or is away, from the primary. `bind` binds the standby as `primary` is bound.
 */
export function createReads(
  primary: Database,
  standby: Standby | null | undefined,
  bind: (db: Database) => Database = (db) => db,
): Reads {
  if (!standby) return (work) => work(primary)
  const bound = bind(standby.db)
  return async (work) => {
    if (await standby.hasCaughtUp())
      try {
        const result = await work(bound)
        standby.reads.standby += 1
        return result
      } catch (error) {
        if (!isOfStandby(error)) throw error
        standby.failed(error)
      }
    standby.reads.primary += 1
    return work(primary)
  }
}

/**
 * Whether the primary may know better: the standby is gone, stops, takes nobody in, or ended the read for what it had to replay (40001). 25006
 * would be a read that writes.
 */
const codesOfStandby = /^(?:08...|28...|3D000|53...|57P..|58...|40001|25006|55000)$/u
const messagesOfDriver =
  /^(?:timeout exceeded when trying to connect|Query read timeout|The database does not answer|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/u

function isOfStandby(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return codesOfStandby.test(code) || messagesOfDriver.test(error.message) || 'syscall' in error
}
