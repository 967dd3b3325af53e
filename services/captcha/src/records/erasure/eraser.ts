import { randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'
import type { Archive } from '../archive/create-archive.ts'
import { createWorkLoop } from '../work/work-loop.ts'
import { eraseSlice, type Stage } from './erase-slice.ts'
import {
  claimErasure,
  type ErasureJob,
  type ErasureStage,
  finishErasure,
  hasArchived,
  inArchive,
  releaseErasure,
  saveErasure,
} from './erasures.ts'

const idleMs = 2_000
export const leaseMs = 30_000
/** A storage may be slow, and is tried several times. */
const archiveLeaseMs = 600_000
/** After so long a request is tried again that the archive couldn't carry out. */
const archivePauseMs = 60_000
/** After so many an erasure lets others have their turn. */
const slicesPerTurn = 20
const nil = '00000000-0000-0000-0000-000000000000'

export interface Eraser {
  start(): void
  stop(): Promise<void>
  /** Works at one request for a turn; false when none waits, or the archive is busy. */
  runOnce(): Promise<boolean>
}

/**
 * Carries out requests to erase, in every process, each request in one process at a time: first in the log, then in the archive. Each slice is
 * erased and counted in one transaction, so that a process that is killed leaves nothing half done.
 */
export function createEraser(options: {
  db: Database
  /** Null where this installation has none; then what was archived before can't be erased, and its requests wait. */
  archive: Pick<Archive, 'eraseNext'> | null
  /** Milliseconds since 1970. */ now: () => number
  onError: (error: unknown) => void
}): Eraser {
  const { db, archive, now } = options
  const owner = randomUUID()
  let stopping = false
  const isStopping = (): boolean => stopping

  async function runOnce(): Promise<boolean> {
    const job = await claimErasure(db, owner, now(), leaseMs)
    if (job === undefined) return false
    let next: ErasureJob | 'busy' | null = job
    try {
      for (let slice = 0; slice < slicesPerTurn && next !== null && next !== 'busy' && !isStopping(); slice += 1)
        next = await (next.stage === inArchive ? workInArchive : workInLog)({ db, archive, owner, now }, next)
    } catch (error) {
      // The rest of the log is tried again once the lease ends; the archive isn't asked all the time.
      if (next !== 'busy' && next?.stage === inArchive)
        await releaseErasure(db, owner, job.id, now(), now() + archivePauseMs)
      throw error
    }
    if (next !== null) await releaseErasure(db, owner, job.id, now())
    return next !== 'busy'
  }
  const loop = createWorkLoop({ work: runOnce, idleMs, onError: options.onError })
  return {
    runOnce,
    start: loop.start,
    stop() {
      stopping = true
      return loop.stop()
    },
  }
}

interface EraserContext {
  readonly db: Database
  readonly archive: Pick<Archive, 'eraseNext'> | null
  readonly owner: string
  readonly now: () => number
}

/** One slice of the log; what is left of the request, null when it is done or somebody else's. */
async function workInLog({ db, archive, owner, now }: EraserContext, job: ErasureJob): Promise<ErasureJob | null> {
  const { siteId, before, network, afterAt, afterId } = job
  const stage: Stage = job.stage === 0 ? 0 : 1
  const after = afterAt === null || afterId === null ? null : { issuedAt: afterAt, id: afterId }
  return unlessLost(() =>
    db.transaction(async (tx) => {
      const { erased, next } = await eraseSlice(tx, { siteId, before, network, stage, after, keepEvidence: false })
      const stageAfter: ErasureStage = next !== null ? stage : stage === 0 ? 1 : inArchive
      const progress = { erased, stage: stageAfter, after: next, until: new Date(now() + leaseMs) }
      if (!(await saveErasure(tx, owner, job.id, progress))) throw new LeaseLost()
      if (stageAfter === inArchive && archive === null && !(await hasArchived(tx, siteId))) {
        await finishErasure(tx, owner, job, new Date(now()))
        return null
      }
      return { ...job, stage: stageAfter, afterAt: next?.issuedAt ?? null, afterId: next?.id ?? null }
    }),
  )
}

/**
 * One day of the archive; what is left of the request. A day that is being archived at this moment was perhaps read before its rows were
 * erased, so this waits for the archive's turn even where nothing of the site is archived yet.
 */
async function workInArchive(
  { db, archive, owner, now }: EraserContext,
  job: ErasureJob,
): Promise<ErasureJob | 'busy' | null> {
  if (archive === null)
    throw new Error(
      `A request to erase (${job.id}) waits for the archive, which has days of the site, and ARCHIVE_URL is not set`,
    )
  const until = () => new Date(now() + archiveLeaseMs)
  const place = job.afterAt === null ? null : { issuedAt: job.afterAt, id: nil }
  return unlessLost(async () => {
    if (!(await saveErasure(db, owner, job.id, { erased: 0, stage: inArchive, after: place, until: until() })))
      throw new LeaseLost()
    const done = await archive.eraseNext(job, job.afterAt?.toISOString().slice(0, 10) ?? null)
    if (done === 'busy') return done
    if (done === null) {
      await db.transaction((tx) => finishErasure(tx, owner, job, new Date(now())))
      return null
    }
    const afterAt = new Date(`${done.day}T00:00:00Z`)
    const progress = { erased: done.erased, stage: inArchive, after: { issuedAt: afterAt, id: nil }, until: until() }
    if (!(await saveErasure(db, owner, job.id, progress))) throw new LeaseLost()
    return { ...job, afterAt, afterId: nil }
  })
}

async function unlessLost<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LeaseLost) return null
    throw error
  }
}

/** Another process has taken the request over; what this one just did is rolled back, or it would count twice. */
class LeaseLost extends Error {}
