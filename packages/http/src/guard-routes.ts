import {
  type Actor,
  assertAllowed,
  type Caller,
  type CallOrigin,
  decide,
  type Entity,
  isApiKeyCaller,
  needsStanding,
  type Standing,
} from '@bollard/access'
import { entityKindOf, ProblemError, type Route, type Rule } from '@bollard/contracts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noteCaller } from './noted-caller.ts'
import type { RepeatedCalls } from './repeated-calls.ts'

/** How a service finds out who calls its routes and what they are there. */
export interface Gate<S extends Standing = Standing> {
  /** Who sends a request; null for nobody, which refuses it with `unauthenticated`. Omitted: no route of the scope asks who calls. */
  readonly findCaller?: (request: FastifyRequest) => Promise<Caller | null>
  /** How the caller stands at the entity that a path names; null where there is none, or none for the caller. Needed where a path names one. */
  readonly findStanding?: (caller: Caller, entity: Entity, rule: Rule) => Promise<S | null>
  /**
   * Writes down that an administrator of the installation looks at what is a customer's, before it is shown. Needed where a rule lets them
   * and a path names an entity.
   */
  readonly noteVisit?: (operator: Actor, entity: Entity, from: CallOrigin) => Promise<void>
  /** Address of whoever is behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
  readonly now: () => Date
  /** Where answers of repeatable calls are kept. Needed where a route is repeatable. */
  readonly repeatedCalls?: RepeatedCalls
}

declare const standing: unique symbol
/** A scope whose routes are guarded; handlers get a standing `S` where a path names an entity. */
export interface GuardedScope<S extends Standing = Standing> extends FastifyInstance {
  readonly [standing]?: S
}

const gates = Symbol('gate')
const callers = new WeakMap<FastifyRequest, Caller>()

/**
 * Guards all routes that `mountRoute` mounts in the scope of `app`, by the `access` that the contract says: who may not call a
 * route is refused before its handler runs, and before the body is read where that is known by then. With `findCaller` every
 * call without a caller is refused, and answers stay out of caches.
 */
export function guardRoutes<S extends Standing>(app: FastifyInstance, gate: Gate<S>): GuardedScope<S> {
  app.decorate(gates, gate)
  const { findCaller } = gate
  if (findCaller !== undefined)
    app.addHook('onRequest', async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const caller = await findCaller(request)
      if (caller === null) throw new ProblemError('unauthenticated')
      callers.set(request, caller)
      noteCaller(request, caller.userId)
    })
  return app
}

/** Who sends a request to a guarded scope, for rate limits. Throws `unauthenticated` for nobody. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request)
  if (caller === undefined) throw new ProblemError('unauthenticated')
  return caller
}

/** The gate of a scope; undefined where nobody is asked who calls. Throws for a route that asks in a scope that cannot tell. */
export function gateOf(app: FastifyInstance, { id, access, repeatable }: Route): Gate | undefined {
  // Scopes inherit what their parents are decorated with.
  const gate = (app as { readonly [gates]?: Gate })[gates]
  if (access.audience === 'session' && gate?.findCaller === undefined)
    throw new Error(`${id} asks who calls, and its scope cannot tell`)
  if (repeatable !== undefined && gate !== undefined && gate.repeatedCalls === undefined)
    throw new Error(`${id} is repeatable, and its scope keeps no answers`)
  return gate
}

/** Refuses what needs no look at an entity, before the body is read. */
export function refuseEarly({ now }: Gate, route: Route, request: FastifyRequest): void {
  const { access } = route
  if (access.audience !== 'session') return
  // The role at an entity that only a row or the body names is asserted by the verb that reads it.
  if (needsStanding(access) && (entityKindOf(route) !== null || access.operator !== 'only')) return
  assertAllowed(callerOf(request), access, null, now())
}

/** The entity that the path names and how the caller stands there, once the rule has let the call through; both null where it names none. */
export async function enterEntity<S extends Standing>(
  gate: Gate<S>,
  route: Route,
  request: FastifyRequest,
): Promise<{ readonly entity: Entity; readonly standing: S } | { readonly entity: null; readonly standing: null }> {
  const { findStanding, now } = gate
  const entity = entityIn(route, request.params)
  if (entity === null || route.access.audience !== 'session') return { entity: null, standing: null }
  if (findStanding === undefined) throw new Error(`${route.id} names an entity, and its scope knows none`)
  const caller = callerOf(request)
  // A key that serves another solution is told what any stranger is.
  const isForeign = isApiKeyCaller(caller) && caller.apiKey.solutionId !== entity.id
  const found = isForeign ? null : await findStanding(caller, entity, route.access)
  const decision = decide(caller, route.access, found, now())
  if (decision !== 'allowed') throw new ProblemError(decision)
  if (found === null) throw new ProblemError('not-found')
  // Whoever has no role there was let in as an operator.
  if (route.access.operator === 'also' && found.role === null && !isApiKeyCaller(caller)) {
    if (gate.noteVisit === undefined) throw new Error(`${route.id} lets operators in, and its scope cannot note it`)
    await gate.noteVisit(caller, entity, originOf(gate, request))
  }
  return { entity, standing: found }
}

function entityIn(route: Route, params: unknown): Entity | null {
  const kind = entityKindOf(route)
  if (kind === null) return null
  const { solutionId, organizationId } = params as { readonly solutionId?: string; readonly organizationId?: string }
  return { kind, id: String(kind === 'SOLUTION' ? solutionId : organizationId).toLowerCase() }
}

export function originOf({ clientIp }: Gate, request: FastifyRequest): CallOrigin {
  return { ip: clientIp(request), userAgent: request.headers['user-agent'] ?? null, requestId: request.id }
}
