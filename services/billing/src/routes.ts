import type { Caller, Entity, Standing } from '@bollard/access'
import type { Rule } from '@bollard/contracts'
import {
  callerOf,
  createCallLimiter,
  createRepeatedCalls,
  guardRoutes,
  limitedIp,
  refuseCrossSite,
} from '@bollard/http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mountAccountings } from './accounting/routes.ts'
import type { BillingContext } from './billing-context.ts'
import { mountCommissions } from './commission/routes.ts'
import { mountBillingDesk } from './desk/routes.ts'
import { afterPayment } from './dunning/bill-solution.ts'
import { mountEmailConfirmations, mountInvoiceAddresses } from './invoice-address/routes.ts'
import { mountInvoices } from './invoice/routes.ts'
import { mountPaymentMethods } from './payment-method/routes.ts'
import { mountPaymentEvents, mountPayments } from './payment/routes.ts'
import { mountPayouts } from './payout/routes.ts'
import { mountPlans } from './plan/routes.ts'
import { rateLimits } from './rate-limits.ts'
import { mountSolutionPlans } from './solution-plan/routes.ts'

export interface RouteOptions {
  readonly allowedOrigins: readonly string[]
  /** Address of the person behind a request. */
  readonly clientIp: (request: FastifyRequest) => string
}

/** Every route of the service, by area. */
export function billingPlugin(context: BillingContext, options: RouteOptions): FastifyPluginAsync {
  const { now, db } = context
  const limiter = createCallLimiter('billing', rateLimits, context)
  const gate = { clientIp: options.clientIp, now }
  const settled = (solutionId: string) => afterPayment(context, solutionId)
  return async (app) => {
    await app.register(async (open) => {
      const scope = guardRoutes(open, gate)
      mountPlans(scope, context)
      mountPaymentEvents(scope, context, settled)
    })
    await app.register(async (shown) => {
      refuseCrossSite(shown, options)
      shown.addHook(
        'onRequest',
        limiter.hook('confirmationLinks', (request) => limitedIp(options.clientIp(request))),
      )
      mountEmailConfirmations(guardRoutes(shown, gate), context)
    })
    await app.register(async (signedIn) => {
      refuseCrossSite(signedIn, options)
      const scope = guardRoutes(signedIn, {
        ...gate,
        findCaller: (request) => context.identity.findActor(request.headers.cookie),
        findStanding: (caller, entity, rule) => findStanding(context, caller, entity, rule),
        noteVisit: context.solution.noteVisit,
        repeatedCalls: createRepeatedCalls({ db, schema: 'billing', now }),
      })
      scope.addHook(
        'onRequest',
        limiter.hook('signedIn', (request) => callerOf(request).userId),
      )
      mountInvoiceAddresses(scope, context)
      mountPaymentMethods(scope, context)
      mountSolutionPlans(scope, context)
      mountCommissions(scope, context)
      mountPayouts(scope, context)
      mountAccountings(scope, context, settled)
      mountInvoices(scope, context, settled)
      mountBillingDesk(scope, context, settled)
      mountPayments(scope, context, settled)
    })
  }
}

/** How a caller stands at a solution or an organization, which the solution service knows. */
async function findStanding(
  { solution }: Pick<BillingContext, 'solution'>,
  caller: Caller,
  { kind, id }: Entity,
  { factor }: Rule,
): Promise<Standing> {
  if (kind === 'ORGANIZATION') return { role: await solution.findOrganizationRole(caller, id) }
  const role = await solution.findRole(caller, id)
  return { role, factorDue: factor === true && role === 'ADMIN' && (await solution.isSecondFactorDue(id)) }
}
