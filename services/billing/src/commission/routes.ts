import { partnerRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { describeEarnings } from './describe-earnings.ts'
import { listCommissions } from './list-commissions.ts'
import { setCommissionState } from './set-commission-state.ts'

/** Commissions of organizations. */
export function mountCommissions(app: GuardedScope, context: BillingContext): void {
  mountRoute(app, partnerRoutes.listCommissions, ({ params, query, actor }) =>
    listCommissions(context, actor, { ...params, ...query }),
  )
  mountRoute(app, partnerRoutes.getEarnings, ({ params, actor }) =>
    describeEarnings(context, actor, params.organizationId),
  )
  mountRoute(app, partnerRoutes.setCommissionState, ({ params, body, actor, call }) =>
    setCommissionState(context, actor, { ...params, ...body }, call),
  )
}
