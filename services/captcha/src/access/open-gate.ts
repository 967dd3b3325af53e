import {
  type Actor,
  type ApiKeyCaller,
  assertAllowed,
  type Caller,
  type CallOrigin,
  type Entity,
  isApiKeyCaller,
} from '@bollard/access'
import { captchaPolicy, ProblemError, reaches, type Role, type Rule } from '@bollard/contracts'
import type { Binding, Database } from '@bollard/database'
import { type AddressReader, createRepeatedCalls, guardRoutes } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SiteScope, SiteStanding } from '../records/sites/site-scope.ts'
import { findSiteOfSolution } from '../records/sites/sites.ts'
import type { ApiKeyOwner } from './api-keys/api-key-owners.ts'

export interface AccessContext {
  /** Binds what a call about a site asks of the database to that site. */
  readonly binding: Binding
  /** The database of the cell that a solution is in. Omitted: there is one. */
  readonly databaseOf?: (solutionId: string) => Promise<Database>
  readonly now: () => Date
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  readonly findRole: (actor: Actor, solutionId: string) => Promise<Role | null>
  /** Whether calls of admins only ask for a second factor by now. Omitted: they never do. */
  readonly isSecondFactorDue?: (solutionId: string) => Promise<boolean>
  /** Writes into the audit log of a solution that an administrator of the installation looks at it. */
  readonly noteVisit: (operator: Actor, entity: Entity, from: CallOrigin) => Promise<void>
  /** Whose API key this is, when it may be used from an address; null for every other. */
  readonly findKey: (secretKey: string, address: string) => Promise<ApiKeyOwner | null>
  readonly readAddress: AddressReader
  /** Address of the person behind a request, for the audit log. */
  readonly clientIp: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string
}

/**
 * Guards all routes that are mounted in the scope of `app` after it. Calls with neither a session nor an API key are refused
 * before anything of them is read. Once the caller's standing at a site is known, everything that the call asks of `binding.db` sees and
 * changes rows of that site alone.
 */
export function openGate(app: FastifyInstance, context: AccessContext): SiteScope {
  const { binding, now, clientIp } = context
  // The handler finds the site of its path, and all that follows is bound to it.
  app.addHook('preHandler', (_request, _reply, done) => binding.open(done))
  return guardRoutes<SiteStanding>(app, {
    findCaller: (request) => findCaller(context, request),
    async findStanding(caller, entity, rule) {
      const found = await findStanding(context, caller, entity, rule)
      if (found === null) return null
      binding.bind(
        {
          'bollard.site': String(found.standing.site.id),
          'bollard.caller': caller.userId,
          // Only such calls are written down in the name of an operator.
          'bollard.operator': isOperators(caller, rule) ? 'on' : '',
        },
        found.pool,
      )
      return found.standing
    },
    noteVisit: context.noteVisit,
    clientIp,
    now,
    // Kept by caller and not by site, where the effect is.
    repeatedCalls: createRepeatedCalls({ db: binding.here, schema: 'captcha', now }),
  })
}

/** Asks anew whether a caller may read a site: a session, a membership or a key can end while a long request lasts. */
export async function mayStillRead(
  context: AccessContext,
  request: FastifyRequest,
  solutionId: string,
): Promise<boolean> {
  try {
    const caller = await findCaller(context, request)
    const entity = { kind: 'SOLUTION', id: solutionId.toLowerCase() } as const
    const isForeign = caller !== null && isApiKeyCaller(caller) && caller.apiKey.solutionId !== entity.id
    const rule = captchaPolicy['site.read']
    const found = caller === null || isForeign ? null : await findStanding(context, caller, entity, rule)
    assertAllowed(caller, rule, found?.standing ?? null, context.now())
    return true
  } catch (error) {
    // Any other failure says nothing about the reader.
    if (error instanceof ProblemError) return false
    throw error
  }
}

/**
 * Who sends a request at this moment. With `authorization: Bearer …` only the key counts and no cookie: such a call cannot
 * come from a page that makes a browser send its cookies.
 */
async function findCaller(
  { findActor, findKey, readAddress }: AccessContext,
  request: FastifyRequest,
): Promise<Caller | null> {
  const secretKey = bearerOf(request)
  if (secretKey === null) return findActor(request.headers.cookie)
  const owner = await findKey(secretKey, readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']))
  if (owner === null) throw new ProblemError('secret-key-invalid')
  return callerOfKey(owner)
}

/** Whether nobody but operators may make a call, and one makes it on the admin site. */
function isOperators(caller: Caller, rule: Rule): boolean {
  return rule.operator === 'only' && !isApiKeyCaller(caller) && caller.isAdmin && Boolean(caller.operating)
}

export function callerOfKey(owner: ApiKeyOwner): ApiKeyCaller {
  return { userId: `key:${owner.apiKeyId}`, apiKey: owner }
}

function bearerOf(request: FastifyRequest): string | null {
  const [scheme = '', secretKey = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? secretKey : null
}

/** Strangers learn nothing about a site, not even that it exists. A key that has become known to others opens nothing. */
async function findStanding(
  { binding, databaseOf, findRole, isSecondFactorDue }: AccessContext,
  caller: Caller,
  { id }: Pick<Entity, 'id'>,
  rule: Rule,
): Promise<{ readonly standing: SiteStanding; readonly pool: Database } | null> {
  const isKey = isApiKeyCaller(caller)
  const role = isKey ? null : await findRole(caller, id)
  if (role === null && !isKey && !(caller.isAdmin && rule.operator !== undefined)) return null
  const pool = databaseOf === undefined ? binding.unbound : await databaseOf(id)
  const site = await findSiteOfSolution(pool, id)
  if (site === undefined) return null
  const readOnly = site.restrictions.includes('READ_ONLY')
  if (isKey)
    return { standing: { site, role, readOnly, refusesKey: !mayTakeResults(site, caller.apiKey.createdAt) }, pool }
  const asksForFactor =
    rule.factor === true &&
    caller.hasSecondFactor !== true &&
    role !== null &&
    reaches(role, rule.role ?? 'VIEWER') &&
    !(rule.unlocked && readOnly)
  const factorDue = asksForFactor && ((await isSecondFactorDue?.(id)) ?? false)
  return { standing: { site, role, readOnly, factorDue }, pool }
}

/** Whether a key that was made at a moment gets results of a site. */
export function mayTakeResults(site: { readonly resultsRefusedUntil: Date | null }, keyCreatedAt: Date): boolean {
  return site.resultsRefusedUntil === null || keyCreatedAt > site.resultsRefusedUntil
}
