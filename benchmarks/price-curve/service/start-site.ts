import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { TestDatabase } from '@bollard/testing'
import { type KnownProgram, usesOfProgram } from '@bollard/engine-proof'
import { openDatabase, type Database } from '@bollard/database'
import type { SharedClock } from '../agenda.ts'
import type { ServeOptions, Serving } from './serve.ts'
import { addPrograms } from '../../../services/captcha/src/edge/engine/stored-programs.ts'
import type { Engine } from '../attackers/engine.ts'
import { createStandIn, type StandIn } from './stand-in.ts'

/** One protected site on a service of its own. */
export interface Site extends Serving {
  readonly clock: SharedClock
  readonly standIn: StandIn
  readonly minimalData: boolean
  /** The service's database, to read what was recorded. */
  readonly db: Database
  stop(): Promise<void>
}

/**
 * The captcha service with its defaults and a fresh PostgreSQL database, behind HTTP, in a thread of its own. Its clock is the
 * benchmark's and starts at `startsAt`.
 */
export async function startSite(
  postgres: TestDatabase,
  {
    minimalData,
    startsAt,
    declared,
    engine,
  }: Pick<ServeOptions, 'minimalData' | 'declared'> & {
    readonly startsAt: number
    /** The operator's own browser, which teaches the service what engines answer. */
    readonly engine: Engine | null
  },
): Promise<Site> {
  const clock: SharedClock = new Float64Array(new SharedArrayBuffer(8))
  clock[0] = startsAt
  const standIn = createStandIn()
  const connectionString = await postgres.createDatabase()
  const options: ServeOptions = { connectionString, clock, mark: standIn.mark, minimalData, declared }
  const worker = new Worker(new URL('serve.ts', import.meta.url), { workerData: options })
  const serving = await new Promise<Serving>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The service ended with ${code}`)))
  })
  const db = openDatabase({ connectionString, max: 1 })
  if (engine !== null) {
    await addPrograms(db, await programsOf(engine))
    // Until the service has seen them.
    await sleep(300)
  }
  return {
    ...serving,
    clock,
    standIn,
    minimalData,
    db,
    async stop() {
      const gone = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('stop')
      await gone
      await db.close()
    },
  }
}

/** As many as the dashboard computes in an operator's browser. */
const seeded = 500

async function programsOf(engine: Engine): Promise<KnownProgram[]> {
  const programs = Array.from({ length: seeded }, (_, index) => Math.imul(index + 1, 0x9e37_79b1) >>> 0)
  const answers = await engine.compute(programs)
  return programs.map((program, index) => ({
    program,
    answer: answers[index] ?? 0,
    source: 'SEEDED',
    usesLeft: usesOfProgram,
  }))
}
