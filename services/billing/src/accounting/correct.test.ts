import { listAudit } from '@bollard/audit'
import type { Accounting, AccountingCorrection, InvoiceView, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type InvoicingService, startInvoicing } from '../testing/start-invoicing.ts'
import { people, type Person } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const
const period = '2026-03'
const reason = 'Verifications of a test were counted'

async function startClosed(overrides: Parameters<typeof startInvoicing>[1] = {}, billable = 60_000) {
  const service = await startInvoicing(postgres, overrides)
  const means = {
    invoiceAddressId: (await service.address('ada')).id,
    paymentMethodId: (await service.transfer('ada')).id,
  }
  const id = await service.open({ ada: 'ADMIN', bob: 'MEMBER' }, { planCode: 'STARTER', ...means })
  service.used(id, '2026-03-12', billable)
  service.clock.now = new Date('2026-04-01T03:00:00Z')
  const url = `/solutions/${id}/accounting-corrections`
  const correct = (who: Person = 'operator') => service.call(who, 'POST', url, { period, reason })
  const preview = async () =>
    (await service.call('operator', 'POST', `${url}/previews`, { period })).json<AccountingCorrection>()
  const invoices = async () =>
    (await service.call('ada', 'GET', `/solutions/${id}/invoices`)).json<{ items: InvoiceView[] }>().items
  const months = async () =>
    (await service.call('ada', 'GET', `/solutions/${id}/accountings`)).json<{ items: Accounting[] }>().items.slice(1)
  return { ...service, id, url, correct, preview, invoices, months }
}

/** As if the day had had another count all along. */
function recount({ days, used }: InvoicingService, id: string, billable: number): void {
  days.splice(0, days.length, ...days.filter(({ day }) => day !== '2026-03-12'))
  used(id, '2026-03-12', billable)
}

test('what a month costs more is a line of the next invoice, what it costs less goes back by credit notes, the newest bill first', async () => {
  const service = await startClosed()
  const { id, correct, preview, invoices, months, errors, mails, db } = service
  await service.service.runDue()
  expect(problemOf(await correct())).toEqual([409, 'state-conflict'])
  expect(await preview()).toMatchObject({ difference: { amountMinor: 0 }, settledBy: 'NOTHING', creditNoteIds: [] })

  recount(service, id, 65_000)
  const more = await preview()
  expect(more).toMatchObject({
    solutionId: id,
    period: '2026-03',
    before: {
      billable: 60_000,
      included: 50_000,
      overageUnits: 10_000,
      overageAmount: { amountMinor: 400, currency: 'EUR' },
    },
    after: { billable: 65_000, included: 50_000, overageUnits: 15_000, overageAmount: { amountMinor: 600 } },
    difference: { amountMinor: 200 },
    settledBy: 'CHARGE',
  })
  // A preview writes nothing.
  expect([(await months()).length, await preview()]).toEqual([1, more])
  const made = await correct()
  expect([made.status, made.json()]).toEqual([201, more])
  await service.service.runDue()
  expect((await invoices())[0]).toMatchObject({
    net: { amountMinor: 200 },
    lines: [{ quantity: '5000', net: { amountMinor: 200 } }],
  })

  recount(service, id, 52_000)
  expect(await preview()).toMatchObject({
    difference: { amountMinor: -520 },
    settledBy: 'CREDIT_NOTE',
    creditNoteIds: [],
  })
  const less = (await correct()).json<AccountingCorrection>()
  expect([less.settledBy, less.creditNoteIds.length]).toEqual(['CREDIT_NOTE', 2])
  expect(mails.filter(({ mail }) => mail.tag === 'credit-note-issued' && mail.to === 'ada@example.org')).toHaveLength(2)
  const notes = (await invoices()).filter(({ kind }) => kind === 'CREDIT_NOTE')
  expect(notes.map(({ net }) => net.amountMinor).toSorted((a, b) => a - b)).toEqual([200, 320])
  expect(
    (await months()).map(({ status, counted, corrects }) => [status, counted.billable, corrects !== null]),
  ).toEqual([
    ['CLOSED', 52_000, true],
    ['CORRECTED', 65_000, true],
    ['CORRECTED', 60_000, false],
  ])
  // Up again: what went back is owed anew, and no more.
  recount(service, id, 53_000)
  expect(await preview()).toMatchObject({ difference: { amountMinor: 40 }, settledBy: 'CHARGE' })
  await correct()
  await service.service.runDue()
  expect((await invoices())[0]).toMatchObject({ net: { amountMinor: 40 } })
  expect(errors).toEqual([])
  const { items } = await listAudit(db, 'SOLUTION', id, { limit: 50, action: 'accounting.corrected' })
  expect(items.map(({ actor, after }) => [actor, after?.['reason'], after?.['differenceMinor']])).toEqual(
    [40, -520, 200].map((minor) => [{ kind: 'OPERATOR', id: 'user-operator' }, reason, minor]),
  )
})

test('what no invoice names yet is charged anew instead', async () => {
  const { id, correct, charges, service, invoices, ...rest } = await startClosed({ operator: null })
  await service.runDue()
  recount({ ...rest, charges, service } as InvoicingService, id, 55_000)
  expect((await correct()).json()).toMatchObject({
    difference: { amountMinor: -200 },
    settledBy: 'CHARGE',
    creditNoteIds: [],
  })
  expect(
    (await charges(id)).filter(({ kind }) => kind === 'OVERAGE').map(({ amount, status }) => [amount, status]),
  ).toEqual([
    [400, 'CANCELED'],
    [200, 'OPEN'],
  ])
  expect(await invoices()).toEqual([])
})

test('where what was paid goes back another operator asks for the same', async () => {
  const second = { ...people.operator, userId: 'user-second' }
  const findActor = async (cookie: string | undefined) => {
    const name = cookie?.replace('session=', '') ?? ''
    const provenAt = new Date('2026-04-01T02:59:00Z')
    return name === 'eve'
      ? { ...second, provenAt }
      : { ...(people[name === 'operator' ? 'operator' : 'ada'] ?? second), provenAt }
  }
  const service = await startClosed({ identity: { findActor } }, 5_000_000)
  const { id, correct, call, invoices, months } = service
  await service.service.runDue()
  const [bill] = await invoices()
  const paid = {
    amountMinor: bill?.open.amountMinor,
    currency: 'EUR',
    receivedOn: '2026-04-01',
    bankReference: 'TRX-1',
  }
  expect((await call('operator', 'POST', `/invoices/${bill?.id}/payments`, paid)).status).toBe(201)
  recount(service, id, 1_000_000)
  expect(problemOf(await correct())).toEqual([409, 'second-person-needed'])
  expect(problemOf(await correct())).toEqual([409, 'second-person-needed'])
  expect((await months()).length).toBe(1)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => correct(n % 2 ? 'eve' : 'operator')))
  const done = answers.flatMap((answer, n) => (answer.status < 300 ? [{ by: n % 2 ? 'eve' : 'operator', answer }] : []))
  expect(
    done.map(({ by }) => by),
    'one of twenty, and never who asked',
  ).toEqual(['eve'])
  expect(done[0]?.answer.json()).toMatchObject({
    settledBy: 'CREDIT_NOTE',
    difference: { amountMinor: -160_000 },
  })
  expect((await months()).length).toBe(2)
})

test('it is for administrators of the deployment who have just proved who they are, about months that are closed', async () => {
  const { call, url, id, correct, service } = await startClosed()
  await service.runDue()
  for (const [path, body] of [
    [url, { period, reason }],
    [`${url}/previews`, { period }],
  ] as const) {
    const answers = await Promise.all(
      (['ada', 'bob', 'eve', null] as const).map((who) => call(who, 'POST', path, body)),
    )
    expect(answers.map(problemOf)).toEqual([
      [403, 'forbidden'],
      [403, 'forbidden'],
      [404, 'not-found'],
      [401, 'unauthenticated'],
    ])
    expect(problemOf(await call('operator', 'POST', path, { ...body, period: '2026-04' }))).toEqual([404, 'not-found'])
    expect(problemOf(await call('operator', 'POST', path, { ...body, period: '2026-13' }))).toEqual([
      422,
      'validation-failed',
    ])
    expect(
      problemOf(await call('operator', 'POST', path.replace(id, '019f0000-0000-7000-8000-ffffffffffff'), body)),
    ).toEqual([404, 'not-found'])
  }
  expect(problemOf(await call('operator', 'POST', url, { period, reason: '' }))).toEqual([422, 'validation-failed'])
  expect(problemOf(await correct())).toEqual([409, 'state-conflict'])
  const stale = await startClosed({
    identity: {
      findActor: async (cookie) =>
        cookie === 'session=operator' ? { ...people.operator, provenAt: null } : people.ada,
    },
  })
  expect(problemOf(await stale.correct())).toEqual([401, 'step-up-required'])
})
