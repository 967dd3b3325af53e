import { datevAccounts, type InvoiceView, type Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'

const postgres = await startTestDatabase({ apart: true })
afterAll(() => postgres.stop())

const accounts = {
  period: '2026-03',
  consultant: '29098',
  client: '55003',
  fiscalYear: '2026-01-01',
  accountLength: '4',
  chart: 'SKR03',
  ...datevAccounts.SKR03,
}

test('the postings of a month are its invoices and credit notes, each on the account that its tax asks for, and add up to their sums', async () => {
  const { call, address, transfer, open, choose, vies } = await startInvoicing(postgres)
  vies.set('FR12345678901', true)
  const places = [
    {},
    { postalCode: '75001', city: 'Paris', countryCode: 'FR', vatId: 'FR12345678901' },
    { postalCode: '8001', city: 'Zürich', countryCode: 'CH' },
  ]
  const paymentMethodId = (await transfer('ada')).id
  for (const place of places) {
    const id = await open({ ada: 'ADMIN' }, { planCode: 'FREE' })
    const invoiceAddressId = (await address('ada', place)).id
    await choose('ada', id, { planCode: 'STARTER', interval: 'MONTHLY', invoiceAddressId, paymentMethodId })
  }
  const latest = async () =>
    (await call('operator', 'GET', '/invoices/latest?limit=100')).json<{ items: InvoiceView[] }>().items.toReversed()
  const [first] = await latest()
  // It has not been paid, so nothing goes back and one operator is enough.
  await call('operator', 'POST', `/invoices/${first?.id}/credit-notes`, {
    reason: 'Agreed',
    lines: [{ line: 1, amountMinor: 100 }],
  })
  const invoices = await latest()
  expect(invoices.map(({ kind }) => kind)).toEqual(['INVOICE', 'INVOICE', 'INVOICE', 'CREDIT_NOTE'])
  const ask = (more: object = {}) =>
    call('operator', 'GET', `/bookings/datev?${new URLSearchParams({ ...accounts, ...more })}`)
  const answer = await ask()
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=windows-1252',
    'content-disposition': 'attachment; filename="EXTF_Buchungsstapel_2026-03.csv"',
  })
  const rows = answer.text.split('\r\n').slice(2, -1)
  const cells = rows.map((row) => row.split(';'))
  expect(cells.map((row) => [0, 1, 6, 7, 9, 10, 39].map((column) => row[column]))).toEqual([
    ['10,71', '"S"', '1410', '8400', '1003', '"2026-000001"', '""'],
    ['9,00', '"S"', '1410', '8336', '1003', '"2026-000002"', '"FR12345678901"'],
    ['9,00', '"S"', '1410', '8338', '1003', '"2026-000003"', '""'],
    ['1,19', '"H"', '1410', '8400', '1003', '"2026-000004"', '""'],
  ])
  const minor = cells.map(([amount = '', side]) => (side === '"S"' ? 1 : -1) * Number(amount.replace(',', '')))
  const sums = invoices.map(({ kind, gross }) => (kind === 'CREDIT_NOTE' ? -1 : 1) * gross.amountMinor)
  expect(minor).toEqual(sums)
  // A month without anything has no postings, and nothing of March.
  expect((await ask({ period: '2026-02' })).text.split('\r\n')).toHaveLength(3)

  const refused = async (more: object) => {
    const { status, json } = await ask(more)
    return [status, json<Problem>().errors?.[0]?.pointer ?? json<Problem>().code]
  }
  expect(await refused({ fiscalYear: '2026-04-01' })).toEqual([422, '/fiscalYear'])
  expect(await refused({ fiscalYear: '2025-03-15' })).toEqual([422, '/fiscalYear'])
  expect(await refused({ standardAccount: '84000' })).toEqual([422, '/standardAccount'])
  expect(await refused({ debtorAccount: '100000' })).toEqual([422, '/debtorAccount'])
  expect((await ask({ debtorAccount: '10000' })).status).toBe(200)
  for (const more of [
    { consultant: '1000' },
    { client: '0' },
    { standardKey: '9' },
    { accountLength: '3' },
    { period: '2026-13' },
  ])
    expect((await refused(more))[0], JSON.stringify(more)).toBe(400)
  const { outsideAccount: _left, ...incomplete } = accounts
  expect((await call('operator', 'GET', `/bookings/datev?${new URLSearchParams(incomplete)}`)).status).toBe(400)
})

test('a rate for which no account was given is refused by the name of its field, and another currency by its invoice', async () => {
  const { call, address, transfer, open, choose, clock, db } = await startInvoicing(postgres)
  // Half a year of another rate.
  clock.now = new Date('2020-08-15T10:00:00Z')
  const means = { invoiceAddressId: (await address('ada')).id, paymentMethodId: (await transfer('ada')).id }
  const id = await open({ ada: 'ADMIN' }, { planCode: 'FREE' })
  await choose('ada', id, { planCode: 'STARTER', interval: 'MONTHLY', ...means })
  const ask = (more: object = {}) => {
    const query = { ...accounts, period: '2020-08', fiscalYear: '2020-01-01', ...more }
    return call('operator', 'GET', `/bookings/datev?${new URLSearchParams(query)}`)
  }
  const missing = (await ask()).json<Problem>()
  expect([missing.code, missing.errors?.[0]]).toEqual([
    'validation-failed',
    { pointer: '/otherRateAccount', code: 'required' },
  ])
  expect((await ask({ otherRateAccount: '8340', otherRateKey: '0005' })).text).toMatch(
    /\r\n10,44;"S";"EUR";;;"";1410;8340;"0005";1508;"2020-000001";/u,
  )
  await db.pool.query(`alter table billing.invoices disable trigger user; update billing.invoices set currency = 'CHF'`)
  const foreign = (await ask({ otherRateAccount: '8340' })).json<Problem>()
  expect([foreign.code, foreign.detail]).toEqual(['state-conflict', expect.stringContaining('2020-000001 is in CHF')])
})
