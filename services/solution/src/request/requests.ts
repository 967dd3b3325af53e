import type { Actor, Call } from '@bollard/access'
import type { FastifyRequest } from 'fastify'

/** What the routes of an area need to know of a request. */
export interface Requests {
  /** Who is signed in. */
  readonly actorOf: (request: FastifyRequest) => Actor
  /** What came along; `what` and `body` tell a repeated creation from another one with the same key. */
  readonly callOf: (request: FastifyRequest, what?: string, body?: unknown) => Call
}
