import { anybody } from './access.ts'
import { z } from 'zod'
import { defineRoute } from './route.ts'

const list = <Item extends z.ZodType>(item: Item) => z.object({ items: z.array(item) })
const countryQuery = z.strictObject({
  language: z.string().max(35).optional(),
  set: z.enum(['ALL', 'EU', 'INVOICE_ADDRESS']).optional(),
})

/** Lists to choose from. They change with a release only, so they may be cached for a day. */
export const lookupRoutes = {
  listTimezones: defineRoute({
    id: 'listTimezones',
    method: 'GET',
    path: '/identity/v1/lookups/timezones',
    access: anybody,
    summary: 'IANA time zones with their current offset from UTC.',
    response: { status: 200, schema: list(z.object({ id: z.string(), offsetMinutes: z.int() })) },
    problems: [],
  }),
  listLocales: defineRoute({
    id: 'listLocales',
    method: 'GET',
    path: '/identity/v1/lookups/locales',
    access: anybody,
    summary: 'Locales with their own names.',
    response: { status: 200, schema: list(z.object({ code: z.string(), nativeName: z.string() })) },
    problems: [],
  }),
  listCountries: defineRoute({
    id: 'listCountries',
    method: 'GET',
    path: '/identity/v1/lookups/countries',
    access: anybody,
    summary:
      'Countries with their two-letter codes: all, those of the European Union, or those that invoices can be addressed to.',
    query: countryQuery,
    response: { status: 200, schema: list(z.object({ code: z.string(), name: z.string() })) },
    problems: [],
  }),
}
