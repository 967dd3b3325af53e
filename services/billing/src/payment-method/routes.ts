import { billingRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { createPaymentMethod } from './create.ts'
import { deletePaymentMethod } from './delete.ts'
import { finishPaymentMethodSetup } from './finish-setup.ts'
import { listPaymentMethods, paymentOptions } from './list.ts'
import { startPaymentMethodSetup } from './start-setup.ts'
import { makeDefaultMethod } from './update.ts'

export function mountPaymentMethods(app: GuardedScope, context: BillingContext): void {
  mountRoute(app, billingRoutes.getPaymentOptions, async () => paymentOptions(context))
  mountRoute(app, billingRoutes.listPaymentMethods, ({ query, actor }) => listPaymentMethods(context, actor, query))
  // Nothing is to be said about a transfer, so the body only names the kind.
  mountRoute(app, billingRoutes.createPaymentMethod, ({ actor, call }) => createPaymentMethod(context, actor, call))
  mountRoute(app, billingRoutes.startPaymentMethodSetup, ({ body, actor }) =>
    startPaymentMethodSetup(context, actor, body),
  )
  mountRoute(app, billingRoutes.finishPaymentMethodSetup, ({ params, actor, call }) =>
    finishPaymentMethodSetup(context, actor, params.setupId, call),
  )
  mountRoute(app, billingRoutes.updatePaymentMethod, ({ params, body, actor, call }) =>
    makeDefaultMethod(context, actor, { ...params, ...body }, call),
  )
  mountRoute(app, billingRoutes.deletePaymentMethod, ({ params, actor, call }) =>
    deletePaymentMethod(context, actor, params.paymentMethodId, call),
  )
}
