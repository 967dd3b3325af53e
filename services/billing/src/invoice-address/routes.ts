import { billingRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { BillingContext, Callers } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { confirmInvoiceEmail } from './confirm-email.ts'
import { createInvoiceAddress } from './create.ts'
import { deleteInvoiceAddress } from './delete.ts'
import { getInvoiceAddress, listInvoiceAddresses } from './get.ts'
import { sendAddressConfirmations } from './send-confirmations.ts'
import { updateInvoiceAddress } from './update.ts'

export function mountInvoiceAddresses(
  app: FastifyInstance,
  context: BillingContext,
  { actorOf, callOf }: Callers,
): void {
  mountRoute(
    app,
    billingRoutes.createInvoiceAddress,
    async ({ body, request, reply }) => {
      const { address, repeated } = await createInvoiceAddress(
        context,
        actorOf(request),
        body,
        callOf(request, 'createInvoiceAddress', body),
      )
      if (repeated) void reply.header('idempotency-replayed', 'true')
      return address
    },
    // Who may not create is told so before the body is read.
    { onRequest: async (request) => assertAllowed(actorOf(request), 'address.create') },
  )
  mountRoute(app, billingRoutes.listInvoiceAddresses, ({ query, request }) =>
    listInvoiceAddresses(context, actorOf(request), query),
  )
  mountRoute(app, billingRoutes.getInvoiceAddress, ({ params, request }) =>
    getInvoiceAddress(context, actorOf(request), params.invoiceAddressId),
  )
  mountRoute(app, billingRoutes.updateInvoiceAddress, ({ params, body, request }) =>
    updateInvoiceAddress(context, actorOf(request), params.invoiceAddressId, body, callOf(request)),
  )
  mountRoute(app, billingRoutes.deleteInvoiceAddress, ({ params, request }) =>
    deleteInvoiceAddress(context, actorOf(request), params.invoiceAddressId, callOf(request)),
  )
  mountRoute(app, billingRoutes.sendInvoiceAddressConfirmations, ({ params, request }) =>
    sendAddressConfirmations(context, actorOf(request), params.invoiceAddressId),
  )
}

/** For whoever reads the mail, who need not have an account. */
export function mountEmailConfirmations(
  app: FastifyInstance,
  context: BillingContext,
  callOf: Callers['callOf'],
): void {
  mountRoute(app, billingRoutes.confirmInvoiceEmail, ({ body, request }) =>
    confirmInvoiceEmail(context, body.token, callOf(request)),
  )
}
