import type { Database, Queries } from '@bollard/database'
import type { Target } from '@bollard/object-storage'
import type { VerificationContext } from '../store/stored-verification.ts'
import { issuedAtOf } from '../store/verification-id.ts'
import {
  type ArchiveTimes,
  dayOf,
  erasableBefore,
  forgetDay,
  isHeld,
  listDue,
  listNoLongerArchived,
  nextArchived,
  noteState,
  oldestKept,
} from './archived-days.ts'
import { type ArchivedErasure, eraseOfDay } from './erase-archived.ts'
import { removeDay } from './manifest.ts'
import { writeDay } from './write-day.ts'

/** Of a file: to erase a site means to write its files anew, and a few megabytes are soon written. */
const fileRowsMax = 100_000
/** After so many days in a row that failed, the storage is away, and the next run tries again. */
const failuresMax = 3
/** Of a statement that goes through all sites. */
const listMsMax = 60_000

export interface ArchiveSettings {
  readonly target: Target
  /** How old a day gets in the archive, in days. With 0 everything is removed from it, and nothing added. */
  readonly days: number
  /** Number of the database, among those of the installation; 0 by default. */
  readonly cell?: number
  /** Rows of a file; 100 000 by default. */
  readonly fileRows?: number
}

/** The log beyond the database: days that leave it, as Parquet files in a folder or bucket. */
export interface Archive {
  /**
   * Archives what leaves the log, and removes what is too old or belongs to a site that isn't archived any more. Any number of processes may
   * call it; one works, and for the others it does nothing. Throws the first failure, after other days had their turn.
   */
  keep(): Promise<void>
  /** Before which time a site's log may be erased for its age: `before`, unless something waits for the archive. */
  erasableBefore(siteId: number, before: Date): Promise<Date>
  /** Whether nothing of a day (`2026-11-01`) waits for the archive. */
  mayDrop(day: string): Promise<boolean>
  /**
   * Erases from the oldest archived day after `after`; which day that was, and how many rows. Null where no day is left, `busy` while
   * another process works at the archive.
   */
  eraseNext(
    erasure: ArchivedErasure,
    after: string | null,
  ): Promise<{ readonly day: string; readonly erased: number } | 'busy' | null>
  /** Lets a run end early. */
  stop(): void
}

export function createArchive({
  db,
  now,
  logDays,
  target,
  days,
  cell = 0,
  fileRows = fileRowsMax,
  ...context
}: ArchiveSettings &
  Omit<VerificationContext, 'solutionId'> & {
    readonly db: Database
    readonly now: () => Date
    /** How long the operator lets the log be kept, in days. */
    readonly logDays: number
  }): Archive {
  let stopping = false
  const times = (): ArchiveTimes => ({ now: now().getTime(), logDays, archiveDays: days })
  const mayGoOn = (): void => {
    if (stopping) throw new Stopped('The service ends')
  }

  async function keep(): Promise<void> {
    await removeOld()
    await removeUnwanted()
    const due = await db.transaction((tx) => listDue(tx, times()), { statementTimeoutMs: listMsMax })
    const byDay = Map.groupBy(due, ({ day }) => day)
    const waiting = [...byDay.keys()].toSorted()
    await noteState(db, waiting, now())
    const failures: unknown[] = []
    const failed: string[] = []
    for (const [index, day] of waiting.entries()) {
      try {
        mayGoOn()
        const sites = byDay.get(day) ?? []
        const turn = await takeTurn(db, (tx) =>
          writeDay(tx, { ...context, target, fileRows, now, mayGoOn }, { cell, day }, sites),
        )
        if (turn === 'busy') return
        await noteState(db, [...failed, ...waiting.slice(index + 1)], now())
      } catch (error) {
        if (error instanceof Stopped) return
        failures.push(error)
        failed.push(day)
        if (failures.length === failuresMax) break
      }
    }
    if (failures.length > 0)
      throw new Error(
        `The log of ${failed[0]} waits for the archive, and stays in the database until it is there: ${messageOf(failures[0])}`,
        { cause: failures[0] },
      )
  }

  async function removeOld(): Promise<void> {
    const oldest = oldestKept(times())
    const stored = await target.list(`cell=${cell}/day=`)
    const old = new Set(stored.flatMap(({ path }) => /^cell=\d+\/day=(\d{4}-\d\d-\d\d)\//u.exec(path)?.[1] ?? []))
    for (const day of [...old].filter((one) => one < oldest).toSorted()) {
      const turn = await takeTurn(db, async (tx) => {
        await removeDay(target, { cell, day })
        await forgetDay(tx, day)
      })
      if (turn === 'busy' || stopping) return
    }
  }

  /** Whose owners have chosen to keep less: what of them is archived goes. */
  async function removeUnwanted(): Promise<void> {
    for (const site of await listNoLongerArchived(db)) {
      const everything = { ...site, before: now(), network: null, verificationIds: null }
      for (let after: string | null = null; ;) {
        const done = await eraseNext(everything, after)
        if (done === 'busy' || stopping) return
        if (done === null) break
        after = done.day
      }
    }
  }

  async function eraseNext(erasure: ArchivedErasure, after: string | null): ReturnType<Archive['eraseNext']> {
    return takeTurn(db, async (tx) => {
      const until = dayOf(erasure.before.getTime())
      const wanted = daysOf(erasure.verificationIds)
      let day = await nextArchived(tx, erasure.siteId, { after, until })
      while (day !== undefined && wanted !== null && !wanted.has(day))
        day = await nextArchived(tx, erasure.siteId, { after: day, until })
      if (day === undefined) return null
      return { day, erased: await eraseOfDay(tx, { target, now }, { cell, day }, erasure) }
    })
  }

  return {
    keep,
    eraseNext,
    erasableBefore: (siteId, before) => erasableBefore(db, siteId, before, times()),
    mayDrop: async (day) => !(await isHeld(db, day, times())),
    stop() {
      stopping = true
    },
  }
}

/** One process at a time works at the archive of a database: the lock ends with the transaction, or with its process. */
async function takeTurn<T>(db: Database, work: (tx: Queries) => Promise<T>): Promise<T | 'busy'> {
  return db.transaction(async (tx) => {
    const [turn] = await tx.query(
      'captcha-archive-lock',
      `select pg_try_advisory_xact_lock(hashtext('captcha.archive')) as mine`,
    )
    return turn?.mine === true ? work(tx) : 'busy'
  })
}

/** Days on which verifications were issued; null for any. */
const daysOf = (ids: readonly string[] | null): ReadonlySet<string> | null =>
  ids && new Set(ids.map((id) => dayOf(issuedAtOf(id.toLowerCase()))))

class Stopped extends Error {}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
