import { identityAdvertisingRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { FastifyInstance } from 'fastify'
import type { PartDeps } from '../account/routes.ts'
import { createAdvertisingToken } from './create-token.ts'
import { createConversionExport } from './create-export.ts'
import { getAdvertisingToken, listAdvertisingTokens } from './list-tokens.ts'
import { listConversionExports } from './conversion-export.ts'
import { rejectConversion } from './reject-conversion.ts'
import { requireOperator } from '../session/actor.ts'
import { sendConversion } from './send-conversion.ts'
import { settleConversionExport } from './settle-export.ts'
import { writeConversionFile } from './write-conversion-file.ts'

/** Clicks on advertisements and what became of them. */
export function mountAdvertisingRoutes(app: FastifyInstance, { context, callerOf }: PartDeps): void {
  mountRoute(app, routes.createAdvertisingToken, async ({ body, request }) =>
    createAdvertisingToken(context, callerOf(request), body),
  )
  mountRoute(app, routes.listAdvertisingTokens, async ({ query, request }) =>
    listAdvertisingTokens(context, callerOf(request), query),
  )
  mountRoute(app, routes.createConversionExport, async ({ request }) =>
    createConversionExport(context, callerOf(request)),
  )
  mountRoute(app, routes.listConversionExports, async ({ query, request }) =>
    listConversionExports(context, callerOf(request), query),
  )
  mountRoute(
    app,
    routes.settleConversionExport,
    async ({ params, body, request }) =>
      settleConversionExport(context, callerOf(request), params.conversionExportId, body),
    // Who may not is told so before the body is read.
    { onRequest: async (request) => void (await requireOperator(context, callerOf(request))) },
  )
  mountRoute(app, routes.downloadConversionExport, async ({ params, request, reply }) => {
    await requireOperator(context, callerOf(request))
    const file = await writeConversionFile(context.db, params.conversionExportId)
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="conversions.csv"',
        'cache-control': 'private, no-store',
      })
      .send(file)
  })
  mountRoute(app, routes.getAdvertisingToken, async ({ params, request }) =>
    getAdvertisingToken(context, callerOf(request), params.advertisingTokenId),
  )
  mountRoute(app, routes.rejectConversion, async ({ params, body, request }) =>
    rejectConversion(context, callerOf(request), params, body),
  )
  mountRoute(app, routes.sendConversion, async ({ params, body, request }) =>
    sendConversion(context, callerOf(request), params, body),
  )
}
