import type { Database, Queries } from '@bollard/database'
import { rollStatement } from './roll-statement.ts'

/** Facts that one transaction takes: well within the time limit of a statement. */
const factsPerSlice = 20_000
const batchesPerSlice = 5_000

export interface Roller {
  /** Rolls about once a second until `stop`. */
  start(): void
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
  /** Rolls everything that is committed now; resolves when the roll-ups hold it. */
  roll(): Promise<void>
}

/**
 * Adds what is queued to the roll-ups. Any number of processes may do so: an advisory lock lets one at a time, and what one
 * transaction has taken out of the queue no other finds there. After a long pause the queue is worked off in slices.
 */
export function createRoller({
  db,
  pauseMs = 1_000,
  onError,
}: {
  db: Database
  /** Between two turns of a started one. */
  pauseMs?: number
  onError: (error: unknown) => void
}): Roller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const state = { stopped: true }

  async function rollInTurn(): Promise<void> {
    while (!state.stopped && (await rollSlice(db, 'unless-busy')) === 'more');
  }
  function schedule(): void {
    timer = setTimeout(() => {
      running = rollInTurn()
        .catch(onError)
        .finally(() => {
          if (!state.stopped) schedule()
        })
    }, pauseMs)
    timer.unref()
  }
  return {
    start() {
      if (!state.stopped) return
      state.stopped = false
      schedule()
    },
    async stop() {
      state.stopped = true
      clearTimeout(timer)
      await running
    },
    async roll() {
      while ((await rollSlice(db, 'in-turn')) === 'more');
    },
  }
}

async function rollSlice(db: Database, wait: 'in-turn' | 'unless-busy'): Promise<'more' | 'done'> {
  if (!(await hasPending(db))) return 'done'
  try {
    return await db.transaction(async (tx) => {
      if (wait === 'in-turn') await lockRollups(tx)
      else if (!(await tryLockRollups(tx))) return 'done'
      return takeSlice(tx)
    })
  } catch (error) {
    if (!isUnknownZone(error)) throw error
    await forgetUnknownZones(db)
    return 'more'
  }
}

/** PostgreSQL's code for a value that means nothing, such as a time zone that this version does not know. */
function isUnknownZone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22023' && error.message.includes('time zone')
}

/** After a change of the database's version a stored zone may mean nothing any more; its site must not stop the figures of all others. */
async function forgetUnknownZones(db: Database): Promise<void> {
  await db.query(
    'captcha-zones-forget',
    `update captcha.rollup_zones set zone = 'UTC' where zone not in (select name from pg_timezone_names)`,
  )
}

/** Rolls all that is queued now; the caller holds the lock of the roll-ups. */
export async function takeAll(tx: Queries): Promise<void> {
  while ((await takeSlice(tx)) === 'more');
}

async function takeSlice(tx: Queries): Promise<'more' | 'done'> {
  await tx.query(
    'captcha-roll-memory',
    `select set_config('work_mem', '64MB', true), set_config('hash_mem_multiplier', '4', true)`,
  )
  const [taken] = await tx.query<{ facts: number; batches: number; counts: number }>('captcha-roll', plainRoll, [
    factsPerSlice,
    batchesPerSlice,
  ])
  if (taken === undefined) return 'done'
  // Whatever comes in meanwhile is left to the next turn: under load the queue is never empty.
  return taken.facts >= factsPerSlice || Math.max(taken.batches, taken.counts) >= batchesPerSlice ? 'more' : 'done'
}
const plainRoll = rollStatement()

async function hasPending(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ some: boolean }>(
    'captcha-roll-pending',
    'select exists (select from captcha.pending_rollups) or exists (select from captcha.pending_counts) as some',
  )
  return row?.some === true
}

/** Whoever changes roll-ups holds this until the end of the transaction, so that no two wait for each other's rows. */
export async function lockRollups(tx: Queries): Promise<void> {
  await tx.query('captcha-rollups-lock', `select pg_advisory_xact_lock(hashtext('captcha.rollups'))`)
}

async function tryLockRollups(tx: Queries): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'captcha-rollups-try-lock',
    `select pg_try_advisory_xact_lock(hashtext('captcha.rollups')) as locked`,
  )
  return row?.locked === true
}
