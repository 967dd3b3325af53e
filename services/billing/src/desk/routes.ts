import { billingDeskRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { listLatestInvoices } from './list-invoices.ts'
import { endPlanOverride, setPlanOverride } from './override-plan.ts'
import { readBookings } from './read-bookings.ts'
import { confirmRefundRequest, listRefundRequests, refuseRefundRequest } from './refund-requests.ts'

/** What the operator does about the money of all customers. `afterPayment` gives back what a credit note has freed. */
export function mountBillingDesk(
  app: GuardedScope,
  context: BillingContext,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  mountRoute(app, billingDeskRoutes.listLatestInvoices, ({ query }) => listLatestInvoices(context, query))
  mountRoute(app, billingDeskRoutes.downloadBookings, async ({ query, reply }) => {
    const content = await readBookings(context, query.period, query.part)
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${query.part.toLowerCase()}-${query.period}.csv"`,
      'cache-control': 'private, no-store',
    }
    await reply.headers(headers).send(content)
  })
  mountRoute(app, billingDeskRoutes.listRefundRequests, ({ query }) => listRefundRequests(context, query))
  mountRoute(app, billingDeskRoutes.confirmRefundRequest, async ({ params, actor, call }) => {
    const request = await confirmRefundRequest(context, actor, params.refundRequestId, call)
    await afterPayment(request.solutionId)
    return request
  })
  mountRoute(app, billingDeskRoutes.refuseRefundRequest, ({ params, body, actor, call }) =>
    refuseRefundRequest(context, actor, { requestId: params.refundRequestId, ...body }, call),
  )
  mountRoute(app, billingDeskRoutes.setPlanOverride, ({ params, body, actor, call }) =>
    setPlanOverride(context, actor, { ...params, ...body }, call),
  )
  mountRoute(app, billingDeskRoutes.endPlanOverride, ({ params, actor, call }) =>
    endPlanOverride(context, actor, params.solutionId, call),
  )
}
