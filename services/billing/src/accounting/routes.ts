import { accountingRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { InvoicingDeps } from '../invoicing-context.ts'
import type { Callers } from '../request/callers.ts'
import { getUsage } from './get-usage.ts'
import { correctAccounting, previewCorrection } from './correct.ts'
import { listAccountings } from './list.ts'

/** `afterPayment` gives money back that a credit note of a correction has freed. */
export function mountAccountings(
  app: FastifyInstance,
  deps: InvoicingDeps,
  { actorOf, callOf }: Callers,
  afterPayment: (solutionId: string) => Promise<void>,
): void {
  mountRoute(app, accountingRoutes.listAccountings, ({ params, query, request }) =>
    listAccountings(deps, actorOf(request), params.solutionId, query),
  )
  mountRoute(app, accountingRoutes.previewAccountingCorrection, ({ params, body, request }) =>
    previewCorrection(deps, actorOf(request), params.solutionId, body.period),
  )
  mountRoute(app, accountingRoutes.createAccountingCorrection, async ({ params, body, request }) => {
    const correction = await correctAccounting(deps, actorOf(request), { ...params, ...body }, callOf(request))
    await afterPayment(params.solutionId)
    return correction
  })
  mountRoute(app, accountingRoutes.getUsage, ({ params, request }) =>
    getUsage(deps, actorOf(request), params.solutionId),
  )
}
