import type { PayoutRun, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startProgramme, type TestProgramme } from '../testing/start-partner.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

async function earned(
  programme: TestProgramme,
  commissionMinor: number,
  organization = programme.found({ ada: 'ADMIN' }),
): Promise<string> {
  await programme.pay(programme.bring(organization), Math.round((commissionMinor * 100) / 15))
  await programme.service.runDue()
  programme.toPayday()
  await programme.service.runDue()
  return organization
}
const runs = async ({ call }: TestProgramme) =>
  (await call('operator', 'GET', '/payout-runs?limit=100')).json<{ items: PayoutRun[] }>().items

test('from the 10th on the run of a month is prepared once, by any number of processes, and every administrator is told', async () => {
  const programme = await startProgramme(postgres)
  const { service, clock, mails } = programme
  const organization = await earned(programme, 60_00)
  const few = await earned(programme, 20_00)
  mails.length = 0
  clock.now = new Date('2026-07-09T23:59:59Z')
  await service.preparePayouts()
  expect(await runs(programme)).toEqual([])
  clock.now = new Date('2026-07-10T00:00:00Z')
  await Promise.all([1, 2, 3].map(() => service.preparePayouts()))
  await service.preparePayouts()
  const [run, ...more] = await runs(programme)
  expect(more).toEqual([])
  expect(run).toMatchObject({
    month: '2026-07',
    status: 'DRAFT',
    createdBy: null,
    checkedBy: null,
    total: { amountMinor: 6000 },
  })
  expect(run?.payouts.map(({ organizationId }) => organizationId)).toEqual([organization])
  expect(run?.leftOut).toEqual([
    { organizationId: few, amount: { amountMinor: 2000, currency: 'EUR' }, reason: 'BELOW_MINIMUM' },
  ])
  expect(mails.map(({ mail }) => [mail.to, mail.tag, mail.subject])).toEqual([
    ['operator@example.org', 'payout-run-prepared', 'Payouts for July 2026 need approval'],
    ['second@example.org', 'payout-run-prepared', 'Die Auszahlungen für Juli 2026 warten auf Freigabe'],
  ])
  expect(mails[0]?.mail.text).toContain(run?.id)
  // What is small takes one administrator, whoever it is.
  expect((await programme.call('operator', 'POST', `/payout-runs/${run?.id}/approval`)).json()).toMatchObject({
    status: 'APPROVED',
    approvedBy: 'user-operator',
  })
  expect(programme.errors).toEqual([])
})

test('a large run that nobody made takes two administrators', async () => {
  const programme = await startProgramme(postgres)
  await earned(programme, 1_000_01)
  await programme.service.preparePayouts()
  const [run] = await runs(programme)
  const approval = `/payout-runs/${run?.id}/approval`
  expect((await programme.call('operator', 'POST', approval)).json()).toMatchObject({
    status: 'DRAFT',
    checkedBy: 'user-operator',
    approvedBy: null,
  })
  expect((await programme.call('operator', 'POST', approval)).json<Problem>().code).toBe('second-person-needed')
  expect((await programme.callAs('second', 'POST', approval)).json()).toMatchObject({
    status: 'APPROVED',
    checkedBy: 'user-operator',
    approvedBy: 'user-second',
  })
})

test('of twenty approvals of such a run at once one checks it and one of somebody else approves it', async () => {
  const programme = await startProgramme(postgres)
  await earned(programme, 1_000_01)
  await programme.service.preparePayouts()
  const [run] = await runs(programme)
  const approval = `/payout-runs/${run?.id}/approval`
  const approve = (n: number) =>
    n % 2 ? programme.callAs('second', 'POST', approval) : programme.call('operator', 'POST', approval)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => approve(n)))
  const done = answers.flatMap(({ status }, n) => (status === 200 ? [n % 2 ? 'second' : 'operator'] : []))
  expect(done.toSorted()).toEqual(['operator', 'second'])
  const [after] = await runs(programme)
  expect(after?.status).toBe('APPROVED')
  expect(after?.checkedBy).not.toBe(after?.approvedBy)
})

test('where nothing can be paid, or nobody pays, no run is prepared and nobody is written to', async () => {
  const programme = await startProgramme(postgres)
  await earned(programme, 60_00, programme.found({ ada: 'ADMIN' }, { verification: 'UNVERIFIED' }))
  programme.mails.length = 0
  await programme.service.preparePayouts()
  expect([await runs(programme), programme.mails]).toEqual([[], []])
  const nobody = await startProgramme(postgres, { operator: null })
  await earned(nobody, 60_00)
  nobody.mails.length = 0
  await nobody.service.preparePayouts()
  expect([await runs(nobody), nobody.mails]).toEqual([[], []])
})

test('the admins of an organization hear of a payout that failed, by the bank or since the organization may not be paid any more', async () => {
  const programme = await startProgramme(postgres)
  const [sent, expired] = [programme.found({ ada: 'ADMIN', bob: 'ADMIN' }), programme.found({ ada: 'ADMIN' })]
  await earned(programme, 60_00, sent)
  await earned(programme, 70_00, expired)
  const run = await programme.approve(await programme.run())
  programme.mails.length = 0
  const terms = programme.terms.get(expired)
  if (terms) programme.terms.set(expired, { ...terms, verification: 'UNVERIFIED' })
  await programme.call('operator', 'POST', `/payout-runs/${run.id}/transfer`)
  expect(programme.mails.map(({ mail }) => [mail.to, mail.tag, mail.text.includes(expired)])).toEqual([
    ['ada@example.org', 'payout-failed', true],
  ])
  programme.mails.length = 0
  const payoutId = run.payouts.find(({ organizationId }) => organizationId === sent)?.id
  const fail = () =>
    programme.call('operator', 'PUT', `/payouts/${payoutId}/state`, { status: 'FAILED', reason: 'Account closed' })
  expect([(await fail()).status, (await fail()).status]).toEqual([200, 200])
  expect(programme.mails.map(({ mail }) => [mail.to, mail.subject])).toEqual([
    ['ada@example.org', expect.stringMatching(/^Payout GS-2026-\d{6} of €60\.00 failed$/u)],
    ['bob@example.org', expect.stringMatching(/^Auszahlung GS-2026-\d{6} über 60,00\s€ ist fehlgeschlagen$/u)],
  ])
})
