import type { VatCheck } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { companyInBerlin, startService } from '../testing/start-service.ts'
import { forgetOldVatChecks } from './ask-vies.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const french = { ...companyInBerlin, postalCode: '75001', city: 'Paris', countryCode: 'FR', vatId: 'fr 12 345678901' }

test('each question to VIES is written down with its answer, whose it was and in whose name, and is found by the id', async () => {
  const { call, vies, service, context } = await startService(postgres)
  const list = async (query = '') =>
    (await call('operator', 'GET', `/vat-checks${query}`)).json<{ items: VatCheck[] }>()
  await call('ada', 'POST', '/invoice-addresses', french)
  vies.set('FR12345678901', true)
  await call('ada', 'POST', '/invoice-addresses', french)
  vies.set('DE123456788', false)
  const partner = '019f0000-0000-7000-8000-00000000aaaa'
  await service.checkVatIdOf(partner, { text: 'DE123456788', prefix: 'DE', number: '123456788', inVies: true })
  // Not asked about: VIES knows no ids of Switzerland.
  await call('ada', 'POST', '/invoice-addresses', {
    ...companyInBerlin,
    postalCode: '8001',
    countryCode: 'CH',
    vatId: 'CHE123456789',
  })
  const { items } = await list()
  const asked = { at: context.now().toISOString(), requesterVatId: 'DE123456789' }
  const ada = { ...asked, vatId: 'FR12345678901', holder: { kind: 'ACCOUNT', id: 'user-ada' }, company: 'Ada & Co' }
  const organization = { kind: 'ORGANIZATION', id: partner }
  expect(items.map(({ id: _id, ...item }) => item)).toEqual([
    { ...asked, vatId: 'DE123456788', holder: organization, company: null, result: 'INVALID', requestId: null },
    { ...ada, result: 'VALID', requestId: 'WAPIAAAAX1' },
    { ...ada, result: 'UNAVAILABLE', requestId: null },
  ])
  const found = async (filter: string) => (await list(`?filter=${encodeURIComponent(filter)}`)).items.length
  expect(await Promise.all(['fr 12-345', 'FR12345678901', 'DE', '%', '_R', ''].map(found))).toEqual([2, 2, 1, 0, 0, 3])
  const parts = await service.partsOfPerson('user-ada')
  expect(parts.find(({ path }) => path === 'billing/vat-checks.json')?.content).toHaveLength(2)
})

test('a check is never changed, and stays for ten whole years after its own', async () => {
  const { call, db, context, clock } = await startService(postgres)
  await call('ada', 'POST', '/invoice-addresses', french)
  const left = async () => (await db.query('test-checks', 'select id from billing.vat_checks')).length
  await expect(db.query('test-change', `update billing.vat_checks set result = 'VALID'`)).rejects.toThrow(
    'never changed',
  )
  clock.now = new Date('2036-12-31T23:59:00Z')
  await forgetOldVatChecks(context)
  expect(await left()).toBe(1)
  clock.now = new Date('2037-01-01T00:00:00Z')
  await forgetOldVatChecks(context)
  expect(await left()).toBe(0)
})
