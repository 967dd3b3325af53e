import { partnerRoutes } from '@bollard/contracts'
import { type GuardedScope, mountRoute } from '@bollard/http'
import type { FastifyReply } from 'fastify'
import type { BillingContext } from '../billing-context.ts'
import { approvePayoutRun } from './approve-payout-run.ts'
import { createPayoutRun } from './create-payout-run.ts'
import { listPayoutRuns, listPayouts } from './list-payouts.ts'
import { readPayoutDocument } from './read-document.ts'
import { readTransferFile } from './read-transfer-file.ts'
import { setPayoutState } from './set-payout-state.ts'
import { transferPayoutRun } from './transfer-payout-run.ts'

/** Payouts of organizations, and the payout runs of operators. */
export function mountPayouts(app: GuardedScope, context: BillingContext): void {
  mountOfOrganizations(app, context)
  mountOfOperators(app, context)
}

function mountOfOrganizations(app: GuardedScope, context: BillingContext): void {
  mountRoute(app, partnerRoutes.listPayouts, ({ params, query, actor }) =>
    listPayouts(context, actor, { ...params, ...query }),
  )
  mountRoute(app, partnerRoutes.downloadPayoutDocument, async ({ params, query, reply, actor }) => {
    const { format, correction } = query
    const { name, mediaType, content } = await readPayoutDocument(context, actor, {
      ...params,
      format,
      correction: correction === 'true',
    })
    sendFile(reply, name, mediaType, content)
  })
}

function mountOfOperators(app: GuardedScope, context: BillingContext): void {
  mountRoute(app, partnerRoutes.listPayoutRuns, ({ query }) => listPayoutRuns(context, query))
  mountRoute(app, partnerRoutes.createPayoutRun, ({ actor, call }) => createPayoutRun(context, actor, call))
  mountRoute(app, partnerRoutes.approvePayoutRun, ({ params, actor, call }) =>
    approvePayoutRun(context, actor, params.payoutRunId, call),
  )
  mountRoute(app, partnerRoutes.transferPayoutRun, ({ params, actor, call }) =>
    transferPayoutRun(context, actor, params.payoutRunId, call),
  )
  mountRoute(app, partnerRoutes.downloadPayoutRunFile, async ({ params, reply }) => {
    const { name, content } = await readTransferFile(context, params.payoutRunId)
    sendFile(reply, name, 'application/xml', content)
  })
  mountRoute(app, partnerRoutes.setPayoutState, ({ params, body, actor, call }) =>
    setPayoutState(context, actor, { ...params, ...body }, call),
  )
}

function sendFile(reply: FastifyReply, name: string, mediaType: string, content: Buffer): void {
  void reply
    .header('content-type', mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(content)
}
