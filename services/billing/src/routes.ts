import { limitRate, readRepeatable, refuseCrossSite, requireSession } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAccountings } from './accounting/routes.ts'
import type { BillingContext, Callers } from './billing-context.ts'
import { afterPayment } from './dunning/bill-solution.ts'
import { mountEmailConfirmations, mountInvoiceAddresses } from './invoice-address/routes.ts'
import { mountInvoices } from './invoice/routes.ts'
import { mountCommissions } from './commission/routes.ts'
import { mountPayouts } from './payout/routes.ts'
import { mountPaymentEvents, mountPayments } from './payment/routes.ts'
import { mountPaymentMethods } from './payment-method/routes.ts'
import { mountPlans } from './plan/routes.ts'
import { mountSolutionPlans } from './solution-plan/routes.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** Requests of one client to the routes that need no account, and of one person to all others. */
const limits = {
  withoutAccount: { max: 20, windowSeconds: 60 },
  signedIn: { max: 200, windowSeconds: 10 },
} as const

/** Every route of the service, by area. */
export function billingPlugin(context: BillingContext, options: RouteOptions): FastifyPluginAsync {
  const settled = (solutionId: string) => afterPayment(context, solutionId)
  return async (app) => {
    await app.register(async (open) => {
      mountPlans(open, context)
      mountPaymentEvents(open, context, settled)
    })
    await app.register(async (shown) => {
      refuseCrossSite(shown, options)
      // Guessing a token takes longer than the universe lasts; the limit keeps guesses away from the database.
      limitRate(shown, { ...limits.withoutAccount, key: options.clientIp, now: () => context.now().getTime() })
      mountEmailConfirmations(shown, context, callsFrom(options))
    })
    await app.register(async (closed) => {
      const callers = guard(closed, context, options)
      mountInvoiceAddresses(closed, context, callers)
      mountPaymentMethods(closed, context, callers)
      mountSolutionPlans(closed, context, callers)
      mountCommissions(closed, context, callers)
      mountPayouts(closed, context, callers)
      mountAccountings(closed, context, callers, settled)
      mountInvoices(closed, context, callers, settled)
      mountPayments(closed, context, callers, settled)
    })
  }
}

function guard(app: FastifyInstance, context: BillingContext, { allowedOrigins, clientIp }: RouteOptions): Callers {
  refuseCrossSite(app, { allowedOrigins })
  const actorOf = requireSession(app, (cookie) => context.identity.findActor(cookie))
  limitRate(app, {
    ...limits.signedIn,
    key: (request) => actorOf(request).userId,
    now: () => context.now().getTime(),
  })
  return { actorOf, callOf: callsFrom({ clientIp }) }
}

function callsFrom({ clientIp }: Pick<RouteOptions, 'clientIp'>): Callers['callOf'] {
  return (request, what, body) => ({
    from: { ip: clientIp(request), userAgent: request.headers['user-agent'] ?? null, requestId: request.id },
    repeatable: what === undefined ? null : readRepeatable(request.headers['idempotency-key'], what, body),
  })
}
