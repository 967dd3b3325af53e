import type { KeepAnswer } from '@bollard/access'
import type { Route } from '@bollard/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { locationOf } from './location-of.ts'
import { readRepeatable } from './repeatable.ts'
import {
  createRepeatedCalls,
  type KeptAnswer,
  type RepeatedCallsOptions,
  type RunningAttempt,
} from './repeated-calls.ts'

/** A call that creates, and the fields of its answer that are told once; they come empty in a repeated answer. */
export interface RepeatableRoute {
  readonly route: Pick<Route, 'id' | 'method' | 'path' | 'response' | 'location'>
  readonly secrets?: readonly string[]
}

export interface RepeatOptions extends RepeatedCallsOptions {
  readonly routes: readonly RepeatableRoute[]
  /** Whose keys these are; null where the call is refused anyway. */
  readonly callerOf: (request: FastifyRequest) => Promise<string | null>
}

const attempts = new WeakMap<FastifyRequest, RunningAttempt>()

/** What the handler of a repeatable route has to call last in its transaction. */
export function answerKeeperOf(request: FastifyRequest): KeepAnswer {
  return attempts.get(request)?.keepAnswer ?? (async (_tx, answer) => answer)
}

/** Lets calls of scopes without a gate take an `Idempotency-Key`: mounted in the scope of their routes, before them. */
export function repeatCalls(app: FastifyInstance, options: RepeatOptions): void {
  const routes = new Map(
    options.routes.map((each) => [`${each.route.method} ${each.route.path.replaceAll(/\{(\w+)\}/gu, ':$1')}`, each]),
  )
  const calls = createRepeatedCalls(options)

  app.addHook('preHandler', async (request, reply) => {
    const found = routes.get(`${request.method} ${request.routeOptions.url ?? ''}`)
    if (found === undefined) return
    const { route, secrets = [] } = found
    const repeatable = readRepeatable(request.headers['idempotency-key'], `${route.id} ${request.url}`, request.body)
    const caller = repeatable && (await options.callerOf(request))
    if (repeatable === null || caller === null) return
    const begun = await calls.begin(caller, repeatable, { response: route.response, repeatable: { secrets } })
    if ('kept' in begun) return sendKept(reply, begun.kept, route, request.params)
    attempts.set(request, begun.attempt)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    const attempt = attempts.get(request)
    if (attempt === undefined) return payload
    attempts.delete(request)
    try {
      if (reply.statusCode >= 300) await attempt.release()
      else if (!attempt.isKept()) throw new Error(notKept)
    } finally {
      attempt.done()
    }
    return payload
  })
}

export const notKept = 'A repeatable call was answered and did not keep its answer in its transaction'

/** Answers as the first call with the key was answered. */
export function sendKept(
  reply: FastifyReply,
  { status, text }: KeptAnswer,
  route: Pick<Route, 'location'>,
  params: unknown,
): FastifyReply {
  const location = locationOf(route, params, text === null ? null : JSON.parse(text))
  if (location !== undefined) void reply.header('location', location)
  return reply.header('idempotency-replayed', 'true').type('application/json; charset=utf-8').code(status).send(text)
}
