import type { DemoAvailability, DemoSlots } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const hour = 3_600_000
const availability: DemoAvailability = {
  timezone: 'UTC',
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '12:00', to: '13:00' })),
  slotMinutes: 60,
  noticeHours: 0,
  horizonDays: 10,
  daysOff: [],
  meetingUrl: null,
}

/** The midnight before the demo that can be booked; limits begin anew. */
let midnight: number
beforeEach(async () => {
  midnight = Math.ceil(it.clock.now.getTime() / (24 * hour)) * 24 * hour + 400 * 24 * hour
  it.clock.now = new Date(midnight)
  await it.db.query('test-empty', 'delete from contact.demo_bookings', [])
  await it.call('operator', 'PUT', '/demo/availability', availability)
})

/** Books the noon that comes after so many others; returns the token of its link. */
async function bookNoon(days: number): Promise<string> {
  const { items } = (await it.call(null, 'GET', '/demo/slots')).json<DemoSlots>()
  const startsAt = items[days]?.startsAt
  const answer = await it.call(null, 'POST', '/demo/holds', { startsAt, captchaToken: 'good' })
  const { session } = answer.json<{ session: string }>()
  const visitor = { name: 'Ben', email: 'ben@visitor.example', language: 'en', timezone: 'UTC' }
  await it.call(null, 'POST', '/demo/bookings', { session, ...visitor })
  const token = /token=([\w-]+)/u.exec(it.mails.at(-2)?.text ?? '')?.[1] ?? ''
  it.mails.length = 0
  return token
}
const at = (hours: number) => (it.clock.now = new Date(midnight + hours * hour))
const reminded = () => it.mails.map(({ tag, to }) => `${tag} ${to}`)
const one = 'demo-reminder ben@visitor.example'

test('a visitor is reminded a day and an hour before, once each, however many processes are at it', async () => {
  const token = await bookNoon(2)
  const run = (hours: number) =>
    Promise.all(Array.from({ length: 4 }, () => it.service.sendDemoReminders(at(hours)))).then((counts) =>
      counts.reduce((sum, count) => sum + count, 0),
    )
  expect(await run(35.9)).toBe(0)
  expect([await run(36), await run(36.1), await run(58.9)]).toEqual([1, 0, 0])
  expect([await run(59), await run(59.5), await run(61)]).toEqual([1, 0, 0])
  expect(reminded()).toEqual([one, one])
  expect(it.mails[0]?.text).toContain(`token=${token}`)
})

test('a process that is killed while it reminds leaves it to the next run', async () => {
  await bookNoon(2)
  it.post.isKilled = true
  await expect(it.service.sendDemoReminders(at(36))).rejects.toThrow('killed')
  it.post.isKilled = false
  expect(reminded()).toEqual([])
  expect([await it.service.sendDemoReminders(at(37)), await it.service.sendDemoReminders(at(37))]).toEqual([1, 0])
})

test('nobody is reminded of what they have just chosen, nor of what is cancelled or over', async () => {
  // Twelve hours ahead: the day has begun, the hour has not.
  await bookNoon(0)
  expect([await it.service.sendDemoReminders(at(1)), await it.service.sendDemoReminders(at(11.5))]).toEqual([0, 1])
  // Half an hour ahead: neither.
  at(24 + 11.5)
  await bookNoon(0)
  for (const hours of [35.6, 36.5]) expect(await it.service.sendDemoReminders(at(hours))).toBe(0)
  const token = await bookNoon(3)
  await it.call(null, 'POST', '/demo/own-booking/cancellation', { token })
  for (const hours of [36.6 + 60, 36.6 + 71.1]) expect(await it.service.sendDemoReminders(at(hours))).toBe(0)
})

test('a demo that has moved has reminders of its own', async () => {
  const token = await bookNoon(2)
  await it.service.sendDemoReminders(at(37))
  const { items } = (await it.call(null, 'GET', '/demo/slots')).json<DemoSlots>()
  await it.call(null, 'POST', '/demo/own-booking/move', { token, startsAt: items[2]?.startsAt })
  it.mails.length = 0
  expect(await it.service.sendDemoReminders(at(59.5))).toBe(0)
  for (const hours of [109, 131.5, 131.6]) await it.service.sendDemoReminders(at(hours))
  expect(reminded()).toEqual([one, one])
})

test('holds go an hour after they end, bookings a year after their time was chosen, with their files', async () => {
  await bookNoon(1)
  const { items } = (await it.call(null, 'GET', '/demo/slots')).json<DemoSlots>()
  await it.call(null, 'POST', '/demo/holds', { startsAt: items[0]?.startsAt, captchaToken: 'good' })
  const left = async (hours: number) => {
    await Promise.all([it.service.sweep(at(hours)), it.service.sweep(at(hours))])
    const count =
      'select (select count(*)::int from contact.demo_bookings) as rows, (select count(*)::int from contact.demo_files) as files'
    return (await it.db.query('test-left', count, []))[0]
  }
  expect(await left(1.1)).toEqual({ rows: 2, files: 2 })
  expect(await left(1.2)).toEqual({ rows: 1, files: 2 })
  expect(await left(364 * 24)).toEqual({ rows: 1, files: 2 })
  expect(await left(366 * 24)).toEqual({ rows: 0, files: 0 })
})
