import { listAudit } from '@bollard/audit'
import type { Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { asActor, asPartner, asProgramme } from '../store/as-actor.ts'
import { startProgramme } from '../testing/start-partner.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const problemOf = (answer: { status: number; json<T>(): T }) => [answer.status, answer.json<Problem>().code] as const
const money = (amountMinor: number) => ({ amountMinor, currency: 'EUR' })
const nowhere = '019f0000-0000-7000-8000-ffffffffffff'

test('a payment earns a commission that is held for 30 days, and the partner sees who paid only through a mask', async () => {
  const { found, bring, pay, service, commissions, later, ledger } = await startProgramme(postgres)
  const organization = found({ ada: 'VIEWER' })
  const solutionId = bring(organization)
  const paid = await pay(solutionId, 39_00)
  // The same word twice, as events come.
  await pay(solutionId, 39_00, paid)
  await service.runDue()
  await service.runDue()
  expect(await commissions(organization)).toEqual([
    expect.objectContaining({
      solutionId,
      solutionLabel: 'Shop',
      customerMask: 'c•••@c•••.example',
      period: '2026-03',
      base: { amountMinor: 3900, currency: 'EUR' },
      rate: 15,
      amount: { amountMinor: 585, currency: 'EUR' },
      status: 'PENDING',
      availableAt: '2026-04-09T10:00:00.000Z',
      payoutId: null,
      reversedBy: null,
    }),
  ])
  expect(await service.describeBalances([organization, nowhere])).toEqual(
    new Map([[organization, { pending: money(585), available: money(0) }]]),
  )
  later({ days: 29, hours: 23 })
  await service.runDue()
  expect(await ledger(organization)).toEqual({ PENDING: 585 })
  later({ hours: 1 })
  await service.runDue()
  expect(await ledger(organization)).toEqual({ APPROVED: 585 })
  expect(await service.describeBalances([organization])).toEqual(
    new Map([[organization, { pending: money(0), available: money(585) }]]),
  )
  expect(await service.describeBalances([])).toEqual(new Map())
})

test('own purchases, solutions that nobody brought, resellers and payments after the time earn nothing', async () => {
  const { found, bring, pay, giveBack, service, commissions, errors, later } = await startProgramme(postgres)
  const organization = found({ ada: 'ADMIN' })
  await pay(bring(organization, { isOwn: true }), 10_000)
  await pay(bring(organization, { kind: 'RESELLER' }), 10_000)
  await pay(nowhere, 10_000)
  const old = bring(organization)
  const own = await pay(bring(organization, { isOwn: true }), 10_000)
  await giveBack(own, 5_000)
  later({ days: 366 })
  await pay(old, 10_000)
  await service.runDue()
  expect(await commissions(organization)).toEqual([])
  expect(errors).toEqual([])
})

test('an agency rises to 20 % with its fifth paying customer, whose solutions count once', async () => {
  const { found, bring, pay, service, commissions } = await startProgramme(postgres)
  const organization = found({ ada: 'ADMIN' })
  for (const payerId of ['one', 'one', 'two', 'three', 'four', 'five', 'one']) {
    await pay(bring(organization, { kind: 'AGENCY' }), 100_00, { payerId })
    await service.runDue()
  }
  expect((await commissions(organization)).map(({ rate }) => rate)).toEqual([20, 20, 15, 15, 15, 15, 15])
})

test('a refund takes back what it is worth, as a row of its own; a whole one takes both out of the way', async () => {
  const { found, bring, pay, giveBack, service, commissions, ledger } = await startProgramme(postgres)
  const organization = found({ ada: 'ADMIN' })
  const paid = await pay(bring(organization), 100_00)
  await service.runDue()
  await giveBack(paid, 66_67)
  await giveBack(paid, 66_67)
  await service.runDue()
  const [back, first] = await commissions(organization)
  expect(back).toMatchObject({
    base: { amountMinor: -3333 },
    amount: { amountMinor: -500 },
    status: 'PENDING',
    reason: 'REFUND',
  })
  expect(first).toMatchObject({ amount: { amountMinor: 1500 }, status: 'PENDING', reversedBy: back?.id })
  expect(await ledger(organization)).toEqual({ PENDING: 1000 })
  await giveBack(paid, 0)
  await service.runDue()
  expect((await commissions(organization)).map(({ amount, status }) => [amount.amountMinor, status])).toEqual([
    [-1000, 'REVERSED'],
    [-500, 'REVERSED'],
    [1500, 'REVERSED'],
  ])
  expect(await ledger(organization)).toEqual({})
  // A chargeback that is won: the money is there again.
  await pay(paid.solutionId, 100_00, paid)
  await service.runDue()
  expect(await ledger(organization)).toEqual({ PENDING: 1500 })
  await giveBack(paid, 50_00)
  await service.runDue()
  expect(await ledger(organization)).toEqual({ PENDING: 750 })
})

test('an invoice that is paid in parts earns in parts, and a refund takes the latest back first', async () => {
  const { found, bring, pay, giveBack, service, commissions, ledger } = await startProgramme(postgres)
  const organization = found({ ada: 'ADMIN' })
  const paid = await pay(bring(organization), 60_00)
  await pay(paid.solutionId, 100_00, paid)
  await giveBack(paid, 30_00)
  await service.runDue()
  expect((await commissions(organization)).map(({ amount, status }) => [amount.amountMinor, status])).toEqual([
    [-450, 'PENDING'],
    [-600, 'REVERSED'],
    [600, 'REVERSED'],
    [900, 'PENDING'],
  ])
  expect(await ledger(organization)).toEqual({ PENDING: 450 })
})

test('a refund reaches whoever earned, also when the solution belongs to nobody by then', async () => {
  const { found, bring, pay, giveBack, service, referrers, ledger } = await startProgramme(postgres)
  const organization = found({ ada: 'ADMIN' })
  const solutionId = bring(organization)
  const paid = await pay(solutionId, 100_00)
  await service.runDue()
  referrers.delete(solutionId)
  await giveBack(paid, 0)
  await service.runDue()
  expect(await ledger(organization)).toEqual({})
})

test('one word is booked once by processes that work side by side, and one that fails does not hold up the others', async () => {
  const { found, bring, pay, service, ledger, errors, referrers } = await startProgramme(postgres, {})
  const organization = found({ ada: 'ADMIN' })
  const solutions = Array.from({ length: 6 }, () => bring(organization))
  // A port that answers what no database takes.
  const broken = bring(organization)
  const nameless = { organizationName: '', commissionPreference: 'PAYOUT', kind: 'AFFILIATE' } as const
  referrers.set(broken, { ...nameless, organizationId: 'no uuid', since: new Date(0), isOwn: false, isResale: false })
  for (const id of [broken, ...solutions]) await pay(id, 100_00)
  await Promise.all([service.runDue(), service.runDue(), service.runDue()])
  expect(await ledger(organization)).toEqual({ PENDING: 9000 })
  expect(errors.length).toBeGreaterThan(0)
})

test('operators hold, let go and take away, with a reason that is kept; nobody else does', async () => {
  const { found, bring, pay, service, commissions, call, callAs, ledger, later, db } = await startProgramme(postgres)
  const organization = found({ ada: 'ADMIN', bob: 'VIEWER' })
  await pay(bring(organization), 100_00)
  await pay(bring(organization), 200_00)
  await service.runDue()
  const [second, first] = await commissions(organization)
  const set = (id: string | undefined, status: string, reason?: string) =>
    call('operator', 'PUT', `/commissions/${id}/state`, { status, ...(reason ? { reason } : {}) })
  for (const who of ['ada', 'bob', 'eve'] as const)
    expect(problemOf(await call(who, 'PUT', `/commissions/${first?.id}/state`, { status: 'PENDING' }))).toEqual([
      404,
      'not-found',
    ])
  expect(problemOf(await call(null, 'PUT', `/commissions/${first?.id}/state`, { status: 'PENDING' }))).toEqual([
    401,
    'unauthenticated',
  ])
  expect(problemOf(await set(nowhere, 'PENDING'))).toEqual([404, 'not-found'])
  expect(problemOf(await set(first?.id, 'HELD'))).toEqual([422, 'validation-failed'])
  expect(problemOf(await set(first?.id, 'PAID', 'by hand'))).toEqual([422, 'validation-failed'])
  expect(problemOf(await set(first?.id, 'PENDING'))).toEqual([409, 'state-conflict'])
  expect((await set(first?.id, 'HELD', 'Looks odd')).json()).toMatchObject({
    status: 'HELD',
    reason: 'Looks odd',
    solutionLabel: 'Shop',
  })
  later({ days: 31 })
  await service.runDue()
  expect(await ledger(organization)).toEqual({ HELD: 1500, APPROVED: 3000 })
  expect((await service.describeBalances([organization])).get(organization)).toMatchObject({
    pending: { amountMinor: 1500 },
    available: { amountMinor: 3000 },
  })
  expect((await set(first?.id, 'PENDING')).status).toBe(200)
  await service.runDue()
  expect(await ledger(organization)).toEqual({ APPROVED: 4500 })
  expect(
    (
      await callAs('second', 'PUT', `/commissions/${second?.id}/state`, {
        status: 'FRAUD',
        reason: 'Paid to themselves',
      })
    ).status,
  ).toBe(200)
  expect(await ledger(organization)).toEqual({ APPROVED: 1500, FRAUD: 3000 })
  expect(problemOf(await set(second?.id, 'PENDING'))).toEqual([409, 'state-conflict'])
  const { items } = await listAudit(db, 'ORGANIZATION', organization, { limit: 10, action: 'commission.state-changed' })
  const operatorReason = 'A test of operators'
  expect(items.map(({ actor, action, after }) => [actor.id, action, after])).toEqual([
    ['user-second', 'commission.state-changed', { status: 'FRAUD', reason: 'Paid to themselves', operatorReason }],
    ['user-operator', 'commission.state-changed', { status: 'PENDING', operatorReason }],
    ['user-operator', 'commission.state-changed', { status: 'HELD', reason: 'Looks odd', operatorReason }],
  ])
})

test('viewers and up read their own organization, page by page; to strangers of another one it does not exist', async () => {
  const { found, bring, pay, service, call } = await startProgramme(postgres)
  const organization = found({ ada: 'VIEWER', bob: 'MEMBER' })
  const other = found({ eve: 'ADMIN' })
  for (let index = 0; index < 3; index += 1) await pay(bring(organization), 100_00)
  await pay(bring(other), 100_00)
  await service.runDue()
  for (const list of ['commissions', 'payouts']) {
    const url = `/organizations/${organization}/${list}`
    expect([
      (await call('ada', 'GET', url)).status,
      (await call('bob', 'GET', url)).status,
      (await call('operator', 'GET', url)).status,
    ]).toEqual([200, 200, 200])
    expect(problemOf(await call('eve', 'GET', url))).toEqual([404, 'not-found'])
    expect(problemOf(await call(null, 'GET', url))).toEqual([401, 'unauthenticated'])
    expect(problemOf(await call('ada', 'GET', `/organizations/${nowhere}/${list}`))).toEqual([404, 'not-found'])
    expect(problemOf(await call('ada', 'GET', `${url}?cursor=x`))).toEqual([400, 'invalid-parameter'])
  }
  const first = (await call('ada', 'GET', `/organizations/${organization}/commissions?limit=2`)).json<{
    items: { id: string }[]
    nextCursor: string
  }>()
  const rest = (
    await call('ada', 'GET', `/organizations/${organization}/commissions?limit=2&cursor=${first.nextCursor}`)
  ).json<typeof first>()
  expect([
    first.items.length,
    rest.items.length,
    rest.nextCursor,
    new Set([...first.items, ...rest.items].map(({ id }) => id)).size,
  ]).toEqual([2, 1, null, 3])
})

test('the database shows an organization its own rows alone, lets no member change any, and nobody the ledger', async () => {
  const { found, bring, pay, service, db } = await startProgramme(postgres)
  const [mine, other] = [found({ ada: 'ADMIN' }), found({ eve: 'ADMIN' })]
  for (const id of [mine, other]) await pay(bring(id), 100_00)
  await service.runDue()
  const seen = `select (select count(*)::int from billing.commissions) as commissions, (select count(*)::int from billing.commission_ledger) as ledger,
    (select count(*)::int from billing.paid_amounts) as amounts`
  expect(await asPartner(db, 'user-ada', { organizationIds: [mine] }, (tx) => tx.query('test-seen', seen))).toEqual([
    { commissions: 1, ledger: 1, amounts: 0 },
  ])
  expect(await asActor(db, { userId: 'user-ada' }, (tx) => tx.query('test-seen', seen))).toEqual([
    { commissions: 0, ledger: 0, amounts: 0 },
  ])
  const raise = 'update billing.commissions set amount_minor = 100000'
  expect(
    await asPartner(db, 'user-ada', { organizationIds: [mine] }, (tx) =>
      tx.query('test-raise-partner', `${raise} returning 1 as one`),
    ),
  ).toEqual([])
  await expect(asProgramme(db, { organizationIds: [mine] }, (tx) => tx.query('test-raise', raise))).rejects.toThrow(
    'never changed',
  )
  await expect(db.query('test-delete', 'delete from billing.commissions')).rejects.toThrow('never deleted')
  for (const statement of [
    'update billing.commission_ledger set amount_minor = 0',
    'delete from billing.commission_ledger',
  ])
    await expect(db.query(`test ${statement}`, statement)).rejects.toThrow('never changed')
})

test('admins are told once what a month earned them, in their language, unless they switched it off', async () => {
  const { found, bring, pay, giveBack, service, mails, clock } = await startProgramme(postgres)
  const organization = found({ ada: 'ADMIN', bob: 'ADMIN', eve: 'ADMIN' })
  await pay(bring(organization), 100_00)
  await pay(bring(organization), 200_00)
  const back = await pay(bring(found({ eve: 'ADMIN' })), 200_00)
  await giveBack(back, 0)
  await service.runDue()
  expect(mails).toEqual([])
  clock.now = new Date('2026-04-01T00:00:00Z')
  await Promise.all([service.runDue(), service.runDue()])
  await service.runDue()
  expect(mails.map(({ mail, key }) => [mail.to, mail.subject.includes('45'), key]).toSorted()).toEqual([
    ['ada@example.org', true, `commission-earned:${organization}:2026-03:user-ada`],
    ['bob@example.org', true, `commission-earned:${organization}:2026-03:user-bob`],
  ])
  expect(mails[0]?.mail.text).toContain('https://dashboard.example/')
})
