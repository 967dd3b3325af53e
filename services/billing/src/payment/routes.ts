import { billingRoutes, invoiceRoutes } from '@bollard/contracts'
import { type GuardedScope, keepRawBodies, mountRoute, ProblemError } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { startPaymentConfirmation } from './confirm-payment.ts'
import { receivePaymentEvent } from './receive-event.ts'
import { recordPayment } from './record-payment.ts'

const eventBytesMax = 262_144

/** Mount it in a scope of its own: there the body is kept as it came, since the signature is over its bytes. `afterPayment` does what follows outside of a transaction. */
export function mountPaymentEvents(
  app: GuardedScope,
  context: BillingContext,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  const rawBodyOf = keepRawBodies(app)
  mountRoute(
    app,
    billingRoutes.receivePaymentEvent,
    async ({ reply, request }) => {
      void reply.header('cache-control', 'no-store')
      const signature = request.headers['stripe-signature']
      const rawBody = rawBodyOf(request)
      if (typeof signature !== 'string' || rawBody === undefined) {
        throw new ProblemError('invalid-parameter', 'The signature is missing.', {
          errors: [{ pointer: '/stripe-signature', code: 'required' }],
        })
      }
      for (const solutionId of await receivePaymentEvent(context, { rawBody, signature }))
        await afterPayment(solutionId)
    },
    { bodyLimit: eventBytesMax },
  )
}

/** Payments of invoices: what their admins confirm, and what an operator records. */
export function mountPayments(
  app: GuardedScope,
  context: BillingContext,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  mountRoute(app, invoiceRoutes.startPaymentConfirmation, ({ params, actor }) =>
    startPaymentConfirmation(context, actor, params.invoiceId),
  )
  mountRoute(app, invoiceRoutes.recordPayment, async ({ params, body, actor, call }) => {
    const invoice = await recordPayment(context, actor, { ...params, ...body }, call)
    await afterPayment(invoice.solutionId)
    return invoice
  })
}
