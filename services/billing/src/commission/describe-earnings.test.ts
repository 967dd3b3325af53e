import type { Earnings, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { startProgramme } from '../testing/start-partner.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const none = { pending: 0, available: 0, paid: 0, takenBack: 0 }

test('earnings are summed by what became of them, and by month of the payment', async () => {
  const { found, bring, pay, giveBack, call, callAs, service, later, toPayday, run, approve, clock } =
    await startProgramme(postgres)
  const organization = found({ ada: 'VIEWER' })
  const other = found({ eve: 'ADMIN' })
  const read = async () => (await call('ada', 'GET', `/organizations/${organization}/earnings`)).json<Earnings>()
  expect(await read()).toMatchObject({ currency: 'EUR', pending: 0, available: 0, inPayout: 0, paid: 0 })

  const solutionId = bring(organization)
  const first = await pay(solutionId, 400_00)
  await pay(solutionId, 999_00, { currency: 'USD' })
  await pay(bring(other), 500_00)
  await service.runDue()
  await giveBack(first, 300_00)
  later({ days: 31 })
  await pay(solutionId, 1000_00)
  const gone = await pay(solutionId, 100_00)
  await giveBack(gone, 0)
  await service.runDue()
  const waiting = await read()
  expect(waiting).toMatchObject({ pending: 150_00, available: 45_00, inPayout: 0, paid: 0 })
  expect(waiting.months).toHaveLength(12)
  expect(waiting.months.slice(-2)).toEqual([
    { ...none, month: '2026-03', available: 45_00, takenBack: 15_00 },
    { ...none, month: '2026-04', pending: 150_00, takenBack: 15_00 },
  ])
  expect(waiting.months[0]).toEqual({ ...none, month: '2025-05' })

  toPayday()
  await service.runDue()
  const { payouts } = await approve(await run())
  expect(await read()).toMatchObject({ pending: 0, available: 0, inPayout: 195_00, paid: 0 })
  const payout = payouts.find(({ organizationId }) => organizationId === organization)
  for (const status of ['SENT', 'COMPLETED']) await callAs('second', 'PUT', `/payouts/${payout?.id}/state`, { status })
  expect(await read()).toMatchObject({ inPayout: 0, paid: 195_00 })
  // What was paid out and is refunded later comes off the next payout; the month of the payment shows it.
  await giveBack(first, 0)
  await service.runDue()
  const after = await read()
  expect(after).toMatchObject({ available: -45_00, paid: 195_00 })
  expect(after.months.find(({ month }) => month === '2026-03')).toEqual({ ...none, month: '2026-03', takenBack: 60_00 })
  clock.now = new Date('2027-03-31T12:00:00Z')
  expect((await read()).months.map(({ month }) => month)).not.toContain('2026-03')

  const refused = async (person: 'eve' | null) =>
    (await call(person, 'GET', `/organizations/${organization}/earnings`)).json<Problem>().code
  expect(await refused('eve')).toBe('not-found')
  expect(await refused(null)).toBe('unauthenticated')
  expect((await call('operator', 'GET', `/organizations/${organization}/earnings`)).status).toBe(200)
})
