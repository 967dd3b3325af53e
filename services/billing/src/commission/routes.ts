import { partnerRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { BillingContext, Callers } from '../billing-context.ts'
import { assertAllowed } from '../policy.ts'
import { describeEarnings } from './describe-earnings.ts'
import { listCommissions } from './list-commissions.ts'
import { setCommissionState } from './set-commission-state.ts'

/** Commissions of organizations. */
export function mountCommissions(app: FastifyInstance, context: BillingContext, { actorOf, callOf }: Callers): void {
  mountRoute(app, partnerRoutes.listCommissions, ({ params, query, request }) =>
    listCommissions(context, actorOf(request), params.organizationId, query),
  )
  mountRoute(app, partnerRoutes.getEarnings, ({ params, request }) =>
    describeEarnings(context, actorOf(request), params.organizationId),
  )
  // Callers without the right are refused before the body is read.
  const onRequest = async (request: Parameters<typeof actorOf>[0]) => assertAllowed(actorOf(request), 'payout.operate')
  mountRoute(
    app,
    partnerRoutes.setCommissionState,
    ({ params, body, request }) =>
      setCommissionState(context, actorOf(request), params.commissionId, body, callOf(request)),
    { onRequest },
  )
}
