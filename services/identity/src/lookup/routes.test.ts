import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('the lists are there for everybody and may be kept for a while; a wrong set is refused', async () => {
  const { call } = await start()
  const items = async (path: string) => (await call('GET', path)).json<{ items: Record<string, unknown>[] }>().items
  expect((await items('/lookups/timezones')).find(({ id }) => id === 'Europe/Berlin')).toBeDefined()
  expect((await items('/lookups/locales')).find(({ code }) => code === 'de-AT')).toEqual({
    code: 'de-AT',
    nativeName: 'Deutsch (Österreich)',
  })
  expect(await items('/lookups/countries')).toHaveLength(249)
  expect(await items('/lookups/countries?set=EU&language=de')).toHaveLength(27)
  expect((await items('/lookups/countries?set=INVOICE_ADDRESS')).find(({ code }) => code === 'CH')).toEqual({
    code: 'CH',
    name: 'Switzerland',
  })
  expect((await call('GET', '/lookups/countries')).headers['cache-control']).toBe('public, max-age=86400')
  expect((await call('GET', '/lookups/countries?set=MOON')).json()).toMatchObject({ code: 'invalid-parameter' })
})
