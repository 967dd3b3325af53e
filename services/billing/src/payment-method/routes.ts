import { billingRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BillingContext, Callers } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { createPaymentMethod } from './create.ts'
import { deletePaymentMethod } from './delete.ts'
import { finishPaymentMethodSetup } from './finish-setup.ts'
import { listPaymentMethods, paymentOptions } from './list.ts'
import { startPaymentMethodSetup } from './start-setup.ts'
import { makeDefaultMethod } from './update.ts'

export function mountPaymentMethods(app: FastifyInstance, context: BillingContext, { actorOf, callOf }: Callers): void {
  // Who may not create is told so before the body is read.
  const mayCreate = {
    onRequest: async (request: FastifyRequest) =>
      assertAllowed(actorOf(request), 'payment-method.create', null, context.now()),
  }
  const mayFinish = {
    onRequest: async (request: FastifyRequest) => assertAllowed(actorOf(request), 'payment-method.finish'),
  }

  mountRoute(app, billingRoutes.getPaymentOptions, async ({ request }) => {
    assertAllowed(actorOf(request), 'payment-method.use-own')
    return paymentOptions(context)
  })
  mountRoute(app, billingRoutes.listPaymentMethods, ({ query, request }) =>
    listPaymentMethods(context, actorOf(request), query),
  )
  mountRoute(
    app,
    billingRoutes.createPaymentMethod,
    async ({ body, request, reply }) => {
      const { method, repeated } = await createPaymentMethod(
        context,
        actorOf(request),
        callOf(request, 'createPaymentMethod', body),
      )
      if (repeated) void reply.header('idempotency-replayed', 'true')
      return method
    },
    mayCreate,
  )
  mountRoute(
    app,
    billingRoutes.startPaymentMethodSetup,
    ({ body, request }) => startPaymentMethodSetup(context, actorOf(request), body.kind),
    mayCreate,
  )
  mountRoute(
    app,
    billingRoutes.finishPaymentMethodSetup,
    ({ params, request }) => finishPaymentMethodSetup(context, actorOf(request), params.setupId, callOf(request)),
    mayFinish,
  )
  mountRoute(app, billingRoutes.updatePaymentMethod, ({ params, body, request }) =>
    makeDefaultMethod(context, actorOf(request), params.paymentMethodId, body.version, callOf(request)),
  )
  mountRoute(app, billingRoutes.deletePaymentMethod, ({ params, request }) =>
    deletePaymentMethod(context, actorOf(request), params.paymentMethodId, callOf(request)),
  )
}
