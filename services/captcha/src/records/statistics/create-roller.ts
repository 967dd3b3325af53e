import type { Database, Queries } from '@bollard/database'
import { mixedPart, partOf, queueParts } from '../store/queue-parts.ts'
import { rollStatement } from './roll-statement.ts'
import { createSliceSize, type SliceSize } from './slice-size.ts'

/** No request waits for a slice. It is to take a second; what it may take at most is far more. */
export const rollLimits = { statementTimeoutMs: 30_000 } as const
const allParts = Array.from({ length: queueParts + 1 }, (_, part) => part)
/** Parts that one process rolls at a time: the others are for other processes, and for requests. */
const lanes = 2
/** A part rests so many times as long as its last turn took, so that each line carries more facts, but no longer than this. */
const rest = { times: 4, secondsMax: 5 }

export interface Roller {
  /** Rolls about once a second until `stop`. */
  start(): void
  /** Resolves when nothing runs any more. */
  stop(): Promise<void>
  /**
   * Rolls everything that is committed now; resolves when the roll-ups hold it. With a site only its part is rolled, and after
   * `withinMs` what is left is left to the worker: figures are then as old as the queue is long.
   */
  roll(only?: { readonly siteId: number; readonly withinMs: number }): Promise<void>
}

/**
 * Adds what is queued to the roll-ups. Any number of processes may do so: the queue has eight parts, an advisory lock lets one
 * process at a time roll a part, and what one transaction has taken out of the queue no other finds there. After a long pause
 * the queue is worked off in slices, whose size follows what they take.
 */
export function createRoller({
  db,
  pauseMs = 1_000,
  size = createSliceSize(),
  onError,
}: {
  db: Database
  /** Between two turns of a started one. */
  pauseMs?: number
  size?: SliceSize
  onError: (error: unknown) => void
}): Roller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const state = { stopped: true }
  // Processes begin at different parts, so that they meet less often.
  let firstPart = process.pid % queueParts

  /** One slice of each part that is due; true where there is more. */
  async function rollInTurn(): Promise<boolean> {
    const due = (await listDue(db)).toSorted((a, b) => order(a) - order(b))
    firstPart = (firstPart + 1) % queueParts
    const found = { more: false }
    const work = async (): Promise<void> => {
      for (let part = due.shift(); part !== undefined && !state.stopped; part = due.shift())
        if ((await rollSlice({ db, size }, part, 'unless-busy')) === 'more') found.more = true
    }
    const ended = await Promise.allSettled(Array.from({ length: lanes }, work))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
    return found.more
  }
  const order = (part: number): number => (part - firstPart + queueParts) % queueParts
  function schedule(ms: number): void {
    timer = setTimeout(() => {
      running = rollInTurn()
        .catch((error: unknown) => {
          onError(error)
          return false
        })
        .then((more) => {
          if (!state.stopped) schedule(more ? 0 : pauseMs)
        })
    }, ms)
    timer.unref()
  }
  return {
    start() {
      if (!state.stopped) return
      state.stopped = false
      schedule(pauseMs)
    },
    async stop() {
      state.stopped = true
      clearTimeout(timer)
      await running
    },
    async roll(only) {
      const parts = only === undefined ? allParts : [mixedPart, partOf(only.siteId)]
      const until = only === undefined ? Number.POSITIVE_INFINITY : performance.now() + only.withinMs
      for (const part of parts) {
        for (let left = until - performance.now(); left > 0; left = until - performance.now())
          // Half of the time to wait for a lock, the other half for what it is wanted for.
          if ((await rollSlice({ db, size }, part, left / 2)) === 'done') break
      }
    },
  }
}

/** Parts with something in them whose time has come. */
async function listDue(db: Queries): Promise<number[]> {
  const rows = await db.query(
    'captcha-roll-due',
    `select part from unnest($1::smallint[]) as p(part)
     where exists (select from captcha.rollup_turns t where t.part = p.part and t.next_at <= now()) and ${isPending('p.part')}`,
    [allParts],
  )
  return rows.map(({ part }) => part)
}

const isPending = (part: string): string =>
  `(exists (select from captcha.pending_rollups q where q.part = ${part}) or exists (select from captcha.pending_counts c where c.part = ${part}))`

/** `wait` is for how many milliseconds, if at all, it waits for another process that rolls the part. */
async function rollSlice(
  context: { readonly db: Database; readonly size: SliceSize },
  part: number,
  wait: number | 'unless-busy',
): Promise<'more' | 'done'> {
  const { db, size } = context
  const [pending] = await db.query('captcha-roll-pending', `select ${isPending('$1')} as some`, [part])
  if (pending?.some !== true) return 'done'
  try {
    return await db.transaction(async (tx) => {
      if (wait === 'unless-busy') {
        if (!(await tryLockPart(tx, part))) return 'done'
      } else await lockPart(tx, part, wait)
      return takeSlice(tx, part, size)
    }, rollLimits)
  } catch (error) {
    if (isLockWait(error)) return 'done'
    if (isTooLarge(error) && size.failed()) return 'more'
    if (!isUnknownZone(error)) throw error
    await forgetUnknownZones(db)
    return 'more'
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** PostgreSQL's code for a lock that was not to be had in time. */
function isLockWait(error: unknown): boolean {
  return codeOf(error) === '55P03'
}

/** A statement that took too long, or found too little memory or disk for what it sorts. */
function isTooLarge(error: unknown): boolean {
  return ['57014', '53100', '53200'].includes(String(codeOf(error)))
}

/** PostgreSQL's code for a value that means nothing, such as a time zone that this version does not know. */
function isUnknownZone(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '22023' && error.message.includes('time zone')
}

/** After a change of the database's version a stored zone may mean nothing any more; its site must not stop the figures of all others. */
async function forgetUnknownZones(db: Database): Promise<void> {
  await db.query(
    'captcha-zones-forget',
    `update captcha.rollup_zones set zone = 'UTC' where zone not in (select name from pg_timezone_names)`,
  )
}

/** Rolls all that is queued of a site now, and what may be; the caller holds the lock of the roll-ups. */
export async function takeAll(tx: Queries, siteId: number): Promise<void> {
  const size = createSliceSize()
  for (const part of [mixedPart, partOf(siteId)]) while ((await takeSlice(tx, part, size)) === 'more');
}

async function takeSlice(tx: Queries, part: number, size: SliceSize): Promise<'more' | 'done'> {
  await tx.query(
    'captcha-roll-memory',
    `select set_config('work_mem', '64MB', true), set_config('hash_mem_multiplier', '4', true)`,
  )
  const [facts, batches] = [size.facts(), size.batches()]
  const startedAt = performance.now()
  const [taken] = await tx.query('captcha-roll', plainRoll, [facts, batches, part])
  const tookMs = performance.now() - startedAt
  // Whatever comes in meanwhile is left to the next turn: under load the queue is never empty.
  const isFull = taken !== undefined && (taken.facts >= facts || Math.max(taken.batches, taken.counts) >= batches)
  if (isFull) size.took(tookMs)
  await tx.query(
    'captcha-roll-rest',
    'update captcha.rollup_turns set next_at = clock_timestamp() + make_interval(secs => $2) where part = $1',
    [part, isFull ? 0 : Math.min(rest.secondsMax, (tookMs * rest.times) / 1_000)],
  )
  return isFull ? 'more' : 'done'
}
const plainRoll = rollStatement()

/**
 * Locks, until the end of the transaction, so that no two wait for each other's rows: whoever changes roll-ups of any sites
 * holds the first alone; whoever rolls a part shares it with those who roll others, and holds the part alone.
 */
const whole = `hashtext('captcha.rollups')`
const ofPart = `hashtext('captcha.rollups'), $1::int`

export async function lockRollups(tx: Queries): Promise<void> {
  await tx.query('captcha-rollups-lock', `select pg_advisory_xact_lock(${whole})`)
}

async function lockPart(tx: Queries, part: number, waitMs: number): Promise<void> {
  if (Number.isFinite(waitMs))
    await tx.query('captcha-rollups-wait', `select set_config('lock_timeout', $1, true)`, [`${Math.ceil(waitMs)}ms`])
  if (part === mixedPart) return lockRollups(tx)
  await tx.query('captcha-rollups-share', `select pg_advisory_xact_lock_shared(${whole})`)
  await tx.query('captcha-rollups-lock-part', `select pg_advisory_xact_lock(${ofPart})`, [part])
}

async function tryLockPart(tx: Queries, part: number): Promise<boolean> {
  const [row] = await (part === mixedPart
    ? tx.query('captcha-rollups-try-lock', `select pg_try_advisory_xact_lock(${whole}) as locked`)
    : tx.query(
        'captcha-rollups-try-part',
        `select pg_try_advisory_xact_lock_shared(${whole}) and pg_try_advisory_xact_lock(${ofPart}) as locked`,
        [part],
      ))
  return row?.locked === true
}
