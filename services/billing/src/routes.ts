import { limitRate, readRepeatable, refuseCrossSite, requireSession } from '@bollard/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAccountings } from './accounting/routes.ts'
import type { BillingDeps } from './billing-context.ts'
import type { Callers } from './request/callers.ts'
import { mountEmailConfirmations, mountInvoiceAddresses } from './invoice-address/routes.ts'
import { mountInvoices } from './invoice/routes.ts'
import type { InvoicingDeps } from './invoicing-context.ts'
import type { PartnerDeps } from './partner/partner-context.ts'
import { mountPartner } from './partner/routes.ts'
import { mountPaymentEvents } from './payment/routes.ts'
import { mountPaymentMethods } from './payment-method/routes.ts'
import { mountPlans } from './plan/routes.ts'
import { afterPayment } from './jobs/run-billing.ts'
import { mountSolutionPlans } from './solution-plan/routes.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service, by area. */
export function billingPlugin(
  deps: BillingDeps,
  options: RouteOptions,
  invoicing: InvoicingDeps | null,
  partner: PartnerDeps | null,
): FastifyPluginAsync {
  const settled = async (solutionId: string) => {
    if (invoicing) await afterPayment(invoicing, solutionId)
  }
  return async (app) => {
    await app.register(async (open) => {
      mountPlans(open, deps)
      mountPaymentEvents(open, deps, settled)
    })
    await app.register(async (shown) => {
      refuseCrossSite(shown, options)
      // Whoever guesses tokens needs longer than the universe lasts; this keeps the database out of it.
      limitRate(shown, { key: options.clientIp, max: 20, windowSeconds: 60, now: () => deps.now().getTime() })
      mountEmailConfirmations(shown, deps, callsFrom(options))
    })
    await app.register(async (closed) => {
      const callers = guard(closed, deps, options)
      mountInvoiceAddresses(closed, deps, callers)
      mountPaymentMethods(closed, deps, callers, invoicing !== null && invoicing.invoiceSeller !== null)
      mountSolutionPlans(closed, deps, callers)
      if (partner) mountPartner(closed, partner, callers)
      if (invoicing) {
        mountAccountings(closed, invoicing, callers, settled)
        mountInvoices(closed, invoicing, callers, settled)
      }
    })
  }
}

function guard(app: FastifyInstance, deps: BillingDeps, { allowedOrigins, clientIp }: RouteOptions): Callers {
  refuseCrossSite(app, { allowedOrigins })
  const actorOf = requireSession(app, deps.findActor)
  limitRate(app, {
    key: (request) => actorOf(request).userId,
    max: 200,
    windowSeconds: 10,
    now: () => deps.now().getTime(),
  })
  return { actorOf, callOf: callsFrom({ clientIp }) }
}

function callsFrom({ clientIp }: Pick<RouteOptions, 'clientIp'>): Callers['callOf'] {
  return (request, what, body) => ({
    from: { ip: clientIp(request), userAgent: request.headers['user-agent'] ?? null, requestId: request.id },
    repeatable: what === undefined ? null : readRepeatable(request.headers['idempotency-key'], what, body),
  })
}
