import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { createQueue } from './request/few-at-once.ts'
import { solutionPlugin } from './routes.ts'
import { findLabel } from './solution/find-label.ts'
import { findRole } from './solution/find-role.ts'
import type { FindRole, SolutionDeps } from './solution-context.ts'

export interface SolutionServiceDeps extends Omit<SolutionDeps, 'queue' | 'newId' | 'newToken'> {
  readonly newId?: () => string
  readonly newToken?: () => string
  /** Address of the person behind a request, for the audit log. */
  readonly clientIp: (request: FastifyRequest) => string
  /** Origins whose pages may make changing calls by themselves; none by default, as our sites call from server to server. */
  readonly allowedOrigins?: readonly string[]
}

export interface SolutionService {
  /** All routes of `/solution/v1`. */
  readonly routes: FastifyPluginAsync
  /** Run these with `migrate` before the first request, after those of the audit log. The database user needs the right to create a role. */
  readonly schema: 'solution'
  readonly migrations: URL
  /** The role of a person in a solution; null for a stranger. */
  readonly findRole: FindRole
  /** What its owner calls a solution; null when there is none. */
  readonly findLabel: (solutionId: string) => Promise<string | null>
}

/** A creation holds one connection while provisioning takes another; with few of them the pool can never run dry. */
const creationsAtOnce = 2

/** Solutions and their members. Touches the database on first use only. */
export function createSolutionService({
  allowedOrigins = [],
  clientIp,
  newId = randomUUIDv7,
  newToken = randomToken,
  ...ports
}: SolutionServiceDeps): SolutionService {
  const deps: SolutionDeps = { ...ports, newId, newToken, queue: createQueue(creationsAtOnce) }
  return {
    routes: solutionPlugin(deps, { allowedOrigins, clientIp }),
    schema: 'solution',
    migrations: new URL('./migrations/', import.meta.url),
    findRole: (actor, solutionId) => findRole(deps, actor, solutionId),
    findLabel: (solutionId) => findLabel(deps, solutionId),
  }
}

const randomToken = () => randomBytes(32).toString('base64url')
