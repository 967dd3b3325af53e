import { limitRate, readRepeatable, refuseCrossSite, requireSession } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAccountings } from './accounting/mount-accountings.ts'
import type { Actor, BillingDeps, Call } from './billing-context.ts'
import { mountInvoiceAddresses } from './invoice-address/mount-invoice-addresses.ts'
import type { InvoicingDeps } from './invoicing-context.ts'
import { mountPaymentEvents } from './payment/mount-payment-events.ts'
import { mountPaymentMethods } from './payment-method/mount-payment-methods.ts'
import { mountPlans } from './plan/mount-plans.ts'
import { mountSolutionPlans } from './subscription/mount-solution-plans.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** What the routes of signed-in people share. */
export interface Callers {
  readonly actorOf: (request: FastifyRequest) => Actor
  /** `what` and `body` tell a repeated creation from another one with the same key. */
  readonly callOf: (request: FastifyRequest, what?: string, body?: unknown) => Call
}

/** Every route of the service, by area. */
export function billingPlugin(deps: BillingDeps, options: RouteOptions, invoicing: InvoicingDeps | null): FastifyPluginAsync {
  return async (app) => {
    await app.register(async (open) => {
      mountPlans(open, deps)
      mountPaymentEvents(open, deps)
    })
    await app.register(async (closed) => {
      const callers = guard(closed, deps, options)
      mountInvoiceAddresses(closed, deps, callers)
      mountPaymentMethods(closed, deps, callers)
      mountSolutionPlans(closed, deps, callers)
      if (invoicing) mountAccountings(closed, invoicing, callers)
    })
  }
}

function guard(app: FastifyInstance, deps: BillingDeps, { allowedOrigins, clientIp }: RouteOptions): Callers {
  refuseCrossSite(app, { allowedOrigins })
  const actorOf = requireSession(app, deps.findActor)
  limitRate(app, { key: (request) => actorOf(request).userId, max: 200, windowSeconds: 10 })
  return {
    actorOf,
    callOf: (request, what, body) => ({
      from: { ip: clientIp(request), userAgent: request.headers['user-agent'] ?? null, requestId: request.id },
      repeatable: what === undefined ? null : readRepeatable(request.headers['idempotency-key'], what, body),
    }),
  }
}
