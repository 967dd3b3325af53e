import { randomBytes as randomBytesOfNode, randomUUIDv7 } from 'node:crypto'
import { createBinding, type Database } from '@bollard/database'
import type { ExportPart } from '@bollard/export-file'
import { createProcessLimiter, sweepRepeatedCalls } from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { IdentityPort, ProtectionContext, SolutionPort, SolutionState } from './protection-context.ts'
import { rateLimits } from './rate-limits.ts'
import { protectionPlugin } from './routes.ts'
import { exportParts, partsOfPerson } from './space/export-parts.ts'
import { applySolutionState, eraseSpace, provisionSpace } from './space/space.ts'

export interface ProtectionServiceOptions extends Pick<
  ProtectionContext,
  'db' | 'now' | 'billing' | 'captcha' | 'onError'
> {
  /** The database as work that nobody waits for may use it; by default `db`. */
  readonly workerDb?: Database | undefined
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  /** Address of whoever is behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
  readonly newId?: () => string
  readonly randomBytes?: (size: number) => Buffer
}

export interface ProtectionService {
  /** All routes of `/protection/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log and of the limits. */
  readonly schema: 'protection'
  readonly migrations: URL
  /** Makes the protection of a new solution. */
  readonly provisionSpace: (request: { readonly solutionId: string; readonly timeZone: string }) => Promise<void>
  /** Obeys the locks, the life and the time zone of a solution. Unknown solutions are left alone. */
  readonly applySolutionState: (solutionId: string, state: SolutionState) => Promise<void>
  /** Erases all of the protection of a deleted solution. True once nothing is left. */
  readonly eraseSpace: (solutionId: string) => Promise<boolean>
  /** What an owner takes along, see `exportParts`. */
  readonly exportParts: (solutionId: string) => AsyncIterable<ExportPart>
  /** What carries the id of a person, for the export of their account. */
  readonly partsOfPerson: (userId: string) => Promise<ExportPart[]>
  /** Deletes what is too old. Run it once an hour. */
  readonly sweep: () => Promise<void>
}

/** Protects whole sites: limiters, decisions, forms. Touches the database on first use only, so migrations may run after this. */
export function createProtectionService({
  workerDb,
  identity,
  solution,
  clientIp,
  newId = randomUUIDv7,
  randomBytes = randomBytesOfNode,
  ...given
}: ProtectionServiceOptions): ProtectionService {
  const { db, now } = given
  const worker = workerDb ?? db
  const context: ProtectionContext = {
    ...given,
    workerDb: worker,
    newId,
    randomBytes,
    limiter: createProcessLimiter(rateLimits, now),
  }
  const binding = createBinding(db, 'bollard_protection')
  return {
    routes: protectionPlugin(context, { binding, identity, solution, clientIp }),
    schema: 'protection',
    migrations: new URL('./migrations/', import.meta.url),
    provisionSpace: (request) => provisionSpace(db, { ...request, at: now() }),
    applySolutionState: (solutionId, state) => applySolutionState(db, solutionId, state),
    eraseSpace: (solutionId) => eraseSpace(db, solutionId),
    exportParts: (solutionId) => exportParts(db, solutionId),
    partsOfPerson: (userId) => partsOfPerson(db, userId),
    async sweep() {
      await sweepRepeatedCalls(worker, 'protection', now())
    },
  }
}
