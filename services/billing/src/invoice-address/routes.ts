import { billingRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { confirmInvoiceEmail } from './confirm-email.ts'
import { createInvoiceAddress } from './create.ts'
import { deleteInvoiceAddress } from './delete.ts'
import { getInvoiceAddress, listInvoiceAddresses } from './get.ts'
import { sendAddressConfirmations } from './send-confirmations.ts'
import { updateInvoiceAddress } from './update.ts'

export function mountInvoiceAddresses(app: GuardedScope, context: BillingContext): void {
  mountRoute(app, billingRoutes.createInvoiceAddress, ({ body, actor, call }) =>
    createInvoiceAddress(context, actor, body, call),
  )
  mountRoute(app, billingRoutes.listInvoiceAddresses, ({ query, actor }) => listInvoiceAddresses(context, actor, query))
  mountRoute(app, billingRoutes.getInvoiceAddress, ({ params, actor }) =>
    getInvoiceAddress(context, actor, params.invoiceAddressId),
  )
  mountRoute(app, billingRoutes.updateInvoiceAddress, ({ params, body, actor, call }) =>
    updateInvoiceAddress(context, actor, { ...params, ...body }, call),
  )
  mountRoute(app, billingRoutes.deleteInvoiceAddress, ({ params, actor, call }) =>
    deleteInvoiceAddress(context, actor, params.invoiceAddressId, call),
  )
  mountRoute(app, billingRoutes.sendInvoiceAddressConfirmations, ({ params, actor }) =>
    sendAddressConfirmations(context, actor, params.invoiceAddressId),
  )
}

/** For the reader of the mail, who may have no account. */
export function mountEmailConfirmations(app: GuardedScope, context: BillingContext): void {
  mountRoute(app, billingRoutes.confirmInvoiceEmail, ({ body, call }) => confirmInvoiceEmail(context, body.token, call))
}
