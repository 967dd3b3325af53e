import { accountingRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { BillingContext } from '../billing-context.ts'
import { correctAccounting, previewCorrection } from './correct.ts'
import { getUsage } from './get-usage.ts'
import { listAccountings } from './list.ts'

/** `afterPayment` gives money back that a credit note of a correction has freed. */
export function mountAccountings(
  app: GuardedScope,
  context: BillingContext,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  mountRoute(app, accountingRoutes.listAccountings, ({ params, query, actor }) =>
    listAccountings(context, actor, { ...params, ...query }),
  )
  mountRoute(app, accountingRoutes.previewAccountingCorrection, ({ params, body }) =>
    previewCorrection(context, { ...params, ...body }),
  )
  mountRoute(app, accountingRoutes.createAccountingCorrection, async ({ params, body, actor, call }) => {
    const correction = await correctAccounting(context, actor, { ...params, ...body }, call)
    await afterPayment(params.solutionId)
    return correction
  })
  mountRoute(app, accountingRoutes.getUsage, ({ params, actor }) => getUsage(context, actor, params.solutionId))
}
