import { readFileSync } from 'node:fs'
import type { SolutionPlan } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { readPlans } from '../plan/plan-catalogue.ts'
import { type InvoicingService, startInvoicing } from '../testing/start-invoicing.ts'
import { addStripe } from '../testing/with-stripe.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** The usual plans, save that a captcha is not to be had for nothing. */
function plansWithoutFree() {
  const file = JSON.parse(readFileSync(new URL('../plan/default-plans.json', import.meta.url), 'utf8')) as {
    types: { CAPTCHA: { plans: object[] } }
  }
  file.types.CAPTCHA.plans.shift()
  return readPlans(JSON.stringify(file))
}
const start = () => startInvoicing(postgres, { plans: plansWithoutFree() })
const means = async ({ address, transfer }: InvoicingService) => ({
  invoiceAddressId: (await address('ada')).id,
  paymentMethodId: (await transfer('ada')).id,
})

/** Runs the job once a day, twice at once where it did something, and answers what happened on which day. */
async function walk(
  { later, mails, locks, plan, service }: InvoicingService,
  id: string,
  days: number,
): Promise<string[]> {
  const happened: string[] = []
  let last = (await plan('ada', id)).status
  for (let day = 1; day <= days; day += 1) {
    later({ days: 1 })
    const [told, locked] = [mails.length, locks.length]
    await service.runDue()
    if (mails.length > told || locks.length > locked) await Promise.all([service.runDue(), service.runDue()])
    const { status } = await plan('ada', id)
    const events = [
      ...(status === last ? [] : [status]),
      ...mails.slice(told).map(({ mail }) => mail.tag),
      ...locks.slice(locked),
    ]
    happened.push(...events.map((event) => `${day} ${event.replace(` ${id}`, '')}`))
    last = status
  }
  return happened
}

/** Goes on for so many days, of which the job runs on those of the two notices and on the last one. */
async function lapse({ later, service }: InvoicingService, days: number): Promise<void> {
  for (const wait of [30, 7, days - 37]) {
    later({ days: wait })
    await service.runDue()
  }
}

test('where no plan is free, a trial is followed by two notices and after 14 days by the lock, once; a plan opens it at once', async () => {
  const service = await start()
  const { open, mails, locks, plan, choose, errors } = service
  const id = await open({ ada: 'ADMIN' })
  expect(await walk(service, id, 70)).toEqual([
    '23 trial-expiring',
    '29 trial-expiring',
    '30 PAUSED',
    '30 trial-expired',
    '37 trial-expired',
    '44 lock plan 2026-04-09T10:00:00.000Z',
  ])
  // What was tried stays until then, and nothing is said of a free plan.
  expect(await plan('ada', id)).toMatchObject({ planCode: 'BUSINESS', status: 'PAUSED', interval: null, price: null })
  expect(mails.find(({ mail }) => mail.tag === 'trial-expiring')?.mail.text).not.toContain('free plan')
  const notice = mails.find(({ mail }) => mail.tag === 'trial-expired')?.mail.text ?? ''
  for (const part of ['23 April 2026', '7 May 2026', `https://dashboard.example/en/solutions/${id}/settings/billing`])
    expect(notice).toContain(part)
  const chosen = await choose('ada', id, { planCode: 'STARTER', interval: 'MONTHLY', ...(await means(service)) })
  expect(chosen.json<SolutionPlan>()).toMatchObject({ planCode: 'STARTER', status: 'ACTIVE', interval: 'MONTHLY' })
  expect(locks.at(-1)).toBe(`unlock plan ${id}`)
  expect((await walk(service, id, 10)).filter((event) => event.includes('trial') || event.includes('lock'))).toEqual([])
  expect(errors).toEqual([])
})

test('a plan that begins while the lock is being set leaves no lock behind', async () => {
  let begins = async () => {}
  const locks: string[] = []
  const setLock = async () => (await begins(), void locks.push('lock'))
  const openLock = async () => void locks.push('unlock')
  const service = await startInvoicing(postgres, { plans: plansWithoutFree(), solution: { setLock, openLock } })
  const id = await service.open({ ada: 'ADMIN' })
  await lapse(service, 43)
  begins = async () =>
    void (await service.choose('ada', id, { planCode: 'STARTER', interval: 'MONTHLY', ...(await means(service)) }))
  service.later({ days: 1 })
  await service.service.runDue()
  expect([(await service.plan('ada', id)).status, locks]).toEqual(['ACTIVE', ['unlock', 'lock', 'unlock']])
  await service.service.runDue()
  expect(locks).toHaveLength(3)
})

test('a type that has a free plan falls to it and is never locked for that', async () => {
  const service = await start()
  const id = await service.open({ ada: 'ADMIN' }, { type: 'MONITORING' })
  expect(await walk(service, id, 70)).toEqual(['23 trial-ending', '29 trial-ending', '30 ACTIVE', '30 trial-ended'])
  expect(await service.plan('ada', id)).toMatchObject({ planCode: 'FREE', status: 'ACTIVE' })
  const text = service.mails.at(-1)?.mail.text ?? ''
  expect([text.includes('now on the free plan'), text.includes('14 days')]).toEqual([true, false])
})

test('nobody is locked whom the job could not tell in time, and one that has gone is let go', async () => {
  const service = await start()
  const [late, gone] = [await service.open({ ada: 'ADMIN' }), await service.open({ ada: 'ADMIN' })]
  service.later({ days: 60 })
  await service.service.runDue()
  expect([service.locks, service.mails.map(({ mail }) => mail.tag)]).toEqual([[], ['trial-expired', 'trial-expired']])
  await service.service.endSubscription(gone)
  service.later({ days: 14 })
  service.broken.add('lockForPlan')
  await service.service.runDue()
  expect(service.locks).toEqual([`unlock plan ${gone}`])
  service.broken.clear()
  await Promise.all([service.service.runDue(), service.service.runDue()])
  expect(new Set(service.locks.slice(1))).toEqual(new Set([`lock plan ${late} 2026-05-09T10:00:00.000Z`]))
  // Whoever goes on with it later is told anew first.
  await service.service.setRenewal(gone, true)
  expect((await service.plan('ada', gone)).status).toBe('PAUSED')
  service.mails.length = 0
  await service.service.runDue()
  expect([
    service.mails.map(({ mail }) => mail.tag),
    service.locks.some((text) => text === `lock plan ${gone}`),
  ]).toEqual([['trial-expired'], false])
})

test('a card that does not pay opens nothing', async () => {
  const service = await addStripe(postgres, (database, ports) =>
    startInvoicing(database, { plans: plansWithoutFree(), ...ports }),
  )
  const { open, locks, plan, choose, setUp, later, address } = service
  const id = await open({ ada: 'ADMIN' })
  await lapse(service, 44)
  expect(locks).toHaveLength(1)
  const [poor, card, invoiceAddressId] = [
    await setUp('pm_card_insufficientFunds'),
    await setUp('pm_card_visa'),
    (await address('ada')).id,
  ]
  await choose('ada', id, { planCode: 'STARTER', interval: 'MONTHLY', invoiceAddressId, paymentMethodId: poor.id })
  expect([(await plan('ada', id)).status, locks.length]).toEqual(['INCOMPLETE', 1])
  later({ days: 1 })
  await service.service.runDue()
  expect([(await plan('ada', id)).status, locks.length]).toEqual(['PAUSED', 1])
  await choose('ada', id, { planCode: 'STARTER', interval: 'MONTHLY', paymentMethodId: card.id })
  expect([(await plan('ada', id)).status, locks.slice(1)]).toEqual(['ACTIVE', [`unlock plan ${id}`]])
})

test('a plan that was paid once and then was not leaves none behind, and no other is begun before that is paid', async () => {
  const service = await start()
  const id = await service.open({ ada: 'ADMIN' }, { planCode: 'STARTER', ...(await means(service)) })
  const happened = await walk(service, id, 76)
  expect(happened.filter((event) => /PAUSED|trial|plan/u.test(event))).toEqual([
    '61 PAUSED',
    '61 trial-expired',
    '68 trial-expired',
    '75 lock plan 2026-05-10T10:00:00.000Z',
  ])
  const refused = await service.choose('ada', id, { planCode: 'BUSINESS', interval: 'MONTHLY' })
  expect([refused.status, refused.json<{ code: string }>().code]).toEqual([402, 'payment-required'])
})
