import { billingRoutes } from '@bollard/contracts'
import { mountRoute, ProblemError } from '@bollard/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BillingDeps } from '../billing-context.ts'
import { receivePaymentEvent } from './receive-event.ts'

const eventBytesMax = 262_144

/** Mount it in a scope of its own: there the body is kept as it came, since the signature is over its bytes. `afterPayment` does what follows outside of a transaction. */
export function mountPaymentEvents(
  app: FastifyInstance,
  deps: BillingDeps,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  const rawBodies = new WeakMap<FastifyRequest, Buffer>()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    rawBodies.set(request, body)
    void parse(request, body.toString('utf8'), done)
  })
  mountRoute(
    app,
    billingRoutes.receivePaymentEvent,
    async ({ request, reply }) => {
      void reply.header('cache-control', 'no-store')
      const signature = request.headers['stripe-signature']
      const rawBody = rawBodies.get(request)
      if (typeof signature !== 'string' || rawBody === undefined) {
        throw new ProblemError('invalid-parameter', 'The signature is missing.', {
          errors: [{ pointer: '/stripe-signature', code: 'required' }],
        })
      }
      for (const solutionId of await receivePaymentEvent(deps, { rawBody, signature })) await afterPayment(solutionId)
    },
    { bodyLimit: eventBytesMax },
  )
}
