import type { FastifyRequest } from 'fastify'
import type { Actor, Call } from '../billing-context.ts'

/** What the routes of signed-in people share. */
export interface Callers {
  readonly actorOf: (request: FastifyRequest) => Actor
  /** `what` and `body` tell a repeated creation from another one with the same key. */
  readonly callOf: (request: FastifyRequest, what?: string, body?: unknown) => Call
}
