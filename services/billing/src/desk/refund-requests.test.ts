import { listAudit } from '@bollard/audit'
import type { InvoiceView, Problem, RefundRequest } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { people, person } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** Twenty more operators. */
const others = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `session=op${index}`,
    { ...people.operator, ...person(`op${index}`), isAdmin: true },
  ]),
)
const findActor = async (sent: string | undefined) =>
  others[sent ?? ''] ?? Object.entries(people).find(([name]) => sent === `session=${name}`)?.[1] ?? null
const codeOf = (answer: { status: number; json<T>(): T }) =>
  `${answer.status} ${answer.status < 300 ? '' : answer.json<Problem>().code}`.trim()

async function startPaid() {
  const service = await startInvoicing(postgres, { identity: { findActor } })
  const { call } = service
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'MEMBER' }, { planCode: 'FREE' })
  await service.choose('ada', id, { planCode: 'STARTER', interval: 'MONTHLY', ...means })
  const invoices = async () =>
    (await call('ada', 'GET', `/solutions/${id}/invoices`)).json<{ items: InvoiceView[] }>().items
  const [first] = await invoices()
  const money = { amountMinor: first?.gross.amountMinor, currency: 'EUR' }
  await call('operator', 'POST', `/invoices/${first?.id}/payments`, {
    ...money,
    receivedOn: '2026-03-09',
    bankReference: 'B1',
  })
  const as = (name: string, method: 'GET' | 'POST', path: string, body?: object) =>
    call(null, method, path, body, { cookie: `session=${name}` })
  const ask = (amountMinor: number) =>
    call('operator', 'POST', `/invoices/${first?.id}/credit-notes`, {
      reason: 'Agreed',
      lines: [{ line: 1, amountMinor }],
    })
  const requests = async (state = '') =>
    (await call('operator', 'GET', `/refund-requests${state}`)).json<{ items: RefundRequest[] }>().items
  const notes = async () => (await invoices()).filter(({ kind }) => kind === 'CREDIT_NOTE')
  return { ...service, id, first, as, ask, requests, notes }
}

test('one operator asks and another confirms, of twenty at once one; whoever asked is refused', async () => {
  const { id, first, ask, requests, as, notes, db } = await startPaid()
  expect(codeOf(await ask(100))).toBe('409 second-person-needed')
  expect(codeOf(await ask(100))).toBe('409 second-person-needed')
  const [request, ...rest] = await requests()
  expect([request, rest]).toMatchObject([
    {
      kind: 'CREDIT_NOTE',
      invoiceId: first?.id,
      invoiceNumber: first?.number,
      amount: { amountMinor: 119, currency: 'EUR' },
      state: 'OPEN',
      askedBy: 'user-operator',
      expiresAt: '2026-03-17T10:00:00.000Z',
      lines: [{ line: 1, amountMinor: 100 }],
    },
    [],
  ])
  const confirm = (name: string) => as(name, 'POST', `/refund-requests/${request?.id}/confirmation`)
  const own = await Promise.all(Array.from({ length: 5 }, () => confirm('operator')))
  expect(new Set(own.map(codeOf))).toEqual(new Set(['409 second-person-needed']))
  expect(await notes()).toEqual([])
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(n % 2 ? `op${n}` : 'operator')))
  const [ofAsker, ofOthers] = [0, 1].map((odd) => answers.filter((_, n) => n % 2 === odd).map(codeOf))
  expect(ofOthers?.toSorted()).toEqual(['200', ...Array.from({ length: 9 }, () => '409 state-conflict')])
  expect(ofAsker?.filter((code) => !code.startsWith('409'))).toEqual([])
  expect((await notes()).map(({ gross }) => gross.amountMinor)).toEqual([119])
  const [done] = await requests('?state=CONFIRMED')
  expect(done).toMatchObject({ id: request?.id, state: 'CONFIRMED', decidedAt: '2026-03-10T10:00:00.000Z' })
  expect(await requests('?state=OPEN')).toEqual([])
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 10 })
  expect(items.find(({ action }) => action === 'invoice.credited')).toMatchObject({
    actor: { kind: 'OPERATOR', id: done?.decidedBy },
    after: { refundRequest: request?.id },
  })
  expect(items.find(({ action }) => action === 'invoice.refund-asked')?.actor).toEqual({
    kind: 'OPERATOR',
    id: 'user-operator',
  })
  await expect(
    db.query('test-self', `update billing.refund_requests set decided_by = asked_by where id = $1`, [request?.id]),
  ).rejects.toMatchObject({ code: '23514' })
})

test('what was refused, withdrawn or left for a week goes back no more, and a refusal says why', async () => {
  const { ask, requests, as, notes, later } = await startPaid()
  const path = async () => `/refund-requests/${(await requests())[0]?.id}`
  for (const [name, decidedBy] of [
    ['op1', 'user-op1'],
    ['operator', 'user-operator'],
  ] as const) {
    await ask(100)
    const at = await path()
    expect(codeOf(await as(name, 'POST', `${at}/refusal`, { reason: '' }))).toBe('422 validation-failed')
    const refused = await as(name, 'POST', `${at}/refusal`, { reason: 'Not owed' })
    expect(refused.json()).toMatchObject({ state: 'REFUSED', refusal: 'Not owed', decidedBy })
    expect(codeOf(await as('op2', 'POST', `${at}/confirmation`))).toBe('409 state-conflict')
    expect(codeOf(await as('op2', 'POST', `${at}/refusal`, { reason: 'Again' }))).toBe('409 state-conflict')
  }
  await ask(100)
  const late = await path()
  later({ days: 7 })
  expect((await requests('?state=EXPIRED')).map(({ state }) => state)).toEqual(['EXPIRED'])
  expect(codeOf(await as('op2', 'POST', `${late}/confirmation`))).toBe('409 state-conflict')
  expect(codeOf(await as('op2', 'POST', `${late}/refusal`, { reason: 'Too late' }))).toBe('409 state-conflict')
  const nowhere = '/refund-requests/019f0000-0000-7000-8000-ffffffffffff'
  expect(codeOf(await as('op2', 'POST', `${nowhere}/confirmation`))).toBe('404 not-found')
  expect(codeOf(await as('op2', 'POST', `${nowhere}/refusal`, { reason: 'Nothing' }))).toBe('404 not-found')
  expect(await notes()).toEqual([])
})

test('invoices of all customers are found by number, company and state, and their month is what an accountant books', async () => {
  const { call, as, first, ask, requests, id } = await startPaid()
  await ask(100)
  await as('op1', 'POST', `/refund-requests/${(await requests())[0]?.id}/confirmation`)
  const find = async (query: string) =>
    (await call('operator', 'GET', `/invoices/latest?${query}`)).json<{ items: InvoiceView[] }>().items
  expect((await find('')).map(({ number }) => number)).toEqual(['2026-000002', '2026-000001'])
  for (const query of [`filter=${first?.number}`, `filter=${first?.id}`, 'kind=INVOICE', 'status=PAID'])
    expect(
      (await find(query)).map(({ number }) => number),
      query,
    ).toEqual(['2026-000001'])
  expect(await find(`filter=${id}`)).toHaveLength(2)
  expect(await find(`filter=${encodeURIComponent(first?.buyer.name ?? '')}`)).toHaveLength(2)
  expect([await find('filter=%25'), await find('status=OVERDUE')]).toEqual([[], []])
  expect((await find('kind=INVOICE'))[0]).toMatchObject({ dunning: null, vatRequestId: null, taxIsProvisional: false })
  const booked = async (part: string, period = '2026-03') =>
    (await call('operator', 'GET', `/bookings?period=${period}&part=${part}`)).text.split('\r\n')
  const [head, invoice, note, end] = await booked('INVOICES')
  expect(head).toBe('number,kind,corrects,issuedOn,dueOn,buyer,country,vatId,net,tax,gross,currency,taxes,status')
  expect([invoice?.slice(0, 20), note, end]).toEqual([
    '2026-000001,INVOICE,',
    expect.stringMatching(/^2026-000002,CREDIT_NOTE,2026-000001,2026-03-10,,.*,-1,-0\.19,-1\.19,EUR,S 19,ISSUED$/u),
    '',
  ])
  expect((await booked('PAYMENTS'))[1]).toMatch(
    /^2026-03-09T00:00:00\.000Z,PAYMENT,2026-000001,.*,10\.71,EUR,B1,BANK_TRANSFER$/u,
  )
  expect(await booked('PAYMENTS', '2026-02')).toHaveLength(2)
  expect((await call('operator', 'GET', '/bookings?period=2026-13')).status).toBe(400)
})
