import { identityAdvertisingRoutes as routes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import type { RouteOptions, Scopes } from '../session/route-options.ts'
import { listConversionExports } from './conversion-export.ts'
import { createConversionExport } from './create-export.ts'
import { createAdvertisingToken } from './create-token.ts'
import { getAdvertisingToken, listAdvertisingTokens } from './list-tokens.ts'
import { rejectConversion } from './reject-conversion.ts'
import { sendConversion } from './send-conversion.ts'
import { settleConversionExport } from './settle-export.ts'
import { writeConversionFile } from './write-conversion-file.ts'

/** Clicks on advertisements and what became of them; all but the first route are for administrators. */
export function mountAdvertisingRoutes({ open, guarded }: Scopes, { context, callOf, actorOf }: RouteOptions): void {
  mountRoute(open, routes.createAdvertisingToken, async ({ body, request }) =>
    createAdvertisingToken(context, body, callOf(request)),
  )
  mountRoute(guarded, routes.listAdvertisingTokens, async ({ query }) => listAdvertisingTokens(context, query))
  mountRoute(guarded, routes.getAdvertisingToken, async ({ params }) =>
    getAdvertisingToken(context, params.advertisingTokenId),
  )
  mountRoute(guarded, routes.rejectConversion, async ({ params, body, request }) =>
    rejectConversion(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.sendConversion, async ({ params, body, request }) =>
    sendConversion(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.createConversionExport, async ({ request }) =>
    createConversionExport(context, actorOf(request), callOf(request)),
  )
  mountRoute(guarded, routes.listConversionExports, async ({ query }) => listConversionExports(context, query))
  mountRoute(guarded, routes.settleConversionExport, async ({ params, body, request }) =>
    settleConversionExport(context, actorOf(request), { ...params, ...body }, callOf(request)),
  )
  mountRoute(guarded, routes.downloadConversionExport, async ({ params, reply }) => {
    const file = await writeConversionFile(context.db, params.conversionExportId)
    await reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="conversions.csv"',
        'cache-control': 'private, no-store',
      })
      .send(file)
  })
}
