import type { AuditEntry } from '@bollard/audit'
import { type AddressReader, answerKeeperOf, noteCaller, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gate } from '../records/audit/editor.ts'
import type { ApiKeyOwner } from './api-keys/api-key-owners.ts'
import { type Caller, callerOfKey, isKeyCaller } from './caller.ts'
import { type AccessContext, requireSite } from './require-site.ts'

export interface GateContext extends AccessContext {
  readonly now: () => Date
  /** Whose API key this is, when it may be used from an address; null for every other. */
  readonly findKey: (secretKey: string, address: string) => Promise<ApiKeyOwner | null>
  readonly readAddress: AddressReader
  /** Address of the person behind a request, for the audit log. */
  readonly clientIp: (request: Pick<FastifyRequest, 'headers' | 'socket'>) => string
}

/**
 * Rejects calls with neither a session nor an API key before anything of them is read, on all routes mounted in the scope of
 * `app` after it, and keeps their answers out of caches. The gate it returns decides what each caller may do.
 */
export function openGate(app: FastifyInstance, context: GateContext): Gate {
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const caller = await findCaller(context, request)
    callers.set(request, caller)
    noteCaller(request, caller.userId)
  })
  function callerOf(request: FastifyRequest): Caller {
    const caller = callers.get(request)
    if (caller === undefined) throw new ProblemError('unauthenticated')
    return caller
  }
  return {
    userIdOf: (request) => callerOf(request).userId,
    requireSite: (request, solutionId, lowest, options) =>
      requireSite(context, callerOf(request), solutionId, lowest, options),
    async requireEditor(request, solutionId, lowest, options) {
      const caller = callerOf(request)
      const site = await requireSite(context, caller, solutionId, lowest, options)
      return {
        site,
        userId: caller.userId,
        actor: await auditedActor(context, caller),
        from: {
          ip: context.clientIp(request),
          userAgent: request.headers['user-agent'] ?? null,
          requestId: request.id,
        },
        keepAnswer: answerKeeperOf(request),
      }
    },
    async requireSiteAnew(request, solutionId, lowest) {
      return requireSite(context, await findCaller(context, request), solutionId, lowest)
    },
    requireOperator: (request) => requireOperator(callerOf(request)),
  }
}

/**
 * Who sends a request at this moment. With `authorization: Bearer …` only the key counts and no cookie: such a call cannot
 * come from a page that makes a browser send its cookies.
 */
async function findCaller({ findActor, findKey, readAddress }: GateContext, request: FastifyRequest): Promise<Caller> {
  const secretKey = bearerOf(request)
  if (secretKey !== null) {
    const key = await findKey(secretKey, readAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']))
    if (key === null) throw new ProblemError('secret-key-invalid')
    return callerOfKey(key)
  }
  const actor = await findActor(request.headers.cookie)
  if (actor === null) throw new ProblemError('unauthenticated')
  return { kind: 'person', ...actor }
}

function bearerOf(request: FastifyRequest): string | null {
  const [scheme = '', secretKey = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme.toLowerCase() === 'bearer' ? secretKey : null
}

/** People see a key by its public id; inside the service it goes by its number. */
async function auditedActor({ db }: AccessContext, caller: Caller): Promise<AuditEntry['actor']> {
  if (!isKeyCaller(caller)) return { kind: 'USER', id: caller.userId }
  const [key] = await db.query<{ id: string }>(
    'captcha-api-key-public-id',
    'select public_id as id from captcha.api_keys where id = $1',
    [caller.key.apiKeyId],
  )
  if (key === undefined) throw new ProblemError('secret-key-invalid')
  return { kind: 'API_KEY', id: key.id }
}

/** Lets only administrators of the installation through, in a session with a second factor; API keys are refused. */
function requireOperator(caller: Caller): void {
  if (isKeyCaller(caller)) throw new ProblemError('person-required')
  if (caller.adminNeedsSecondFactor === true) throw new ProblemError('second-factor-needed')
  if (!caller.isAdmin) throw new ProblemError('forbidden')
}
