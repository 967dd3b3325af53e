import type { Route } from '@bollard/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { z } from 'zod'
import { locationOf } from './location-of.ts'
import { parseInput } from './parse-input.ts'

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type BodyOf<R extends Route> = R extends { body: { schema: infer Schema } } ? Output<Schema> : undefined
type ParamsOf<R extends Route> = R extends { params: infer Schema } ? Output<Schema> : undefined
type QueryOf<R extends Route> = R extends { query: infer Schema } ? Output<Schema> : undefined

/** Everything a handler gets, parsed by the schemas of its route; what the route does not have is undefined. */
export interface RouteInput<R extends Route> {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** What a handler answers: the response body; nothing for 204; for a stream nothing either, after `reply.hijack()`. */
export type RouteAnswer<R extends Route> = R['response'] extends { stream: true }
  ? void
  : R['response']['schema'] extends z.ZodType
    ? z.input<R['response']['schema']>
    : null | void

export type RouteHandler<R extends Route> = (input: RouteInput<R>) => Promise<RouteAnswer<R>>

export interface MountOptions {
  /** Hooks of this route alone, such as a rate limit; they run before the body is read. */
  readonly onRequest?: onRequestHookHandler | onRequestHookHandler[]
  /** Bytes; default 64 KiB. */
  readonly bodyLimit?: number
}

/**
 * Mounts one route of the contracts. Input that does not fit is refused before `handler` runs; the answer
 * passes through the response schema, so a field that is not in the contract never leaves.
 */
export function mountRoute<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: RouteHandler<R>,
  options: MountOptions = {},
): void {
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/gu, ':$1'),
    bodyLimit: options.bodyLimit ?? 65_536,
    ...(options.onRequest ? { onRequest: options.onRequest } : {}),
    handler: async (request, reply) => {
      const answer: unknown = await handler({ ...typedInput<R>(parseInput(route, request)), request, reply })
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

/** The values come out of the schemas of this very route, which is what the types are derived from. */
function typedInput<R extends Route>(input: {
  params: unknown
  query: unknown
  body: unknown
}): Pick<RouteInput<R>, 'params' | 'query' | 'body'> {
  return input as Pick<RouteInput<R>, 'params' | 'query' | 'body'>
}
