import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@bollard/database'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { createFlagFollower, type FlagFollower } from './flag/follow-flags.ts'
import { createJobRunner, type JobRunner } from './job/run-jobs.ts'
import type { OperationsContext } from './operations-context.ts'
import { operationsPlugin } from './routes.ts'
import { sweepOperations } from './sweep.ts'

export interface OperationsServiceOptions extends Omit<OperationsContext, 'newId' | 'flags'> {
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly newId?: () => string
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
  /** Told of what fails outside of a call. */
  readonly onError: (error: unknown, what: string) => void
}

export interface OperationsService {
  /** All routes of `/operations/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log. */
  readonly schema: 'operations'
  readonly migrations: URL
  /** What holds by flags now, in the memory of this process. */
  readonly flags: FlagFollower
  /** Runs the jobs of this process and records them. */
  readonly jobs: JobRunner
  /** Deletes what is too old; call it about once an hour. Safe in several processes at once. */
  readonly sweep: (now: Date) => Promise<void>
}

/** What operators run and watch. Touches the database on first use only, so migrations may run after this. */
export function createOperationsService({
  workerDb,
  newId = randomUUIDv7,
  clientIp,
  onError,
  ...given
}: OperationsServiceOptions): OperationsService {
  const { db, now } = given
  const flags = createFlagFollower({ db, now, onError: (error) => onError(error, 'Following flags') })
  const context: OperationsContext = { ...given, newId, flags }
  return {
    routes: operationsPlugin(context, clientIp),
    schema: 'operations',
    migrations: new URL('./migrations/', import.meta.url),
    flags,
    jobs: createJobRunner({ db: workerDb ?? db, now, onError }),
    sweep: (at) => sweepOperations(workerDb ?? db, at),
  }
}
