import { type Caller, isApiKeyCaller, type Standing } from '@bollard/access'
import { ProblemError, reaches, type Role, type Rule } from '@bollard/contracts'
import type { Binding } from '@bollard/database'
import { createRepeatedCalls, type GuardedScope, guardRoutes } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CaptchaPort, KeyOfCaptcha } from '../captcha-port.ts'
import type { IdentityPort, SolutionPort } from '../protection-context.ts'
import { findSpace, type Space } from '../space/space.ts'

/** How a caller stands at the protection of a site. */
export type SpaceStanding = Standing & { readonly space: Space }
/** Where routes about the protection of a site are mounted: who may not call one is refused before its handler runs. */
export type SpaceScope = GuardedScope<SpaceStanding>

export interface GateContext {
  readonly captcha: Pick<CaptchaPort, 'findKey'>
  readonly solution: SolutionPort
  readonly identity: IdentityPort
  readonly clientIp: (request: FastifyRequest) => string
  readonly now: () => Date
  /** Binds what a call asks of the database to its solution. */
  readonly binding: Binding
}

/** Guards all routes that are mounted in the scope after it, and binds each call to the solution that its path names. */
export function openGate(app: FastifyInstance, context: GateContext): SpaceScope {
  const { binding, now } = context
  const repeatedCalls = createRepeatedCalls({ db: binding.unbound, schema: 'protection', now })
  app.addHook('preHandler', (_request, _reply, done) => binding.open(done))
  return guardRoutes<SpaceStanding>(app, {
    repeatedCalls,
    now,
    clientIp: context.clientIp,
    noteVisit: context.solution.noteVisit,
    findCaller: (request) => findCaller(context, request),
    findStanding: (caller, { id }, rule) => enter(context, caller, id, rule),
  })
}

/** From here on a call sees rows of its own solution alone, and writes into the audit log in its own name. */
async function enter(context: GateContext, caller: Caller, id: string, rule: Rule): Promise<SpaceStanding | null> {
  const standing = await findStanding(context, caller, id, rule)
  const key = isApiKeyCaller(caller) ? publicIdOf(caller) : ''
  if (standing !== null)
    context.binding.bind({ 'bollard.key': key, 'bollard.caller': caller.userId, 'bollard.solution': id })
  return standing
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
type FindStanding = (context: GateContext, caller: Caller, id: string, rule: Rule) => Promise<SpaceStanding | null>
const findStanding: FindStanding = async ({ binding, solution }, caller, id, rule) => {
  const isKey = isApiKeyCaller(caller)
  const role = isKey ? null : await solution.findRole(caller, id)
  const maySee = isKey || role !== null || (caller.isAdmin && rule.operator !== undefined)
  const space = maySee ? await findSpace(binding.unbound, id) : null
  if (space === null) return null
  const whole = { space, role, readOnly: space.effects.includes('READ_ONLY') }
  if (isKey) return { ...whole, refusesKey: space.effects.includes('RESULTS_REFUSED') }
  const asks = rule.factor === true && caller.hasSecondFactor !== true && mayAct(role, rule, whole.readOnly)
  return { ...whole, factorDue: asks && (await solution.isSecondFactorDue(id)) }
}

/** A second factor is asked for only where nothing else refuses. */
function mayAct(role: Role | null, rule: Rule, readOnly: boolean): boolean {
  return role !== null && reaches(role, rule.role ?? 'VIEWER') && !(rule.unlocked && readOnly)
}
