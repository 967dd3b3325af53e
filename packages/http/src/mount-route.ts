import { type Actor, type Call, type Caller, type Entity, type KeepAnswer, type Standing } from '@bollard/access'
import type { Route } from '@bollard/contracts'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { z } from 'zod'
import { callerOf, enterEntity, type Gate, gateOf, type GuardedScope, originOf, refuseEarly } from './guard-routes.ts'
import { locationOf } from './location-of.ts'
import { parseInput } from './parse-input.ts'
import { refuseInView } from './refuse-in-view.ts'
import { type KeptAnswer, readRepeatable } from './repeated-calls.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type BodyOf<R extends Route> = R extends { body: { schema: infer Schema } } ? Output<Schema> : undefined
type ParamsOf<R extends Route> = R extends { params: infer Schema } ? Output<Schema> : undefined
type QueryOf<R extends Route> = R extends { query: infer Schema } ? Output<Schema> : undefined

/** Where API keys may call it is a `Caller`, else a person; where nobody is asked who calls there is nobody. */
type ActorOf<R extends Route> = R['access'] extends { audience: 'session' }
  ? R['access'] extends { scope: string }
    ? Caller
    : Actor
  : null

/** Where the path names a solution or an organization. */
type OfEntity<R extends Route, T> = ParamsOf<R> extends { solutionId: string } | { organizationId: string } ? T : null

/** Everything a handler gets, parsed by the schemas of its route; what the route does not have is undefined. */
export interface RouteInput<R extends Route> {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The same in a guarded scope, with who calls and what they are at the entity that the path names. */
export interface GuardedInput<R extends Route, S extends Standing = Standing> extends RouteInput<R> {
  readonly actor: ActorOf<R>
  /** With its id in lower case, as the database writes it. */
  readonly entity: OfEntity<R, Entity>
  readonly standing: OfEntity<R, S>
  readonly call: Call
}

/** What a handler answers: the response body; nothing for 204; for a stream nothing either, after `reply.hijack()`. */
export type RouteAnswer<R extends Route> = R['response'] extends { stream: true }
  ? void
  : R['response']['schema'] extends z.ZodType
    ? z.input<R['response']['schema']>
    : null | void

export type RouteHandler<R extends Route> = (input: RouteInput<R>) => Promise<RouteAnswer<R>>
export type GuardedHandler<R extends Route, S extends Standing = Standing> = (
  input: GuardedInput<R, S>,
) => Promise<RouteAnswer<R>>

export interface MountOptions {
  /** Hooks of this route alone, such as a rate limit; they run before the body is read. */
  readonly onRequest?: onRequestHookHandler | onRequestHookHandler[]
  /** Bytes; default 64 KiB. */
  readonly bodyLimit?: number
}

/**
 * Mounts one route of the contracts. In a guarded scope (`guardRoutes`) whoever its `access` does not let in is refused, and a repeated call
 * is answered from what the first one kept. Input that does not fit is refused before `handler` runs; the answer passes through the
 * response schema, so a field that is not in the contract never leaves.
 */
export function mountRoute<R extends Route, S extends Standing>(
  app: GuardedScope<S>,
  route: R,
  handler: GuardedHandler<R, S>,
  options: MountOptions = {},
): void {
  const gate = gateOf(app, route)
  const early = gate && (async (request: FastifyRequest) => refuseEarly(gate, route, request))
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    bodyLimit: options.bodyLimit ?? 65_536,
    onRequest: [
      async (request) => refuseInView(route, request),
      ...[options.onRequest ?? []].flat(),
      ...(early ? [early] : []),
    ],
    handler: async (request, reply) => {
      const input = parseInput(route, request)
      const answer = gate
        ? await answerGuarded(gate, route, request, reply, input, (guarded) =>
            handler({ ...typedInput<R>(input), ...guarded, request, reply } as GuardedInput<R, S>),
          )
        : await handler({ ...typedInput<R>(input), request, reply } as GuardedInput<R, S>)
      if (route.response.stream || reply.sent) return reply
      void reply.code(route.response.status)
      if (route.response.schema === null) return reply.send()
      const body = route.response.schema.parse(answer)
      const location = locationOf(route, request.params, body)
      if (location !== undefined) void reply.header('location', location)
      return reply.send(body)
    },
  })
}

/** What a gate adds to the input of a handler. */
interface Guarded {
  readonly actor: Caller | null
  readonly entity: Entity | null
  readonly standing: Standing | null
  readonly call: Call
}

const keepNothing: KeepAnswer = async (_tx, answer) => answer

async function answerGuarded(
  gate: Gate,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { body }: { readonly body: unknown },
  run: (guarded: Guarded) => Promise<unknown>,
): Promise<unknown> {
  const entered = await enterEntity(gate, route, request)
  const actor = route.access.audience === 'session' ? callerOf(request) : null
  const guarded = (keepAnswer: KeepAnswer) => ({
    actor,
    ...entered,
    call: { from: originOf(gate, request), keepAnswer },
  })
  const repeatable = route.repeatable
    ? readRepeatable(request.headers['idempotency-key'], `${route.id} ${request.url}`, body)
    : null
  if (repeatable === null || actor === null || gate.repeatedCalls === undefined) return run(guarded(keepNothing))
  const begun = await gate.repeatedCalls.begin(actor.userId, repeatable, route)
  if ('kept' in begun) return void (await sendKept(reply, begun.kept, route, request.params))
  const { attempt } = begun
  try {
    const answer = await run(guarded(attempt.keepAnswer))
    if (!attempt.isKept()) throw new Error(notKept)
    return answer
  } catch (error) {
    await attempt.release()
    throw error
  } finally {
    attempt.done()
  }
}

const notKept = 'A repeatable call was answered and did not keep its answer in its transaction'

/** Answers as the first call with the key was answered. */
function sendKept(
  reply: FastifyReply,
  { status, text }: KeptAnswer,
  route: Pick<Route, 'location'>,
  params: unknown,
): FastifyReply {
  const location = locationOf(route, params, text === null ? null : JSON.parse(text))
  if (location !== undefined) void reply.header('location', location)
  return reply.header('idempotency-replayed', 'true').type('application/json; charset=utf-8').code(status).send(text)
}

/** The values come out of the schemas of this very route, which is what the types are derived from. */
function typedInput<R extends Route>(input: {
  params: unknown
  query: unknown
  body: unknown
}): Pick<RouteInput<R>, 'params' | 'query' | 'body'> {
  return input as Pick<RouteInput<R>, 'params' | 'query' | 'body'>
}
