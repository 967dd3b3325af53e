import {
  type Actor,
  type ApiKeyCaller,
  type ApiKeyGrant,
  type Caller,
  isApiKeyCaller,
  type Standing,
} from '@bollard/access'
import { ProblemError, reaches, type Rule } from '@bollard/contracts'
import type { Binding } from '@bollard/database'
import { createRepeatedCalls, type GuardedScope, guardRoutes } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { IdentityPort, SolutionPort } from '../monitoring-context.ts'
import { findSpace, type Space } from '../space/space.ts'
import { findKey } from './find-key.ts'

/** How a caller stands at what a solution monitors. */
export interface SpaceStanding extends Standing {
  readonly space: Space
}

/** Where routes about a solution's monitoring are mounted: who may not call one is refused before its handler runs. */
export type SpaceScope = GuardedScope<SpaceStanding>

export interface GateContext {
  /** Binds what a call asks of the database to its solution. */
  readonly binding: Binding
  readonly now: () => Date
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly clientIp: (request: FastifyRequest) => string
}

/** Guards all routes that are mounted in the scope after it, and binds each call to the solution that its path names. */
export function openGate(app: FastifyInstance, context: GateContext): SpaceScope {
  const { binding, now, clientIp, solution } = context
  app.addHook('preHandler', (_request, _reply, done) => binding.open(done))
  return guardRoutes<SpaceStanding>(app, {
    findCaller: (request) => findCaller(context, request),
    async findStanding(caller, { id }, rule) {
      const standing = await findStanding(context, caller, id, rule)
      if (standing !== null) binding.bind({ 'bollard.solution': id, 'bollard.caller': caller.userId })
      return standing
    },
    noteVisit: solution.noteVisit,
    clientIp,
    now,
    repeatedCalls: createRepeatedCalls({ db: binding.unbound, schema: 'monitoring', now }),
  })
}

/** With `authorization: Bearer …` only the key counts and no cookie: such a call cannot come from a page. */
async function findCaller({ binding, identity, now }: GateContext, request: FastifyRequest): Promise<Caller | null> {
  const [scheme = '', secretKey = ''] = (request.headers.authorization ?? '').split(' ')
  if (scheme.toLowerCase() !== 'bearer') return identity.findActor(request.headers.cookie)
  const apiKey = await findKey(binding.unbound, secretKey, now())
  if (apiKey === null) throw new ProblemError('secret-key-invalid')
  return callerOfKey(apiKey)
}

function callerOfKey(apiKey: ApiKeyGrant): ApiKeyCaller {
  return { userId: `key:${apiKey.apiKeyId}`, apiKey }
}

/** Strangers learn nothing, not even that a solution exists; and one of another type monitors nothing. */
async function findStanding(
  { binding, solution }: GateContext,
  caller: Caller,
  id: string,
  rule: Rule,
): Promise<SpaceStanding | null> {
  const isKey = isApiKeyCaller(caller)
  const role = isKey ? null : await solution.findRole(caller, id)
  if (role === null && !isKey && !(caller.isAdmin && rule.operator !== undefined)) return null
  const space = await findSpace(binding.unbound, id)
  if (space === null) return null
  const readOnly = space.effects.includes('READ_ONLY')
  if (isKey) return { space, role, readOnly, refusesKey: space.effects.includes('RESULTS_REFUSED') }
  return { space, role, readOnly, factorDue: await isFactorDue(solution, caller, { id, role, rule, readOnly }) }
}

/** Asked only where it decides anything. */
async function isFactorDue(
  solution: SolutionPort,
  { hasSecondFactor }: Actor,
  { id, role, rule, readOnly }: { id: string; role: Standing['role']; rule: Rule; readOnly: boolean },
): Promise<boolean> {
  if (rule.factor !== true || hasSecondFactor === true || role === null) return false
  if (!reaches(role, rule.role ?? 'VIEWER') || (rule.unlocked && readOnly)) return false
  return solution.isSecondFactorDue(id)
}
