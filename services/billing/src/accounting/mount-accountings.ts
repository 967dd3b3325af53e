import { accountingRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { InvoicingDeps } from '../invoicing-context.ts'
import type { Callers } from '../request/callers.ts'
import { getUsage } from '../usage/get.ts'
import { listAccountings } from './list.ts'

export function mountAccountings(app: FastifyInstance, deps: InvoicingDeps, { actorOf }: Callers): void {
  mountRoute(app, accountingRoutes.listAccountings, ({ params, query, request }) => listAccountings(deps, actorOf(request), params.solutionId, query))
  mountRoute(app, accountingRoutes.getUsage, ({ params, request }) => getUsage(deps, actorOf(request), params.solutionId))
}
