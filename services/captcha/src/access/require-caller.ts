import { type AddressReader, noteCaller, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Actor, type Caller, callerOfKey } from './caller.ts'
import type { SecretKeyOwner } from './api-keys/api-key-owners.ts'

export interface CallerPorts {
  readonly findActor: (cookieHeader: string | undefined) => Promise<Actor | null>
  /** Whose secret key this is, when it may be used from an address; null for every other. */
  readonly findKey: (secretKey: string, address: string) => Promise<SecretKeyOwner | null>
  readonly readAddress: AddressReader
}

/**
 * Refuses calls with neither a session nor an API key before anything of them is read, on all routes mounted in the scope of
 * `app` after it, and keeps their answers out of caches. Answers with a function that tells who calls.
 */
export function requireCaller(app: FastifyInstance, ports: CallerPorts): (request: FastifyRequest) => Caller {
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const caller = await findCaller(ports, request)
    callers.set(request, caller)
    noteCaller(request, caller.userId)
  })
  return (request) => {
    const caller = callers.get(request)
    if (caller === undefined) throw new ProblemError('unauthenticated')
    return caller
  }
}

/**
 * Who sends a request at this moment. With `authorization: Bearer …` only the key counts and no cookie: such a call cannot
 * come from a page that makes a browser send its cookies.
 */
export async function findCaller(
  { findActor, findKey, readAddress }: CallerPorts,
  request: FastifyRequest,
): Promise<Caller> {
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
