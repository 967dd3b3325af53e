import { randomUUID } from 'node:crypto'
import type { Database } from '@bollard/database'
import { createWorkLoop } from '../work/work-loop.ts'
import { eraseSlice } from './erase-slice.ts'
import { claimErasure, type ErasureJob, finishErasure, releaseErasure, saveErasure } from './erasures.ts'

const idleMs = 2_000
export const leaseMs = 30_000
/** After so many an erasure lets others have their turn. */
const slicesPerTurn = 20

export interface Eraser {
  start(): void
  stop(): Promise<void>
  /** Works at one request for a turn; false when none waits. */
  runOnce(): Promise<boolean>
}

/**
 * Carries out requests to erase, in every process, each request in one process at a time. Each slice is erased and counted in
 * one transaction, so that a process that is killed leaves nothing half done.
 */
export function createEraser(options: {
  db: Database
  /** Milliseconds since 1970. */ now: () => number
  onError: (error: unknown) => void
}): Eraser {
  const { db, now } = options
  const owner = randomUUID()
  let stopping = false
  const isStopping = (): boolean => stopping

  async function runOnce(): Promise<boolean> {
    const job = await claimErasure(db, owner, now(), leaseMs)
    if (job === undefined) return false
    let next: ErasureJob | null = job
    for (let slice = 0; slice < slicesPerTurn && next !== null && !isStopping(); slice += 1)
      next = await workAt(db, owner, next, now())
    if (next !== null) await releaseErasure(db, owner, job.id, now())
    return true
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

/** One slice; what is left of the request, null when it is done or somebody else's. */
async function workAt(db: Database, owner: string, job: ErasureJob, now: number): Promise<ErasureJob | null> {
  const { siteId, before, network, stage, afterAt, afterId } = job
  const after = afterAt === null || afterId === null ? null : { issuedAt: afterAt, id: afterId }
  return db
    .transaction(async (tx) => {
      const { erased, next } = await eraseSlice(tx, { siteId, before, network, stage, after, keepEvidence: false })
      const stageAfter = next === null ? 1 : stage
      if (
        !(await saveErasure(tx, owner, job.id, {
          erased,
          stage: stageAfter,
          after: next,
          until: new Date(now + leaseMs),
        }))
      )
        throw new LeaseLost()
      if (next === null && stage === 1) {
        await finishErasure(tx, owner, job, new Date(now))
        return null
      }
      return { ...job, stage: stageAfter, afterAt: next?.issuedAt ?? null, afterId: next?.id ?? null }
    })
    .catch((error: unknown) => {
      if (error instanceof LeaseLost) return null
      throw error
    })
}

/** Another process has taken the request over; what this one just did is rolled back, or it would count twice. */
class LeaseLost extends Error {}
