import { listAudit } from '@bollard/audit'
import type { InvoiceAddress, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { companyInBerlin, startService } from '../testing/start-service.ts'
import { addressesPerUserMax } from './create.ts'
import { refreshVatId } from './refresh-vat-id.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const french = {
  ...companyInBerlin,
  company: 'Ada SARL',
  postalCode: '75001',
  city: 'Paris',
  countryCode: 'FR',
  vatId: 'fr 12 345678901',
}
const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const

test('an address is kept, read, listed newest first, changed and deleted', async () => {
  const { call, vies, asked, clock } = await startService(postgres)
  vies.set('FR12345678901', true)
  const created = await call('ada', 'POST', '/invoice-addresses', {
    ...french,
    ccEmails: ['cc@ada.example'],
    purchaseOrder: 'PO 7',
  })
  expect(created.status).toBe(201)
  const address = created.json<InvoiceAddress>()
  expect(address).toEqual({
    id: address.id,
    company: 'Ada SARL',
    firstName: '',
    lastName: '',
    street: 'Unter den Linden 1',
    line2: '',
    postalCode: '75001',
    city: 'Paris',
    region: '',
    countryCode: 'FR',
    email: 'bills@ada.example',
    ccEmails: ['cc@ada.example'],
    unconfirmedEmails: ['bills@ada.example', 'cc@ada.example'],
    vatId: 'FR12345678901',
    vatIdStatus: 'VALID',
    vatIdCheckedAt: clock.now.toISOString(),
    purchaseOrder: 'PO 7',
    buyerReference: '',
    eInvoice: 'ZUGFERD_PDF',
    peppolId: null,
    version: 1,
    createdAt: clock.now.toISOString(),
    updatedAt: clock.now.toISOString(),
  })
  expect(created.headers['location']).toBe(`/solution/v1/invoice-addresses/${address.id}`)
  expect(created.headers['cache-control']).toBe('no-store')
  expect(asked).toEqual(['FR12345678901'])
  expect((await call('ada', 'GET', `/invoice-addresses/${address.id}`)).json()).toEqual(address)
  const second = (await call('ada', 'POST', '/invoice-addresses', companyInBerlin)).json<InvoiceAddress>()
  const first = (await call('ada', 'GET', '/invoice-addresses?limit=1')).json<{
    items: InvoiceAddress[]
    nextCursor: string
  }>()
  const rest = (await call('ada', 'GET', `/invoice-addresses?limit=1&cursor=${first.nextCursor}`)).json<{
    items: InvoiceAddress[]
    nextCursor: null
  }>()
  expect([first.items[0]?.id, rest.items[0]?.id, rest.nextCursor]).toEqual([second.id, address.id, null])
  const change = { ...companyInBerlin, city: 'Potsdam', version: 1 }
  expect((await call('ada', 'PUT', `/invoice-addresses/${second.id}`, change)).json()).toMatchObject({
    city: 'Potsdam',
    version: 2,
    vatIdStatus: 'NONE',
  })
  expect(problemOf(await call('ada', 'PUT', `/invoice-addresses/${second.id}`, change))).toEqual([
    409,
    'version-conflict',
  ])
  expect((await call('ada', 'DELETE', `/invoice-addresses/${second.id}`)).status).toBe(204)
  expect(problemOf(await call('ada', 'GET', `/invoice-addresses/${second.id}`))).toEqual([404, 'not-found'])
})

test('what does not fit the country is refused, all of it at once', async () => {
  const { call } = await startService(postgres)
  const refused = async (more: object) => {
    const answer = await call('ada', 'POST', '/invoice-addresses', { ...companyInBerlin, ...more })
    return [answer.status, ...(answer.json<Problem>().errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)]
  }
  expect(await refused({ postalCode: '1234', vatId: 'DE12' })).toEqual([
    422,
    '/postalCode invalid-format',
    '/vatId invalid-format',
  ])
  expect(await refused({ countryCode: 'US' })).toEqual([422, '/countryCode not-supported'])
  expect(await refused({ countryCode: 'GR', postalCode: '10557', vatId: 'GR123456789' })).toEqual([
    422,
    '/vatId invalid-format',
  ])
  expect(await refused({ eInvoice: 'PEPPOL', peppolId: '9930:DE123456789' })).toEqual([422, '/eInvoice not-supported'])
  expect(await refused({ peppolId: '1234:DE123456789' })).toEqual([422, '/peppolId not-supported'])
  expect(await refused({ eInvoice: 'XRECHNUNG_XML' })).toEqual([422, '/buyerReference required'])
  expect((await refused({ company: ' ' }))[0]).toBe(422)
  expect((await refused({ company: 'a\u202eb' }))[0]).toBe(422)
  expect((await refused({ ccEmails: ['a@b.de', 'b@b.de', 'c@b.de', 'd@b.de'] }))[0]).toBe(422)
  expect(
    problemOf(await call('ada', 'POST', '/invoice-addresses', { ...companyInBerlin, vatIdStatus: 'VALID' })),
  ).toEqual([400, 'unknown-field'])
})

test('nobody else sees, changes or deletes it, and it looks as if it were not there; nobody who is not confirmed makes one', async () => {
  const { call, address } = await startService(postgres)
  const { id } = await address('ada')
  const nowhere = '019f0000-0000-7000-8000-ffffffffffff'
  for (const person of ['eve', 'operator', 'newcomer'] as const) {
    for (const [method, body] of [['GET'], ['PUT', { ...companyInBerlin, version: 1 }], ['DELETE']] as const) {
      const [theirs, none] = [
        await call(person, method, `/invoice-addresses/${id}`, body),
        await call(person, method, `/invoice-addresses/${nowhere}`, body),
      ]
      expect(problemOf(theirs), `${person} ${method}`).toEqual([404, 'not-found'])
      expect({ ...theirs.json<Problem>(), requestId: '' }).toEqual({ ...none.json<Problem>(), requestId: '' })
    }
    expect((await call(person, 'GET', '/invoice-addresses')).json()).toEqual({ items: [], nextCursor: null })
  }
  for (const [method, url, body] of [
    ['POST', '', companyInBerlin],
    ['GET', ''],
    ['GET', `/${id}`],
    ['PUT', `/${id}`, {}],
    ['DELETE', `/${id}`],
  ] as const) {
    expect(problemOf(await call(null, method, `/invoice-addresses${url}`, body))).toEqual([401, 'unauthenticated'])
  }
  expect(problemOf(await call('newcomer', 'POST', '/invoice-addresses', companyInBerlin))).toEqual([
    403,
    'email-not-verified',
  ])
  expect(
    problemOf(await call('ada', 'DELETE', `/invoice-addresses/${id}`, undefined, { origin: 'https://evil.example' })),
  ).toEqual([403, 'cross-site-request'])
})

test('a hundred parallel calls with one key make one address, another body is refused', async () => {
  const { call, db } = await startService(postgres)
  const key = { 'idempotency-key': 'a1' }
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => call('ada', 'POST', '/invoice-addresses', companyInBerlin, key)),
  )
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.json<InvoiceAddress>().id}`)).size).toBe(1)
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(99)
  expect(await db.query('test-count', 'select count(*)::int as n from billing.invoice_addresses')).toEqual([{ n: 1 }])
  expect(problemOf(await call('ada', 'POST', '/invoice-addresses', { ...companyInBerlin, city: 'Bonn' }, key))).toEqual(
    [409, 'idempotency-mismatch'],
  )
})

test('an account has as many as it may have, also when they come at once', async () => {
  const { call, db, address } = await startService(postgres)
  const { id } = await address('ada')
  const copy = `insert into billing.invoice_addresses select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid()))).* from billing.invoice_addresses a, generate_series(1, $2) where id = $1`
  await db.query('test-copies', copy, [id, addressesPerUserMax - 2])
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => call('ada', 'POST', '/invoice-addresses', companyInBerlin)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429, 429])
})

test('one that a solution has cannot go; another member does not learn of it', async () => {
  const { call, address, transfer, open, service } = await startService(postgres)
  const [{ id }, method] = [await address('ada'), await transfer('ada')]
  const solutionId = await open(
    { ada: 'ADMIN', bob: 'ADMIN' },
    { planCode: 'STARTER', invoiceAddressId: id, paymentMethodId: method.id },
  )
  expect(problemOf(await call('ada', 'DELETE', `/invoice-addresses/${id}`))).toEqual([409, 'in-use'])
  expect(problemOf(await call('ada', 'DELETE', `/payment-methods/${method.id}`))).toEqual([409, 'in-use'])
  expect(problemOf(await call('bob', 'GET', `/invoice-addresses/${id}`))).toEqual([404, 'not-found'])
  expect(await service.solutionsOfInvoiceAddress('user-ada', id)).toEqual([solutionId])
  expect(await service.solutionsOfInvoiceAddress('user-bob', id)).toBeNull()
  expect(await service.solutionsOfPaymentMethod('user-ada', method.id)).toEqual([solutionId])
  expect(await service.solutionsOfPaymentMethod('user-bob', method.id)).toBeNull()
})

test('VIES being away leaves a VAT id unconfirmed; it is asked again after an hour, and each month once it is confirmed', async () => {
  const { call, service, vies, asked, later, context } = await startService(postgres)
  const { id, vatIdStatus } = (await call('ada', 'POST', '/invoice-addresses', french)).json<InvoiceAddress>()
  expect(vatIdStatus).toBe('UNAVAILABLE')
  const read = async () => (await call('ada', 'GET', `/invoice-addresses/${id}`)).json<InvoiceAddress>()
  vies.set('FR12345678901', true)
  await service.runDue()
  expect((await read()).vatIdStatus).toBe('UNAVAILABLE')
  later({ hours: 1 })
  await service.runDue()
  expect(await read()).toMatchObject({ vatIdStatus: 'VALID', version: 1 })
  later({ days: 29 })
  await service.runDue()
  expect(asked).toHaveLength(2)
  later({ days: 1 })
  vies.set('FR12345678901', false)
  await service.runDue()
  expect([asked.length, (await read()).vatIdStatus]).toEqual([3, 'INVALID'])
  vies.set('FR12345678901', true)
  expect(await refreshVatId(context, id)).toMatchObject({ status: 'VALID', requestId: 'WAPIAAAAX1' })
  expect((await read()).vatIdStatus).toBe('VALID')
  const swiss = await call('ada', 'POST', '/invoice-addresses', {
    ...companyInBerlin,
    postalCode: '8001',
    countryCode: 'CH',
    vatId: 'CHE123456789',
  })
  expect(swiss.json()).toMatchObject({ vatId: 'CHE-123.456.789 MWST', vatIdStatus: 'UNCHECKED' })
})

test('the log of the account says what was done, without what the fields say', async () => {
  const { call, address, db } = await startService(postgres)
  const { id } = await address('ada')
  await call('ada', 'PUT', `/invoice-addresses/${id}`, {
    ...companyInBerlin,
    street: 'Geheime Gasse 5',
    email: 'secret@ada.example',
    version: 1,
  })
  await call('ada', 'DELETE', `/invoice-addresses/${id}`)
  const { items } = await listAudit(db, 'ACCOUNT', 'user-ada', { limit: 10 })
  expect(items.map(({ action, after, target }) => [action, after, target?.id === id])).toEqual([
    ['invoice-address.deleted', null, true],
    ['invoice-address.updated', { changed: ['street', 'email'] }, true],
    ['invoice-address.created', { company: 'Ada & Co', countryCode: 'DE' }, true],
  ])
  expect(JSON.stringify(items)).not.toContain('Geheime')
})
