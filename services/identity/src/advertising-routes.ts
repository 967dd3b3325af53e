import { identityAdvertisingRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { PartDeps } from './account-routes.ts'
import { createAdvertisingToken } from './advertising/create-token.ts'
import { exportConversions } from './advertising/export-conversions.ts'
import { getAdvertisingToken, listAdvertisingTokens } from './advertising/list-tokens.ts'
import { rejectConversion } from './advertising/reject-conversion.ts'
import { requireOperator } from './advertising/require-operator.ts'
import { sendConversion } from './advertising/send-conversion.ts'

/** Clicks on advertisements and what became of them. */
export function mountAdvertisingRoutes(app: FastifyInstance, { context, callerOf }: PartDeps): void {
  mountRoute(app, routes.createAdvertisingToken, async ({ body, request }) => createAdvertisingToken(context, callerOf(request), body))
  mountRoute(app, routes.listAdvertisingTokens, async ({ query, request }) => listAdvertisingTokens(context, callerOf(request), query))
  mountRoute(app, routes.exportConversions, async ({ request, reply }) => {
    await requireOperator(context, callerOf(request))
    const file = await exportConversions(context.db)
    await reply.headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="conversions.csv"' }).send(file)
  })
  mountRoute(app, routes.getAdvertisingToken, async ({ params, request }) => getAdvertisingToken(context, callerOf(request), params.advertisingTokenId))
  mountRoute(app, routes.rejectConversion, async ({ params, body, request }) => rejectConversion(context, callerOf(request), params, body))
  mountRoute(app, routes.sendConversion, async ({ params, body, request }) => sendConversion(context, callerOf(request), params, body))
}
