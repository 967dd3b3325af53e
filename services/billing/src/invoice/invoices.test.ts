import type { InvoiceView, Problem } from '@bollard/contracts'
import { checkRules, totalInvoice } from '@bollard/e-invoice'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type InvoicingService, startInvoicing } from '../testing/start-invoicing.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

type List = { items: InvoiceView[]; nextCursor: string | null }

async function startPaid(addressMore: object = {}, before: (service: InvoicingService) => void = () => {}) {
  const service = await startInvoicing(postgres)
  before(service)
  const means = {
    invoiceAddressId: (await service.address('ada', addressMore)).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'MEMBER' }, { planCode: 'STARTER', ...means })
  const invoices = async () => (await service.call('ada', 'GET', `/solutions/${id}/invoices`)).json<List>().items
  const [first] = await invoices()
  if (!first) throw new Error(`No invoice: ${String(service.errors)}`)
  return { ...service, id, means, invoices, first }
}

test('a plan is invoiced at once: number, parties, tax, XML and PDF that stay the same, and a mail to its admins', async () => {
  const { first, call, mails, errors, service, db } = await startPaid()
  expect(first).toMatchObject({
    number: '2026-000001',
    kind: 'INVOICE',
    status: 'ISSUED',
    issuedOn: '2026-03-10',
    dueOn: '2026-03-24',
    period: { from: '2026-03-10', to: '2026-04-10' },
    net: { amountMinor: 900, currency: 'EUR' },
    tax: { amountMinor: 171 },
    gross: { amountMinor: 1_071 },
    open: { amountMinor: 1_071 },
    lines: [{ name: 'CAPTCHA, Starter plan', unit: 'MON', price: '9.00', taxRate: '19' }],
    seller: { name: 'Example Operator GmbH' },
    buyer: { name: 'Ada & Co', city: 'Berlin' },
    paymentKind: 'BANK_TRANSFER',
    transfer: {
      accountHolder: 'Example Operator GmbH',
      iban: 'DE02120300000000202051',
      bic: 'BYLADEM1001',
      reference: '2026-000001',
    },
  })
  expect(mails.map(({ mail, key }) => [mail.to, mail.tag, key])).toEqual([
    ['ada@example.org', 'invoice-issued-transfer', `invoice-issued:${first.id}:user-ada`],
    ['bills@ada.example', 'invoice-issued-transfer', `invoice-issued:${first.id}:bills@ada.example`],
  ])
  expect(mails[0]?.mail.text).toContain(
    `https://dashboard.example/en/solutions/${first.solutionId}/settings/billing/invoices/${first.id}`,
  )
  expect(mails[0]?.mail.text).toContain('€10.71')
  const xml = await call('ada', 'GET', `/invoices/${first.id}/file?format=XML`)
  expect([xml.status, xml.headers['content-type'], xml.headers['content-disposition']]).toEqual([
    200,
    'application/xml',
    'attachment; filename="2026-000001.xml"',
  ])
  expect(checkRules(xml.text)).toEqual([])
  expect(xml.text).toContain('<ram:ID>2026-000001</ram:ID>')
  const pdf = await call('ada', 'GET', `/invoices/${first.id}/file`)
  expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  await service.runDue()
  expect((await call('ada', 'GET', `/invoices/${first.id}/file`)).text === pdf.text).toBe(true)
  expect(
    (await db.query<{ count: number }>('test-files', 'select count(*)::int as count from billing.invoice_files'))[0]
      ?.count,
  ).toBe(2)
  expect(errors).toEqual([])
})

test('an invoice goes to the address and those in copy as well, to each once, in the language of the solution', async () => {
  const { mails, first } = await startPaid({
    email: 'Bills@ada.example',
    ccEmails: ['bills@ADA.example', 'Ada@example.org', 'tax@adviser.example'],
  })
  expect(mails.map(({ mail }) => [mail.to, mail.subject])).toEqual([
    ['ada@example.org', 'Invoice 2026-000001 for €10.71'],
    ['Bills@ada.example', 'Rechnung 2026-000001 über 10,71 €'],
    ['tax@adviser.example', 'Rechnung 2026-000001 über 10,71 €'],
  ])
  const [toAdmin, , toAdviser] = mails.map(({ mail }) => mail.text)
  expect(toAdmin).toContain('because a Bollard account uses')
  expect(toAdviser).toContain('weil jemand tax@adviser.example bei Bollard eingegeben hat')
  expect(toAdviser).toContain(`/de/solutions/${first.solutionId}/settings/billing/invoices/${first.id}`)
})

test('an authority that asks for it gets an XRechnung, alone and attached to the pages, and its credit note as one too', async () => {
  const chosen = { eInvoice: 'XRECHNUNG_XML', buyerReference: '991-33333TEST-33', peppolId: '0204:991-33333TEST-33' }
  const { first, call, errors } = await startPaid(chosen)
  const xml = (await call('ada', 'GET', `/invoices/${first.id}/file?format=XML`)).text
  expect(xml).toContain('#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0<')
  expect(xml).toContain('<ram:BuyerReference>991-33333TEST-33</ram:BuyerReference>')
  expect(first.eInvoice).toBe('XRECHNUNG_XML')
  expect(xml).toContain('<ram:URIID schemeID="0204">991-33333TEST-33</ram:URIID>')
  expect(checkRules(xml)).toEqual([])
  expect((await call('ada', 'GET', `/invoices/${first.id}/file`)).text).toContain('<fx:DocumentFileName>xrechnung.xml<')
  const note = (
    await call('operator', 'POST', `/invoices/${first.id}/credit-notes`, { reason: 'Wrong address' })
  ).json<InvoiceView>()
  const credited = (await call('ada', 'GET', `/invoices/${note.id}/file?format=XML`)).text
  expect(credited).toContain('xrechnung_3.0')
  expect(checkRules(credited)).toEqual([])
  expect(errors).toEqual([])
})

test('an issued invoice cannot be changed or deleted, by whomever, and becomes void by a credit note alone', async () => {
  const { first, db } = await startPaid()
  const attempts = [
    `update billing.invoices set gross_minor = 1, net_minor = 1, tax_minor = 0`,
    `update billing.invoices set document = jsonb_set(document, '{buyer,name}', '"Eve"')`,
    `update billing.invoices set number = '2026-000009'`,
    `update billing.invoices set due_on = '2027-01-01'`,
    `update billing.invoices set user_id = 'user-eve'`,
    `update billing.invoices set status = 'DRAFT'`,
    `update billing.invoices set status = 'VOID'`,
    `delete from billing.invoices`,
    `update billing.invoice_files set content = ''`,
    `delete from billing.invoice_files`,
  ]
  for (const [index, sql] of attempts.entries())
    await expect(db.query(`test-${index}`, sql), sql).rejects.toMatchObject({ code: '23001' })
  await db.query('test-free', `update billing.invoices set status = 'OVERDUE' where id = '${first.id}'`)
})

test('buyers are taxed by their country and by what VIES says right before the invoice', async () => {
  const french = { countryCode: 'FR', postalCode: '75001', city: 'Paris', vatId: 'FR40303265045' }
  const valid = await startPaid(french, ({ vies }) => vies.set('FR40303265045', true))
  expect(valid.first).toMatchObject({
    tax: { amountMinor: 0 },
    gross: { amountMinor: 900 },
    buyer: { vatId: 'FR40303265045' },
  })
  expect(valid.first.taxes).toMatchObject([
    { category: 'AE', reason: 'Reverse charge, Art. 196 Directive 2006/112/EC' },
  ])
  // Asked when the address was written, and again.
  expect(valid.asked).toHaveLength(2)
  const unavailable = await startPaid(french)
  expect([unavailable.first.gross.amountMinor, unavailable.first.taxes[0]?.category]).toEqual([1_071, 'S'])
  expect(await unavailable.db.query('test-provisional', 'select provisional_tax from billing.invoices')).toEqual([
    { provisional_tax: true },
  ])
  const invalid = await startPaid(french, ({ vies }) => vies.set('FR40303265045', false))
  expect([invalid.first.gross.amountMinor, invalid.first.buyer.vatId]).toEqual([1_071, null])
  const swiss = await startPaid({ countryCode: 'CH', postalCode: '8001', city: 'Zürich' })
  expect([swiss.first.gross.amountMinor, swiss.first.taxes[0]?.category]).toEqual([900, 'O'])
})

test('what goes beyond the plan stands on the next invoice as a line that comes to the accounted amount', async () => {
  const { id, used, invoices, clock, service, call, errors } = await startPaid()
  used(id, '2026-03-20', 62_345)
  clock.now = new Date('2026-04-01T03:00:00Z')
  await service.runDue()
  const [second] = await invoices()
  expect(second).toMatchObject({
    number: '2026-000002',
    net: { amountMinor: 494 },
    period: { from: '2026-03-01', to: '2026-03-31' },
  })
  expect(second?.lines).toMatchObject([{ quantity: '12345', price: '0.00040', net: { amountMinor: 494 } }])
  const { items } = (await call('ada', 'GET', `/solutions/${id}/accountings`)).json<{
    items: { status: string; invoiceId: string; overageAmount: object }[]
  }>()
  expect(items[1]).toMatchObject({ status: 'INVOICED', invoiceId: second?.id, overageAmount: { amountMinor: 494 } })
  expect(errors).toEqual([])
})

test('a transfer is written down once, in parts or too much, by operators alone', async () => {
  const { first, call, mails, db } = await startPaid()
  const pay = (amountMinor: number, bankReference: string, who: Parameters<typeof call>[0] = 'operator') =>
    call(who, 'POST', `/invoices/${first.id}/payments`, {
      amountMinor,
      currency: 'EUR',
      receivedOn: '2026-03-09',
      bankReference,
    })
  const part = await pay(1_000, 'A1')
  expect([part.status, part.json<InvoiceView>().status, part.json<InvoiceView>().open.amountMinor]).toEqual([
    201,
    'ISSUED',
    71,
  ])
  expect((await pay(1_000, 'A1')).json<InvoiceView>().open.amountMinor).toBe(71)
  expect((await pay(999, 'A1')).json<Problem>().code).toBe('state-conflict')
  mails.length = 0
  const rest = await Promise.all([pay(100, 'B2'), pay(100, 'B2')])
  expect(rest.map(({ status }) => status)).toEqual([201, 201])
  expect((await call('ada', 'GET', `/invoices/${first.id}`)).json<InvoiceView>()).toMatchObject({
    status: 'PAID',
    paid: { amountMinor: 1_100 },
    open: { amountMinor: -29 },
  })
  expect(mails.map(({ mail }) => mail.tag)).toEqual(['payment-received'])
  const payments = 'select recorded_by as by, amount_minor::int as amount from billing.payments order by attempt'
  expect(await db.query('test-payments', payments)).toEqual([
    { by: 'user-operator', amount: 1_000 },
    { by: 'user-operator', amount: 100 },
  ])
  expect(
    (await Promise.all((['ada', 'bob', 'eve', null] as const).map((who) => pay(1, 'C3', who)))).map(
      ({ status }) => status,
    ),
  ).toEqual([404, 404, 404, 401])
  for (const wrong of [{ amountMinor: 0 }, { currency: 'USD' }, { receivedOn: '2026-03-11' }, { bankReference: '' }]) {
    const body = { amountMinor: 5, currency: 'EUR', receivedOn: '2026-03-09', bankReference: 'D4', ...wrong }
    expect((await call('operator', 'POST', `/invoices/${first.id}/payments`, body)).status, JSON.stringify(wrong)).toBe(
      422,
    )
  }
})

test('who may not operate is told of a collection that it is not theirs, and of what has an id that there is nothing', async () => {
  const { first, call } = await startPaid()
  const nowhere = '019f0000-0000-7000-8000-ffffffffffff'
  const payment = { amountMinor: 1, currency: 'EUR', receivedOn: '2026-03-09', bankReference: 'A1' }
  const cases = [
    ['GET', '/invoices?userId=user-ada', undefined, [403, 'forbidden']],
    ['POST', `/invoices/${first.id}/credit-notes`, { reason: 'Wrong address' }, [404, 'not-found']],
    ['POST', `/invoices/${nowhere}/credit-notes`, { reason: 'Wrong address' }, [404, 'not-found']],
    ['POST', `/invoices/${first.id}/payments`, payment, [404, 'not-found']],
    ['POST', `/invoices/${nowhere}/payments`, payment, [404, 'not-found']],
  ] as const
  for (const [method, url, body, refusal] of cases) {
    const answer = await call('eve', method, url, body)
    expect([answer.status, answer.json<Problem>().code], url).toEqual(refusal)
    expect((await call(null, method, url, body)).status).toBe(401)
    if (!url.includes(nowhere)) expect((await call('operator', method, url, body)).status, url).toBeLessThan(300)
  }
})

test('a credit note takes all of an invoice back: together they come to nothing', async () => {
  const { first, call, invoices, service, db } = await startPaid()
  const credit = (who: Parameters<typeof call>[0], body: object = { reason: 'Wrong address' }) =>
    call(who, 'POST', `/invoices/${first.id}/credit-notes`, body)
  expect(
    (await Promise.all((['ada', 'bob', 'eve', null] as const).map((who) => credit(who)))).map(({ status }) => status),
  ).toEqual([404, 404, 404, 401])
  const answer = await credit('operator', { reason: 'Wrong address', reissue: true })
  const note = answer.json<InvoiceView>()
  expect([answer.status, answer.headers['location']]).toEqual([201, `/solution/v1/invoices/${note.id}`])
  expect(note).toMatchObject({
    kind: 'CREDIT_NOTE',
    number: '2026-000002',
    corrects: first.id,
    open: { amountMinor: 0 },
    dueOn: null,
  })
  for (const sum of ['net', 'tax', 'gross'] as const) expect(first[sum].amountMinor - note[sum].amountMinor).toBe(0)
  const xml = (await call('ada', 'GET', `/invoices/${note.id}/file?format=XML`)).text
  expect(checkRules(xml)).toEqual([])
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(xml).toContain('2026-000001')
  expect((await invoices()).map(({ number, status, open }) => [number, status, open.amountMinor])).toEqual([
    ['2026-000002', 'ISSUED', 0],
    ['2026-000001', 'VOID', 0],
  ])
  for (const id of [first.id, note.id])
    expect(
      (await call('operator', 'POST', `/invoices/${id}/credit-notes`, { reason: 'Again' })).json<Problem>().code,
    ).toBe('state-conflict')
  await service.runDue()
  expect((await invoices())[0]).toMatchObject({
    number: '2026-000003',
    gross: { amountMinor: 1_071 },
    status: 'ISSUED',
  })
  await expect(
    db.query('test-unvoid', `update billing.invoices set status = 'ISSUED' where status = 'VOID'`),
  ).rejects.toMatchObject({ code: '23001' })
})

test('invoices are seen by members, whoever they go to and operators, and by nobody else, also when the solution has ended', async () => {
  const { first, id, call, service } = await startPaid()
  await service.endSubscription(id)
  const statuses = async (path: string) =>
    Promise.all(
      (['ada', 'bob', 'operator', 'eve', null] as const).map(async (who) => (await call(who, 'GET', path)).status),
    )
  expect(await statuses(`/solutions/${id}/invoices`)).toEqual([200, 200, 200, 404, 401])
  expect(await statuses(`/invoices/${first.id}`)).toEqual([200, 200, 200, 404, 401])
  for (const format of ['PDF', 'XML'])
    expect(await statuses(`/invoices/${first.id}/file?format=${format}`)).toEqual([200, 200, 200, 404, 401])
  expect(await statuses('/invoices?userId=user-ada')).toEqual([200, 403, 200, 403, 401])
  const own = async (who: 'ada' | 'bob' | 'operator', query = '') =>
    (await call(who, 'GET', `/invoices${query}`)).json<List>().items.map(({ number }) => number)
  expect([
    await own('ada'),
    await own('bob'),
    await own('operator'),
    await own('operator', '?userId=user-ada'),
  ]).toEqual([['2026-000001'], [], [], ['2026-000001']])
  expect((await call('ada', 'GET', `/invoices/${id}`)).status).toBe(404)
  expect((await call('ada', 'GET', `/invoices/${first.id}/file?format=DOC`)).status).toBe(400)
  expect((await call('operator', 'GET', '/solutions/019f0000-0000-7000-8000-ffffffffffff/invoices')).status).toBe(404)
})

test('a viewer of a solution does not see what it pays', async () => {
  const service = await startInvoicing(postgres)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'VIEWER' }, { planCode: 'STARTER', ...means })
  const [first] = (await service.call('ada', 'GET', '/invoices')).json<List>().items
  for (const path of [`/solutions/${id}/invoices`, `/invoices/${first?.id}`, `/invoices/${first?.id}/file`]) {
    expect((await service.call('bob', 'GET', path)).json<Problem>().code).toBe('role-too-low')
  }
})

test('without a seller nothing is invoiced and the job says so; with one it is made up for', async () => {
  const service = await startInvoicing(postgres, { operator: null })
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...means })
  await service.service.runDue()
  expect(service.errors.map(String)).toEqual([
    'NoSellerError: Nothing is invoiced: there is no description of the company that sells',
  ])
  expect((await service.charges(id)).map(({ status }) => status)).toEqual(['OPEN'])
  expect(await service.db.query('test-none', 'select id from billing.invoices')).toEqual([])
})

test('for what is stored, lines add up to net, and net and tax to gross', async () => {
  const { db } = await startPaid()
  const rows = await db.query<{ document: Parameters<typeof totalInvoice>[0]; net: number; gross: number }>(
    'test-documents',
    'select document, net_minor::int as net, gross_minor::int as gross from billing.invoices',
  )
  for (const { document, net, gross } of rows) {
    const totals = totalInvoice(document)
    expect([totals.lineNets.reduce((a, b) => a + b, 0), totals.gross]).toEqual([net, gross])
  }
})
