import { lookupRoutes } from '@bollard/contracts'
import { mountRoute } from '@bollard/http'
import { listCountries, listLocales, listTimezones } from '@bollard/lookup-lists'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Lists to choose from; the same for everybody. */
export function mountLookupRoutes(app: FastifyInstance, now: () => Date): void {
  const forADay = (reply: FastifyReply) => void reply.header('cache-control', 'public, max-age=86400')
  mountRoute(app, lookupRoutes.listTimezones, async ({ reply }) => {
    // Offsets change with the clocks, so this one lasts an hour.
    void reply.header('cache-control', 'public, max-age=3600')
    return { items: listTimezones(now()) }
  })
  mountRoute(app, lookupRoutes.listLocales, async ({ reply }) => {
    forADay(reply)
    return { items: listLocales() }
  })
  mountRoute(app, lookupRoutes.listCountries, async ({ query, reply }) => {
    forADay(reply)
    return { items: listCountries(query.set ?? 'ALL', query.language ?? 'en') }
  })
}
