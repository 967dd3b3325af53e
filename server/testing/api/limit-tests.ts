import { describe, expect, test } from 'vitest'
import { sessionRoutes } from './examples.ts'
import type { Name } from './people.ts'
import { send } from './send.ts'
import type { World } from './world.ts'

/** A call of each service, and each of the captcha with limits of its own: who makes it, and how many limits count it over all processes. */
const counted: readonly (readonly [id: string, as: Name, limits: number])[] = [
  ['listSolutions', 'ada', 1],
  ['listInvoiceAddresses', 'ada', 1],
  ['getSiteSettings', 'ada', 1],
  ['exportDirectly', 'ada', 2],
  ['tryChange', 'ada', 3],
  ['redeliverWebhook', 'ada', 2],
  ['listProbes', 'ada', 1],
  ['listDecisions', 'ada', 1],
  ['listEnquiries', 'ada', 1],
  ['listPageViews', 'operator', 1],
  ['listJobs', 'operator', 1],
]

/** That every service is told where limits are counted for all processes. */
export function limitTests(world: () => World): void {
  describe('limits', () => {
    test.for(counted)('%s is counted for all processes', async ([id, as, limits]) => {
      const { api, people, ofAda } = world()
      const route = sessionRoutes.find((one) => one.id === id)
      if (route === undefined) throw new Error(`there is no call ${id}`)
      await api.db.pool.query('delete from protection_limits.cells')
      const { code } = await send(api, route, ofAda, people[as])
      expect(code).not.toBe('rate-limited')
      const { rowCount } = await api.db.pool.query('select from protection_limits.cells where cardinality(slots) = 1')
      expect(rowCount).toBe(limits)
    })
  })
}
