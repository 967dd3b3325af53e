import { partnerRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { assertAllowed } from '../policy.ts'
import type { Callers } from '../request/callers.ts'
import { describeEarnings } from './commission/describe-earnings.ts'
import { listCommissions } from './commission/list-commissions.ts'
import { setCommissionState } from './commission/set-commission-state.ts'
import type { PartnerDeps } from './partner-context.ts'
import { approvePayoutRun } from './payout/approve-payout-run.ts'
import { createPayoutRun } from './payout/create-payout-run.ts'
import { listPayoutRuns, listPayouts } from './payout/list-payouts.ts'
import { readPayoutDocument } from './payout/read-document.ts'
import { readTransferFile } from './payout/read-transfer-file.ts'
import { setPayoutState } from './payout/set-payout-state.ts'
import { transferPayoutRun } from './payout/transfer-payout-run.ts'

/** Routes of organizations under `/organizations/{organizationId}`, and those of operators. */
export function mountPartner(app: FastifyInstance, deps: PartnerDeps, callers: Callers): void {
  mountOfOrganizations(app, deps, callers)
  mountOfOperators(app, deps, callers)
}

function mountOfOrganizations(app: FastifyInstance, deps: PartnerDeps, { actorOf }: Callers): void {
  mountRoute(app, partnerRoutes.listCommissions, ({ params, query, request }) =>
    listCommissions(deps, actorOf(request), params.organizationId, query),
  )
  mountRoute(app, partnerRoutes.getEarnings, ({ params, request }) =>
    describeEarnings(deps, actorOf(request), params.organizationId),
  )
  mountRoute(app, partnerRoutes.listPayouts, ({ params, query, request }) =>
    listPayouts(deps, actorOf(request), params.organizationId, query),
  )
  mountRoute(app, partnerRoutes.downloadPayoutDocument, async ({ params, query, request, reply }) => {
    const { format, correction } = query
    const { name, mediaType, content } = await readPayoutDocument(deps, actorOf(request), {
      ...params,
      format,
      correction: correction === 'true',
    })
    sendFile(reply, name, mediaType, content)
  })
}

function mountOfOperators(app: FastifyInstance, deps: PartnerDeps, { actorOf, callOf }: Callers): void {
  mountRoute(app, partnerRoutes.listPayoutRuns, ({ query, request }) => listPayoutRuns(deps, actorOf(request), query))
  mountRoute(app, partnerRoutes.createPayoutRun, ({ request }) =>
    createPayoutRun(deps, actorOf(request), callOf(request)),
  )
  mountRoute(app, partnerRoutes.approvePayoutRun, ({ params, request }) =>
    approvePayoutRun(deps, actorOf(request), params.payoutRunId, callOf(request)),
  )
  mountRoute(app, partnerRoutes.transferPayoutRun, ({ params, request }) =>
    transferPayoutRun(deps, actorOf(request), params.payoutRunId, callOf(request)),
  )
  mountRoute(app, partnerRoutes.downloadPayoutRunFile, async ({ params, request, reply }) => {
    const { name, content } = await readTransferFile(deps, actorOf(request), params.payoutRunId)
    sendFile(reply, name, 'application/xml', content)
  })
  // Who may not is told so before the body is read.
  const onRequest = async (request: Parameters<typeof actorOf>[0]) => assertAllowed(actorOf(request), 'payout.operate')
  mountRoute(
    app,
    partnerRoutes.setPayoutState,
    ({ params, body, request }) => setPayoutState(deps, actorOf(request), params.payoutId, body, callOf(request)),
    {
      onRequest,
    },
  )
  mountRoute(
    app,
    partnerRoutes.setCommissionState,
    ({ params, body, request }) =>
      setCommissionState(deps, actorOf(request), params.commissionId, body, callOf(request)),
    { onRequest },
  )
}

function sendFile(reply: FastifyReply, name: string, mediaType: string, content: Buffer): void {
  void reply
    .header('content-type', mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(content)
}
