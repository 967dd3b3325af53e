import { listAudit } from '@bollard/audit'
import type { PayoutRun, Problem } from '@bollard/contracts'
import { checkRules } from '@bollard/e-invoice'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startProgramme, type TestProgramme } from '../testing/start-partner.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const
const nowhere = '019f0000-0000-7000-8000-ffffffffffff'
const onlyId = (run: PayoutRun) => run.payouts[0]?.id ?? ''

/** An organization with so many cents that can be paid out. */
async function earned(
  programme: TestProgramme,
  commissionMinor: number,
  organization = programme.found({ ada: 'ADMIN' }),
): Promise<string> {
  await programme.pay(programme.bring(organization), Math.round((commissionMinor * 100) / 15))
  await programme.service.runDue()
  return organization
}
async function payday(programme: TestProgramme): Promise<void> {
  programme.toPayday()
  await programme.service.runDue()
}

test('from the 10th on a run gathers what is due, an approval issues the documents, and the money is paid when it arrived', async () => {
  const programme = await startProgramme(postgres)
  const { run, approve, call, ledger, payouts, commissions, mails } = programme
  const organization = await earned(programme, 60_00)
  await payday(programme)
  mails.length = 0
  const made = await run()
  expect(made).toMatchObject({
    month: '2026-05',
    status: 'DRAFT',
    total: { amountMinor: 6000 },
    createdBy: 'user-operator',
    leftOut: [],
  })
  expect(made.payouts).toMatchObject([
    {
      organizationId: organization,
      number: null,
      documentUrl: null,
      periodFrom: '2026-03-01',
      periodTo: '2026-03-31',
      status: 'DRAFT',
    },
  ])
  expect(await ledger(organization)).toEqual({ IN_PAYOUT: 6000 })
  expect((await commissions(organization))[0]).toMatchObject({ status: 'IN_PAYOUT', payoutId: onlyId(made) })
  expect(
    problemOf(
      await call('operator', 'PUT', `/commissions/${(await commissions(organization))[0]?.id}/state`, {
        status: 'HELD',
        reason: 'too late',
      }),
    ),
  ).toEqual([409, 'state-conflict'])
  const approved = await approve(made)
  expect(approved).toMatchObject({
    status: 'APPROVED',
    approvedBy: 'user-second',
    payouts: [{ number: 'GS-2026-000001', status: 'APPROVED', vat: { amountMinor: 0 } }],
  })
  expect(problemOf(await programme.callAs('second', 'POST', `/payout-runs/${made.id}/approval`))).toEqual([
    409,
    'state-conflict',
  ])

  const state = (status: string, reason?: string) =>
    call('operator', 'PUT', `/payouts/${onlyId(made)}/state`, { status, ...(reason ? { reason } : {}) })
  expect(problemOf(await state('COMPLETED'))).toEqual([409, 'state-conflict'])
  expect(problemOf(await state('CANCELED', 'too late'))).toEqual([409, 'state-conflict'])
  expect(problemOf(await state('FAILED'))).toEqual([422, 'validation-failed'])
  expect((await state('SENT')).json()).toMatchObject({ status: 'SENT' })
  expect((await state('SENT')).status).toBe(200)
  expect(mails.map(({ mail, key }) => [mail.to, mail.tag, key])).toEqual([
    ['ada@example.org', 'payout-sent', `payout-sent:${onlyId(made)}:user-ada`],
  ])
  expect(mails[0]?.mail.subject).toBe('Payout GS-2026-000001 of €60.00 is on its way')
  const attachment = {
    kind: 'payout',
    id: onlyId(made),
    name: 'Self-billing-invoice-GS-2026-000001.pdf',
    mediaType: 'application/pdf',
  } as const
  expect(mails[0]?.mail.attachments).toEqual([attachment])
  const mailed = await programme.service.readAttachment(attachment)
  const [file] = await programme.db.query<{ content: Buffer }>(
    'test-file',
    'select content from billing.payout_files',
    [],
  )
  expect([mailed.subarray(0, 5).toString(), file?.content.equals(mailed)]).toEqual(['%PDF-', true])
  expect(await ledger(organization)).toEqual({ IN_PAYOUT: 6000 })
  expect((await state('COMPLETED')).json()).toMatchObject({ status: 'COMPLETED', paidAt: '2026-05-10T09:00:00.000Z' })
  expect(problemOf(await state('FAILED', 'came back'))).toEqual([409, 'state-conflict'])
  expect(await ledger(organization)).toEqual({ PAID: 6000 })
  expect(await payouts(organization)).toMatchObject([
    { number: 'GS-2026-000001', status: 'COMPLETED', amount: { amountMinor: 6000, currency: 'EUR' } },
  ])
  const { items } = await listAudit(programme.db, 'ORGANIZATION', organization, { limit: 10 })
  expect(items.map(({ actor, action, after }) => [actor.id ?? actor.kind, action, after?.['status']])).toEqual([
    ['user-operator', 'payout.state-changed', 'COMPLETED'],
    ['user-operator', 'payout.state-changed', 'SENT'],
    ['user-second', 'payout.state-changed', 'APPROVED'],
    ['user-operator', 'payout.created', 'DRAFT'],
    ['SYSTEM', 'commissions.approved', 'APPROVED'],
    ['SYSTEM', 'commission.booked', 'PENDING'],
  ])
  expect(
    (await listAudit(programme.db, 'SYSTEM', 'payouts', { limit: 10 })).items.map(({ action }) => action).slice(0, 2),
  ).toEqual(['payout-run.approved', 'payout-run.created'])
})

test('what is below 50 € is carried over, and who cannot be paid is named with the reason', async () => {
  const programme = await startProgramme(postgres)
  const { found, terms, vies } = programme
  const few = await earned(programme, 49_99)
  const fine = await earned(programme, 50_00)
  const cases = {
    NOT_VERIFIED: found({}, { verification: 'UNVERIFIED' }),
    FROZEN: found({}, { frozenUntil: new Date('2026-05-10T09:00:01Z') }),
    NO_ACCOUNT: found({}, { account: null }),
    ADDRESS_INCOMPLETE: found(
      {},
      { address: { street: '', addressLine2: '', postalCode: '75001', city: 'Paris', region: '' } },
    ),
    TAX_ID_MISSING: found({}, { vatId: null }),
    VAT_ID_INVALID: found({}, { vatId: 'FR98765432109' }),
    GONE: found({}),
  }
  vies.set('FR98765432109', false)
  for (const organization of Object.values(cases)) await earned(programme, 60_00, organization)
  terms.delete(cases.GONE)
  await payday(programme)
  const made = await programme.run()
  expect(made.payouts.map(({ organizationId }) => organizationId)).toEqual([fine])
  expect(Object.fromEntries(made.leftOut.map(({ organizationId, reason }) => [organizationId, reason]))).toEqual({
    [few]: 'BELOW_MINIMUM',
    ...Object.fromEntries(Object.entries(cases).map(([reason, id]) => [id, reason])),
  })
  await earned(programme, 1, few)
  await payday(programme)
  // By then one is no longer frozen.
  const next = (await programme.run()).payouts.map(({ organizationId, amount }) => [organizationId, amount.amountMinor])
  expect(Object.fromEntries(next)).toEqual({ [few]: 5000, [cases.FROZEN]: 6000 })
})

test('what was earned in another currency than that of SEPA transfers is named, not paid and not lost, and a partner in Switzerland or the United Kingdom is paid in euros', async () => {
  const programme = await startProgramme(postgres)
  const { found, bring, pay, toPayday, vies } = programme
  const swiss = {
    countryCode: 'CH',
    vatId: 'CHE-116.281.710 MWST',
    address: { street: 'Seestrasse 1', addressLine2: '', postalCode: '8001', city: 'Zürich', region: '' },
  }
  const british = {
    countryCode: 'GB',
    vatId: null,
    address: { street: '1 High Street', addressLine2: '', postalCode: 'SW1A 1AA', city: 'London', region: '' },
  }
  const inZurich = found(
    { ada: 'ADMIN' },
    { ...swiss, account: { accountHolder: 'Ada AG', iban: 'CH9300762011623852957', bic: null } },
  )
  const inLondon = found(
    { ada: 'ADMIN' },
    { ...british, account: { accountHolder: 'Ada Ltd', iban: 'GB82WEST12345698765432', bic: null } },
  )
  vies.set('CHE-116.281.710 MWST', true)
  for (const organization of [inZurich, inLondon]) await pay(bring(organization), 1_000_00)
  await pay(bring(inZurich), 2_000_00, { currency: 'CHF' })
  await programme.service.runDue()
  toPayday()
  await programme.service.runDue()
  const made = await programme.run()
  expect(made.leftOut).toEqual([
    { organizationId: inZurich, amount: { amountMinor: 300_00, currency: 'CHF' }, reason: 'OTHER_CURRENCY' },
  ])
  expect(made.payouts.map(({ organizationId, amount }) => [organizationId, amount]).toSorted()).toEqual(
    [inZurich, inLondon].map((organizationId) => [organizationId, { amountMinor: 150_00, currency: 'EUR' }]).toSorted(),
  )
  const [kept] = (await programme.commissions(inZurich)).filter(({ amount }) => amount.currency === 'CHF')
  expect(kept).toMatchObject({ status: 'APPROVED', payoutId: null })
})

test('not before the 10th, once a month, and not for nothing', async () => {
  const programme = await startProgramme(postgres)
  const { call, clock } = programme
  expect(problemOf(await call('operator', 'POST', '/payout-runs'))).toEqual([409, 'state-conflict'])
  await earned(programme, 60_00)
  await payday(programme)
  clock.now = new Date('2026-05-09T23:59:59Z')
  expect(problemOf(await call('operator', 'POST', '/payout-runs'))).toEqual([409, 'state-conflict'])
  clock.now = new Date('2026-05-10T00:00:00Z')
  await programme.run()
  await earned(programme, 60_00)
  expect(problemOf(await call('operator', 'POST', '/payout-runs'))).toEqual([409, 'state-conflict'])
})

test('two runs at once pay once, and so do two approvals', async () => {
  const programme = await startProgramme(postgres)
  const organization = await earned(programme, 60_00)
  await payday(programme)
  const answers = await Promise.all([1, 2, 3].map(() => programme.call('operator', 'POST', '/payout-runs')))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const made = answers.find(({ status }) => status === 201)?.json<PayoutRun>()
  const approvals = await Promise.all(
    [1, 2].map(() => programme.callAs('second', 'POST', `/payout-runs/${made?.id}/approval`)),
  )
  expect(approvals.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await programme.payouts(organization)).map(({ number }) => number)).toEqual(['GS-2026-000001'])
  expect(await programme.ledger(organization)).toEqual({ IN_PAYOUT: 6000 })
})

test('above 1 000 € it takes a second administrator; up to it the same one may', async () => {
  const programme = await startProgramme(postgres)
  await earned(programme, 1000_00)
  await payday(programme)
  const small = await programme.run()
  expect((await programme.call('operator', 'POST', `/payout-runs/${small.id}/approval`)).status).toBe(200)
  await earned(programme, 500_01)
  await earned(programme, 500_00)
  await payday(programme)
  const large = await programme.run()
  expect(large.total.amountMinor).toBe(100_001)
  expect(problemOf(await programme.call('operator', 'POST', `/payout-runs/${large.id}/approval`))).toEqual([
    409,
    'second-person-needed',
  ])
  const approval = `/payout-runs/${large.id}/approval`
  const approve = (n: number) =>
    n % 2 ? programme.callAs('second', 'POST', approval) : programme.call('operator', 'POST', approval)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => approve(n)))
  expect(
    answers.flatMap(({ status }, n) => (status === 200 ? [n % 2 ? 'second' : 'operator'] : [])),
    'one of twenty, and never who made it',
  ).toEqual(['second'])
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
})

test('an organization that can no longer be paid when the run is approved keeps its commissions for the next one', async () => {
  const programme = await startProgramme(postgres)
  const { terms, ledger, payouts } = programme
  const [frozen, moved, fine] = [
    await earned(programme, 60_00),
    await earned(programme, 60_00),
    await earned(programme, 60_00),
  ]
  await payday(programme)
  const made = await programme.run()
  const change = (id: string, more: object) => terms.set(id, { ...(terms.get(id) ?? Object.create(null)), ...more })
  change(frozen, { frozenUntil: new Date('2026-12-01T00:00:00Z') })
  change(moved, { account: { accountHolder: 'Eve', iban: 'FR7630006000011234567890189', bic: null } })
  const approved = await programme.approve(made)
  expect(approved.total.amountMinor).toBe(6000)
  expect((await payouts(frozen))[0]).toMatchObject({ status: 'CANCELED', failureReason: 'FROZEN', number: null })
  expect(
    (await programme.call('operator', 'GET', `/organizations/${moved}/payouts`)).json<{ items: object[] }>().items[0],
  ).toMatchObject({
    status: 'CANCELED',
    failureReason: 'CHANGED',
  })
  expect([await ledger(frozen), await ledger(moved), await ledger(fine)]).toEqual([
    { APPROVED: 6000 },
    { APPROVED: 6000 },
    { IN_PAYOUT: 6000 },
  ])
})

test('a payout that failed is taken back by a document of its own and comes with the next run; numbers have no gaps', async () => {
  const programme = await startProgramme(postgres)
  const { call, ledger, payouts } = programme
  const organization = await earned(programme, 60_00)
  await payday(programme)
  const first = await programme.approve(await programme.run())
  const set = (id: string, status: string, reason?: string) =>
    call('operator', 'PUT', `/payouts/${id}/state`, { status, ...(reason ? { reason } : {}) })
  await set(onlyId(first), 'SENT')
  expect((await set(onlyId(first), 'FAILED', 'Account closed')).json()).toMatchObject({
    status: 'FAILED',
    failureReason: 'Account closed',
  })
  expect(await ledger(organization)).toEqual({ APPROVED: 6000 })
  const file = (id: string, query: string) =>
    call('ada', 'GET', `/organizations/${organization}/payouts/${id}/document?${query}`)
  const correction = (await file(onlyId(first), 'format=XML&correction=true')).text
  expect(correction).toContain('GS-2026-000002')
  expect(correction).toMatch(/<ram:GrandTotalAmount>-60\.00</u)
  expect(correction).toMatch(/<ram:IssuerAssignedID>GS-2026-000001</u)
  expect(checkRules(correction)).toEqual([])
  await payday(programme)
  const second = await programme.run()
  expect((await set(onlyId(second), 'CANCELED', 'Looked at again')).json()).toMatchObject({ status: 'CANCELED' })
  expect(problemOf(await programme.callAs('second', 'POST', `/payout-runs/${second.id}/approval`))).toEqual([
    409,
    'state-conflict',
  ])
  await payday(programme)
  const third = await programme.approve(await programme.run())
  expect(third.payouts[0]?.number).toBe('GS-2026-000003')
  expect((await payouts(organization)).map(({ status }) => status)).toEqual(['APPROVED', 'CANCELED', 'FAILED'])
})

test('a refund of what is paid already comes off the next payout, which waits until it is worth it', async () => {
  const programme = await startProgramme(postgres)
  const { ledger, service } = programme
  const organization = programme.found({ ada: 'ADMIN' })
  const paid = await programme.pay(programme.bring(organization), 1000_00)
  await service.runDue()
  await payday(programme)
  const made = await programme.approve(await programme.run())
  for (const status of ['SENT', 'COMPLETED'])
    await programme.call('operator', 'PUT', `/payouts/${onlyId(made)}/state`, { status })
  await programme.giveBack(paid, 0)
  await service.runDue()
  expect(await ledger(organization)).toEqual({ PAID: 15_000, APPROVED: -15_000 })
  expect((await service.describeBalances([organization])).get(organization)?.available.amountMinor).toBe(-15_000)
  await earned(programme, 160_00, organization)
  await payday(programme)
  expect(problemOf(await programme.call('operator', 'POST', '/payout-runs'))).toEqual([409, 'state-conflict'])
  await earned(programme, 45_00, organization)
  await payday(programme)
  expect((await programme.run()).payouts).toMatchObject([{ amount: { amountMinor: 5500 } }])
})

test('runs and states are for administrators of the deployment alone, and nothing is paid where nobody pays', async () => {
  const programme = await startProgramme(postgres)
  const { call } = programme
  await earned(programme, 60_00)
  await payday(programme)
  const made = await programme.run()
  const calls = [
    ['GET', '/payout-runs'],
    ['POST', '/payout-runs'],
    ['POST', `/payout-runs/${made.id}/approval`],
    ['POST', `/payout-runs/${made.id}/transfer`],
    ['GET', `/payout-runs/${made.id}/file`],
    ['PUT', `/payouts/${onlyId(made)}/state`, { status: 'SENT' }],
  ] as const
  for (const [method, url, body] of calls) {
    // What is named by its id is not there for others; that there are runs is no secret.
    const refusal = url === '/payout-runs' ? [403, 'forbidden'] : [404, 'not-found']
    for (const who of ['ada', 'eve'] as const)
      expect(problemOf(await call(who, method, url, body)), url).toEqual(refusal)
    expect(problemOf(await call(null, method, url, body)), url).toEqual([401, 'unauthenticated'])
  }
  expect((await call('operator', 'GET', '/payout-runs?limit=1')).json()).toMatchObject({
    items: [{ id: made.id, payouts: [{ status: 'DRAFT' }] }],
    nextCursor: null,
  })
  for (const [method, url, body] of [
    ['POST', `/payout-runs/${nowhere}/approval`],
    ['POST', `/payout-runs/${nowhere}/transfer`],
    ['GET', `/payout-runs/${nowhere}/file`],
    ['PUT', `/payouts/${nowhere}/state`, { status: 'SENT' }],
  ] as const)
    expect(problemOf(await call('operator', method, url, body)), url).toEqual([404, 'not-found'])
  const nobody = await startProgramme(postgres, { operator: null })
  for (const [method, url] of calls.slice(1, 5))
    expect(problemOf(await nobody.call('operator', method, url)), url).toEqual([503, 'not-configured'])
})
