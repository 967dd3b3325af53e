import { partnerRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { assertAllowed } from '../policy.ts'
import type { BillingContext, Callers } from '../billing-context.ts'
import { approvePayoutRun } from './approve-payout-run.ts'
import { createPayoutRun } from './create-payout-run.ts'
import { listPayoutRuns, listPayouts } from './list-payouts.ts'
import { readPayoutDocument } from './read-document.ts'
import { readTransferFile } from './read-transfer-file.ts'
import { setPayoutState } from './set-payout-state.ts'
import { transferPayoutRun } from './transfer-payout-run.ts'

/** Payouts of organizations, and the payout runs of operators. */
export function mountPayouts(app: FastifyInstance, context: BillingContext, callers: Callers): void {
  mountOfOrganizations(app, context, callers)
  mountOfOperators(app, context, callers)
}

function mountOfOrganizations(app: FastifyInstance, context: BillingContext, { actorOf }: Callers): void {
  mountRoute(app, partnerRoutes.listPayouts, ({ params, query, request }) =>
    listPayouts(context, actorOf(request), params.organizationId, query),
  )
  mountRoute(app, partnerRoutes.downloadPayoutDocument, async ({ params, query, request, reply }) => {
    const { format, correction } = query
    const { name, mediaType, content } = await readPayoutDocument(context, actorOf(request), {
      ...params,
      format,
      correction: correction === 'true',
    })
    sendFile(reply, name, mediaType, content)
  })
}

function mountOfOperators(app: FastifyInstance, context: BillingContext, { actorOf, callOf }: Callers): void {
  mountRoute(app, partnerRoutes.listPayoutRuns, ({ query, request }) =>
    listPayoutRuns(context, actorOf(request), query),
  )
  mountRoute(app, partnerRoutes.createPayoutRun, ({ request }) =>
    createPayoutRun(context, actorOf(request), callOf(request)),
  )
  mountRoute(app, partnerRoutes.approvePayoutRun, ({ params, request }) =>
    approvePayoutRun(context, actorOf(request), params.payoutRunId, callOf(request)),
  )
  mountRoute(app, partnerRoutes.transferPayoutRun, ({ params, request }) =>
    transferPayoutRun(context, actorOf(request), params.payoutRunId, callOf(request)),
  )
  mountRoute(app, partnerRoutes.downloadPayoutRunFile, async ({ params, request, reply }) => {
    const { name, content } = await readTransferFile(context, actorOf(request), params.payoutRunId)
    sendFile(reply, name, 'application/xml', content)
  })
  // Who may not is told so before the body is read.
  const onRequest = async (request: Parameters<typeof actorOf>[0]) => assertAllowed(actorOf(request), 'payout.operate')
  mountRoute(
    app,
    partnerRoutes.setPayoutState,
    ({ params, body, request }) => setPayoutState(context, actorOf(request), params.payoutId, body, callOf(request)),
    {
      onRequest,
    },
  )
}

function sendFile(reply: FastifyReply, name: string, mediaType: string, content: Buffer): void {
  void reply
    .header('content-type', mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(content)
}
