import type { Forwarding, GuardedScope } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../browser/read-call.ts'
import type { IdentityContext } from '../identity-context.ts'
import type { Actor } from './actor.ts'

/** Where the routes of the service are mounted. */
export interface Scopes {
  /** For everybody. */
  readonly open: FastifyInstance
  /** The contract's `access` is enforced before the verb runs. */
  readonly guarded: GuardedScope
}

/** What the routes of an area need besides. */
export interface RouteOptions {
  readonly context: IdentityContext
  readonly callOf: (request: FastifyRequest) => Call
  /** Who sends a request to the guarded scope. */
  readonly actorOf: (request: FastifyRequest) => Actor
  /** How a request was forwarded; see `createForwardingOf` of @bollard/http. */
  readonly forwardingOf: (request: FastifyRequest) => Forwarding
}
