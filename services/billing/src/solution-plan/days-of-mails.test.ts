import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { watchUsage } from '../accounting/watch-usage.ts'
import { startInvoicing } from '../testing/start-invoicing.ts'
import { addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** Fourteen hours ahead of UTC: from ten in the morning on it is the next day there. */
const ahead = { solution: { findTimeZone: async () => 'Pacific/Kiritimati' } }

test('mails name days in the time zone of the solution, as each language writes them', async () => {
  const { open, later, service, mails, usedInAll, context, clock } = await startInvoicing(postgres, ahead)
  const id = await open({ ada: 'ADMIN', bob: 'ADMIN' })
  const textsOf = (tag: string) => mails.filter(({ mail }) => mail.tag === tag).map(({ mail }) => mail.text)
  later({ days: 24 })
  await service.runDue()
  // 10:00 UTC on the 9th is midnight of the 10th there.
  expect(textsOf('trial-ending').map((text) => /\d+\.? April 2026/u.exec(text)?.[0])).toEqual([
    '10 April 2026',
    '10. April 2026',
  ])
  later({ days: 7 })
  await service.runDue()
  usedInAll(id, 900_000)
  await watchUsage(context)
  // Two weeks after 10:00 UTC on the 10th.
  expect(clock.now).toEqual(new Date('2026-04-10T10:00:00.000Z'))
  expect(textsOf('quota-notice').map((text) => /2\d\.? April 2026/u.exec(text)?.[0])).toEqual([
    '25 April 2026',
    '25. April 2026',
  ])
})

test('so do those about bills, but for the day that stands on the invoice', async () => {
  const service = await addStripe(postgres, (database, ports) => startInvoicing(database, { ...ports, ...ahead }))
  const { subscribe, setUp, later, mails } = service
  const { id } = await subscribe('pm_card_visa')
  expect(mails.find(({ mail }) => mail.tag === 'invoice-issued-card')?.mail.text).toContain('10 March 2026')
  const poor = await setUp('pm_card_insufficientFunds')
  await service.service.changeBilling({ solutionId: id, userId: 'user-ada', paymentMethodId: poor.id })
  service.clock.now = new Date('2026-04-10T10:00:00.000Z')
  mails.length = 0
  await service.service.runDue()
  // It is tried again a day later.
  expect(mails.find(({ mail }) => mail.tag === 'payment-failed')?.mail.text).toContain('12 April 2026')
  later({ days: 7 })
  await service.service.runDue()
  later({ days: 7 })
  await service.service.runDue()
  // Thirty days after the first failure.
  expect(mails.find(({ mail }) => mail.tag === 'payment-reminder')?.mail.text).toContain('11 May 2026')
})
