import { billingDeskRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { listVatChecks } from '../vat-check/list.ts'
import { listLatestInvoices } from './list-invoices.ts'
import { endPlanOverride, setPlanOverride } from './override-plan.ts'
import { readBookings } from './read-bookings.ts'
import { readDatevBatch } from './read-datev.ts'
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
    await reply.headers(fileHeaders(`${query.part.toLowerCase()}-${query.period}.csv`, 'utf-8')).send(content)
  })
  mountRoute(app, billingDeskRoutes.downloadDatevBookings, async ({ query, reply }) => {
    const { content, charset } = await readDatevBatch(context, query)
    // DATEV finds its files by the beginning of their names.
    await reply.headers(fileHeaders(`EXTF_Buchungsstapel_${query.period}.csv`, charset)).send(content)
  })
  mountRoute(app, billingDeskRoutes.listVatChecks, ({ query }) => listVatChecks(context, query))
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

function fileHeaders(name: string, charset: string): Record<string, string> {
  return {
    'content-type': `text/csv; charset=${charset}`,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
  }
}
