import { accountingRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { BillingContext, Callers } from '../billing-context.ts'
import { getUsage } from './get-usage.ts'
import { correctAccounting, previewCorrection } from './correct.ts'
import { listAccountings } from './list.ts'

/** `afterPayment` gives money back that a credit note of a correction has freed. */
export function mountAccountings(
  app: FastifyInstance,
  context: BillingContext,
  { actorOf, callOf }: Callers,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  mountRoute(app, accountingRoutes.listAccountings, ({ params, query, request }) =>
    listAccountings(context, actorOf(request), params.solutionId, query),
  )
  mountRoute(app, accountingRoutes.previewAccountingCorrection, ({ params, body, request }) =>
    previewCorrection(context, actorOf(request), params.solutionId, body.period),
  )
  mountRoute(app, accountingRoutes.createAccountingCorrection, async ({ params, body, request }) => {
    const correction = await correctAccounting(context, actorOf(request), { ...params, ...body }, callOf(request))
    await afterPayment(params.solutionId)
    return correction
  })
  mountRoute(app, accountingRoutes.getUsage, ({ params, request }) =>
    getUsage(context, actorOf(request), params.solutionId),
  )
}
