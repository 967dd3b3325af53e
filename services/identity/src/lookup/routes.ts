import { lookupRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import { listCountries, listLocales, listTimezones } from '@bollard/lookup-lists'
import type { FastifyReply } from 'fastify'
import type { RouteOptions, Scopes } from '../session/route-options.ts'

/** Lists to choose from; the same for everybody. */
export function mountLookupRoutes({ open }: Scopes, { context }: RouteOptions): void {
  const forADay = (reply: FastifyReply) => void reply.header('cache-control', 'public, max-age=86400')
  mountRoute(open, lookupRoutes.listTimezones, async ({ reply }) => {
    // Offsets change with the clocks, so this one lasts an hour.
    void reply.header('cache-control', 'public, max-age=3600')
    return { items: listTimezones(context.now()) }
  })
  mountRoute(open, lookupRoutes.listLocales, async ({ reply }) => {
    forADay(reply)
    return { items: listLocales() }
  })
  mountRoute(open, lookupRoutes.listCountries, async ({ query, reply }) => {
    forADay(reply)
    return { items: listCountries(query.set ?? 'ALL', query.language ?? 'en') }
  })
}
