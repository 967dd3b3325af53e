import { type Caller, isApiKeyCaller, type Standing } from '@bollard/access'
import { ProblemError, reaches, type Role, type Rule } from '@bollard/contracts'
import type { Binding } from '@bollard/database'
import { createRepeatedCalls, type GuardedScope, guardRoutes } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CaptchaPort, KeyOfCaptcha } from '../captcha-port.ts'
import type { IdentityPort, SolutionPort } from '../protection-context.ts'
import { findSpace, type Space } from '../space/space.ts'

/** How a caller stands at the protection of a site. */
export interface SpaceStanding extends Standing {
  readonly space: Space
}

/** Where routes about the protection of a site are mounted: who may not call one is refused before its handler runs. */
export type SpaceScope = GuardedScope<SpaceStanding>

export interface GateContext {
  /** Binds what a call asks of the database to its solution. */
  readonly binding: Binding
  readonly now: () => Date
  readonly identity: IdentityPort
  readonly solution: SolutionPort
  readonly captcha: Pick<CaptchaPort, 'findKey'>
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
      if (standing !== null)
        binding.bind({
          'bollard.solution': id,
          'bollard.caller': caller.userId,
          'bollard.key': isApiKeyCaller(caller) ? publicIdOf(caller) : '',
        })
      return standing
    },
    noteVisit: solution.noteVisit,
    clientIp,
    now,
    repeatedCalls: createRepeatedCalls({ db: binding.unbound, schema: 'protection', now }),
  })
}

const publicIds = new WeakMap<Caller, string>()

/** What people see of the key that calls. Throws `secret-key-invalid` for a caller of another gate. */
export function publicIdOf(caller: Caller): string {
  const id = publicIds.get(caller)
  if (id === undefined) throw new ProblemError('secret-key-invalid')
  return id
}

/** With `authorization: Bearer …` only the key counts and no cookie: such a call cannot come from a page. */
async function findCaller(context: GateContext, request: FastifyRequest): Promise<Caller | null> {
  const secretKey = bearerOf(request)
  if (secretKey === null) return context.identity.findActor(request.headers.cookie)
  return callerOfKey(await requireKey(context, request, secretKey))
}

/** The secret key behind `authorization: Bearer`; null for another scheme and for none. */
export function bearerOf(request: FastifyRequest): string | null {
  const [scheme = '', secretKey = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? secretKey : null
}

/** Whose secret key it is. Throws `secret-key-invalid` for one that is not, or not from here. */
export async function requireKey(
  { captcha, clientIp }: Pick<GateContext, 'captcha' | 'clientIp'>,
  request: FastifyRequest,
  secretKey: string,
): Promise<KeyOfCaptcha> {
  const key = await captcha.findKey(secretKey, clientIp(request))
  if (key === null) throw new ProblemError('secret-key-invalid')
  return key
}

function callerOfKey(apiKey: KeyOfCaptcha): Caller {
  const caller = { userId: `key:${apiKey.apiKeyId}`, apiKey } as const
  publicIds.set(caller, apiKey.publicId)
  return caller
}

/** Strangers learn nothing, not even that a solution exists; and one of another type has no protection. */
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
  const asks = rule.factor === true && caller.hasSecondFactor !== true && mayAct(role, rule, readOnly)
  return { space, role, readOnly, factorDue: asks && (await solution.isSecondFactorDue(id)) }
}

/** A second factor is asked for only where nothing else refuses. */
function mayAct(role: Role | null, rule: Rule, readOnly: boolean): boolean {
  return role !== null && reaches(role, rule.role ?? 'VIEWER') && !(rule.unlocked && readOnly)
}
