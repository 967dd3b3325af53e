import type { DemoAvailability, DemoBooking, DemoHold, DemoSlots, OwnDemoBooking, Problem } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { people, startService } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const availability: DemoAvailability = {
  timezone: 'Asia/Kolkata',
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' })),
  slotMinutes: 30,
  noticeHours: 2,
  horizonDays: 30,
  daysOff: [],
  meetingUrl: 'https://meet.example.org/bollard',
}
const minute = 60_000
const hour = 60 * minute

beforeEach(async () => {
  it.mails.length = 0
  // Midnight of UTC two days later: limits begin anew, and the day has all its times.
  it.clock.now = new Date(Math.ceil(it.clock.now.getTime() / (24 * hour)) * 24 * hour + 48 * hour)
  await it.db.query('test-empty', 'delete from contact.demo_bookings', [])
  await it.call('operator', 'PUT', '/demo/availability', availability)
})

const pass = (milliseconds: number) => void (it.clock.now = new Date(it.clock.now.getTime() + milliseconds))
const slots = async (query = '') => (await it.call(null, 'GET', `/demo/slots${query}`)).json<DemoSlots>().items
const starts = async (query = '') => (await slots(query)).map(({ startsAt }) => startsAt)
const startOf = async (index: number) => (await starts())[index] ?? ''
const hold = (startsAt: string, more: object = {}, from: Record<string, string> = {}) =>
  it.call(null, 'POST', '/demo/holds', { startsAt, captchaToken: 'good', ...more }, from)
const held = async (startsAt: string) => (await hold(startsAt)).json<DemoHold & { session: string }>().session
const visitor = { name: 'Ben Visitor', email: 'ben@visitor.example', language: 'de', timezone: 'America/New_York' }
const typed = { organization: 'Visitor Ltd', message: 'The rules' }
const book = (session: string, more: object = {}, from: Record<string, string> = {}) =>
  it.call(null, 'POST', '/demo/bookings', { session, ...typed, ...visitor, ...more }, from)
/** Books a time; returns the token in the link of the mail, which is all that the visitor gets. */
async function booked(startsAt: string, more: object = {}): Promise<string> {
  await book(await held(startsAt), more)
  return /token=([\w-]+)/u.exec(it.mails.findLast(({ tag }) => tag === 'demo-booked')?.text ?? '')?.[1] ?? ''
}
const own = (what: string, body: object) => it.call(null, 'POST', `/demo/own-booking/${what}`, body)
const codeOf = (answer: { json<T>(): T }) => answer.json<Problem>().code
const told = () => it.mails.map(({ to, tag }) => [to, tag])
async function calendarOf(index: number): Promise<string> {
  const [file] = it.mails[index]?.attachments ?? []
  return file === undefined ? '' : String(await it.service.readAttachment(file)).replaceAll('\r\n ', '')
}
const auditOf = (action: string) =>
  it.db.query('test-audit', `select actor_kind as kind from audit.entries where action = $1`, [action])

test('until an operator has set hours there is nothing to book', async () => {
  await it.db.query('test-none', 'delete from contact.demo_availability', [])
  const nothing = { offer: null, items: [], nextFrom: null }
  expect((await it.call(null, 'GET', '/demo/slots')).json()).toEqual(nothing)
  expect(codeOf(await hold(new Date(it.clock.now.getTime() + 27.5 * hour).toISOString()))).toBe('slot-taken')
  expect((await it.call('operator', 'GET', '/demo/availability')).json()).toMatchObject({ hours: [] })
  await it.call('operator', 'PUT', '/demo/availability', { ...availability, hours: [] })
  expect((await it.call(null, 'GET', '/demo/slots')).json()).toEqual(nothing)
})

test('an operator sets hours, on record, and visitors see them from the notice to the horizon, in the range they ask for', async () => {
  const daysOff = ['2030-01-02', '2030-01-01', '2030-01-02']
  const set = await it.call('operator', 'PUT', '/demo/availability', { ...availability, daysOff })
  expect(set.json()).toEqual({ ...availability, daysOff: ['2030-01-01', '2030-01-02'] })
  expect((await it.call('operator', 'GET', '/demo/availability')).json()).toEqual(set.json())
  expect(await auditOf('demo-availability.changed')).toContainEqual({ kind: 'OPERATOR' })
  const all = await starts()
  // Midnight of UTC is 05:30 there: 09:00 comes in three and a half hours.
  expect(all[0]).toBe(new Date(it.clock.now.getTime() + 3.5 * hour).toISOString())
  expect(all).toHaveLength(30 * 6)
  expect(await starts(`?from=${all[1]}&to=${all[3]}`)).toEqual(all.slice(1, 3))
  await it.call('operator', 'PUT', '/demo/availability', { ...availability, noticeHours: 4, horizonDays: 1 })
  expect(await starts()).toEqual(all.slice(1, 6))
  await it.call('operator', 'PUT', '/demo/availability', { ...availability, slotMinutes: 15 })
  const answer = (await it.call(null, 'GET', '/demo/slots')).json<DemoSlots>()
  expect([answer.items.length, (await starts(`?from=${answer.nextFrom}`))[0]]).toEqual([300, answer.nextFrom])
})

test.for([
  ['a zone that is none', { timezone: 'Europe/Atlantis' }, '/timezone'],
  ['an offset in place of a zone', { timezone: '+02:00' }, '/timezone'],
  ['hours that end before they begin', { hours: [{ weekday: 1, from: '12:00', to: '09:00' }] }, '/hours/0/to'],
  ['an eighth day', { hours: [{ weekday: 8, from: '09:00', to: '12:00' }] }, '/hours/0/weekday'],
  ['an hour that no clock shows', { hours: [{ weekday: 1, from: '09:60', to: '12:00' }] }, '/hours/0/from'],
  ['slots of no length', { slotMinutes: 0 }, '/slotMinutes'],
  ['a horizon without end', { horizonDays: 181 }, '/horizonDays'],
  ['notice below zero', { noticeHours: -1 }, '/noticeHours'],
  ['a day that no month has', { daysOff: ['2026-02-30'] }, '/daysOff/0'],
  ['a script as meeting place', { meetingUrl: 'javascript:alert(1)' }, '/meetingUrl'],
] as const)('%s is refused by the name of its field', async ([, wrong, pointer]) => {
  const answer = await it.call('operator', 'PUT', '/demo/availability', { ...availability, ...wrong })
  expect([codeOf(answer), answer.json<Problem>().errors?.[0]?.pointer]).toEqual(['validation-failed', pointer])
})

test.for([
  ['GET', '/demo/availability', undefined],
  ['PUT', '/demo/availability', availability],
  ['GET', '/demo/bookings', undefined],
  ['POST', '/demo/bookings/019a9b1c-5d3e-7000-8000-0000000000cc/cancellation', undefined],
] as const)('%s %s is for operators alone', async ([method, path, body]) => {
  expect(codeOf(await it.call('ada', method, path, body))).toBe('forbidden')
  expect(codeOf(await it.call(null, method, path, body))).toBe('unauthenticated')
})

test('a held time is nobody else’s for ten minutes; a session holds one', async () => {
  const [first = '', second = ''] = await starts()
  const session = await held(first)
  expect(await startOf(0)).toBe(second)
  expect(codeOf(await hold(first))).toBe('slot-taken')
  const moved = await hold(second, { session })
  expect(moved.json()).toMatchObject({ session, startsAt: second, timezone: 'Asia/Kolkata' })
  expect((await it.call(null, 'POST', '/demo/holds/preview', { session })).json()).toMatchObject({ startsAt: second })
  expect(await startOf(0)).toBe(first)
  // Refused, it still holds what it held.
  await held(first)
  expect(codeOf(await hold(first, { session }))).toBe('slot-taken')
  expect((await it.call(null, 'POST', '/demo/holds/preview', { session })).json()).toMatchObject({ startsAt: second })
  pass(10 * minute)
  expect(codeOf(await it.call(null, 'POST', '/demo/holds/preview', { session }))).toBe('token-invalid')
  expect(await starts()).toContain(second)
  expect((await hold(second)).status).toBe(201)
})

test.for([
  ['a token that was refused', { captchaToken: 'bad' }, 'captcha-failed'],
  ['no token', { captchaToken: undefined }, 'captcha-failed'],
  ['a time that is not offered', { startsAt: '2030-01-01T00:00:00Z' }, 'slot-taken'],
  ['no time', { startsAt: 'tomorrow' }, 'validation-failed'],
] as const)('a hold with %s is refused, and nothing is stored', async ([, wrong, code]) => {
  expect(codeOf(await hold(await startOf(0), wrong))).toBe(code)
  expect(await it.db.query('test-stored', 'select 1 from contact.demo_bookings', [])).toEqual([])
})

test('a booking is confirmed with a calendar file and without a word of the visitor’s; operators get everything', async () => {
  const startsAt = await startOf(0)
  const answer = await book(await held(startsAt))
  expect([answer.status, answer.json()]).toMatchObject([
    201,
    { startsAt, state: 'BOOKED', isOpen: true, meetingUrl: availability.meetingUrl },
  ])
  expect(told()).toEqual([
    [visitor.email, 'demo-booked'],
    [people.operator.email, 'demo-booking'],
  ])
  const [confirmation, news] = it.mails
  // 09:00 in Kolkata is 23:30 of the evening before in New York in summer, and 22:30 in winter.
  expect(confirmation?.text).toMatch(/2[23]:30 \(America\/New_York\)/u)
  expect(news?.text).toContain('09:00 (Asia/Kolkata)')
  expect(await calendarOf(0)).toContain(`LOCATION:${availability.meetingUrl}`)
  for (const words of ['Ben', 'Visitor Ltd', 'The rules']) {
    expect([confirmation?.text, await calendarOf(0)].join('')).not.toContain(words)
    expect(news?.text).toContain(words)
    expect(await calendarOf(1)).toContain(words)
  }
  const time = startsAt.replaceAll(/[-:]|\.000/gu, '')
  expect(await calendarOf(0)).toContain(`METHOD:REQUEST\r\n`)
  expect(await calendarOf(0)).toContain(`SEQUENCE:0\r\n`)
  expect(await calendarOf(0)).toContain(`DTSTART:${time}\r\n`)
})

test('a form that is sent twice is one booking, and one that comes late is one while the time is free', async () => {
  const startsAt = await startOf(0)
  const session = await held(startsAt)
  pass(11 * minute)
  const [first, again] = [await book(session), await book(session)]
  expect([first.status, again.json<OwnDemoBooking>()]).toEqual([201, first.json()])
  expect(told()).toHaveLength(2)
  // What is held next has a session of its own, so the same form cannot stand for both.
  const next = await hold(await startOf(0), { session })
  expect(next.json<{ session: string }>().session).not.toBe(session)
  expect((await book(session)).json()).toEqual(first.json())
  const late = await held(await startOf(0))
  pass(11 * minute)
  await held(await startOf(0))
  expect(codeOf(await book(late))).toBe('token-invalid')
  expect(codeOf(await book('x'.repeat(32)))).toBe('token-invalid')
})

test.for([
  ['an address that is none', { email: 'ben' }, '/email'],
  ['a name of two lines', { name: 'Ben\r\nBcc: x@y.example' }, '/name'],
  ['a zone that is none', { timezone: 'Nowhere' }, '/timezone'],
  ['too much', { message: 'x'.repeat(1_001) }, '/message'],
] as const)('a booking with %s is refused, and nobody is mailed', async ([, wrong, pointer]) => {
  const answer = await book(await held(await startOf(0)), wrong)
  expect([codeOf(answer), answer.json<Problem>().errors?.[0]?.pointer]).toEqual(['validation-failed', pointer])
  expect(it.mails).toEqual([])
})

test('of 50 visitors who want the same time at the same moment, one gets it', async () => {
  const startsAt = await startOf(0)
  const attempts = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const from = { 'client-ip': `203.0.113.${index}` }
      const answer = await hold(startsAt, {}, from)
      if (answer.status !== 201) return codeOf(answer)
      const { session } = answer.json<{ session: string }>()
      return (await book(session, { email: `v${index}@visitor.example` }, from)).status
    }),
  )
  expect(attempts.filter((one) => one === 201)).toHaveLength(1)
  expect(attempts.filter((one) => one === 'slot-taken')).toHaveLength(49)
  expect(told()).toHaveLength(2)
})

test('the database itself refuses a second demo at the same time, whoever writes it', async () => {
  const insert = `insert into contact.demo_bookings
    (id, state, starts_at, ends_at, session_hash, held_until, name, email, language, timezone, placed_at, created_at)
    values (gen_random_uuid(), 'BOOKED', $1::timestamptz, $1::timestamptz + interval '1 hour', gen_random_uuid()::text::bytea, now(),
      'A', 'a@b.example', 'en', 'UTC', now(), now())`
  const at = (minutes: number) => new Date(Date.UTC(2030, 0, 1) + minutes * minute)
  // Each overlaps with all others, and none begins with another.
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => it.db.query('test-insert', insert, [at(index)])),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  // Where one ends the next may begin.
  const [row] = await it.db.query<{ endsAt: Date }>(
    'test-end',
    'select ends_at as "endsAt" from contact.demo_bookings',
    [],
  )
  await it.db.query('test-insert', insert, [row?.endsAt])
})

test('the link of the mail moves a booking, with everybody told and calendars changed', async () => {
  const [first = '', , third = ''] = await starts()
  const token = await booked(first)
  it.mails.length = 0
  expect((await own('preview', { token })).json()).toMatchObject({ startsAt: first, isOpen: true })
  const moved = await own('move', { token, startsAt: third })
  expect(moved.json()).toMatchObject({ startsAt: third, state: 'BOOKED' })
  expect(told()).toEqual([
    [visitor.email, 'demo-moved'],
    [people.operator.email, 'demo-booking'],
  ])
  expect(await calendarOf(0)).toMatch(/METHOD:REQUEST\r\n[^]*SEQUENCE:1\r\n/u)
  expect(await starts()).toContain(first)
  expect(await starts()).not.toContain(third)
  // To where it is already, it moves nothing; where somebody else is, it cannot.
  await own('move', { token, startsAt: third })
  expect(told()).toHaveLength(2)
  await held(first)
  expect(codeOf(await own('move', { token, startsAt: first }))).toBe('slot-taken')
  expect((await own('preview', { token })).json()).toMatchObject({ startsAt: third })
})

test('the link of the mail cancels a booking; then it can do nothing more, and the time is free', async () => {
  const startsAt = await startOf(0)
  const token = await booked(startsAt)
  it.mails.length = 0
  expect((await own('cancellation', { token })).json()).toMatchObject({ state: 'CANCELLED', isOpen: false })
  expect(told()).toEqual([
    [visitor.email, 'demo-cancelled'],
    [people.operator.email, 'demo-booking'],
  ])
  for (const index of [0, 1])
    expect(await calendarOf(index)).toMatch(/METHOD:CANCEL\r\n[^]*SEQUENCE:1\r\n[^]*STATUS:CANCELLED\r\n/u)
  for (const again of [await own('cancellation', { token }), await own('move', { token, startsAt })])
    expect(codeOf(again)).toBe('state-conflict')
  expect(await startOf(0)).toBe(startsAt)
})

test('what is no token of a booking opens none, nor does one of a demo that has begun change it', async () => {
  const token = await booked(await startOf(0))
  const forged = [token.slice(0, -2), `${token.slice(0, -4)}AAAA`, `B${token.slice(1)}`, 'x'.repeat(43)]
  for (const wrong of forged)
    for (const answer of [
      await own('preview', { token: wrong }),
      await own('cancellation', { token: wrong }),
      await own('move', { token: wrong, startsAt: await startOf(1) }),
    ])
      expect(codeOf(answer)).toBe('token-invalid')
  pass(4 * hour)
  expect((await own('preview', { token })).json()).toMatchObject({ state: 'BOOKED', isOpen: false })
  expect(codeOf(await own('cancellation', { token }))).toBe('state-conflict')
})

test('operators list bookings and cancel one, on record and with a mail', async () => {
  const [first = '', second = ''] = await starts()
  await booked(second, { email: 'second@visitor.example' })
  await booked(first)
  await held(await startOf(0))
  const list = async (query = '') =>
    (await it.call('operator', 'GET', `/demo/bookings${query}`)).json<{ items: DemoBooking[]; nextCursor: string }>()
  const { items, nextCursor } = await list('?limit=1')
  expect(items).toMatchObject([{ startsAt: first, name: 'Ben Visitor', message: 'The rules', state: 'BOOKED' }])
  expect((await list(`?cursor=${nextCursor}`)).items.map(({ startsAt }) => startsAt)).toEqual([second])
  expect((await list(`?from=${second}`)).items).toHaveLength(1)
  it.mails.length = 0
  const cancel = () => it.call('operator', 'POST', `/demo/bookings/${items[0]?.id}/cancellation`)
  expect((await cancel()).json()).toMatchObject({ state: 'CANCELLED' })
  expect(told()[0]).toEqual([visitor.email, 'demo-cancelled'])
  expect(codeOf(await cancel())).toBe('state-conflict')
  expect(await auditOf('demo.cancelled')).toContainEqual({ kind: 'OPERATOR' })
  const nobodys = '/demo/bookings/019a9b1c-5d3e-7000-8000-0000000000cc/cancellation'
  expect(codeOf(await it.call('operator', 'POST', nobodys))).toBe('not-found')
})

test('nobody floods the calendar, the operators or a stranger’s mailbox', async () => {
  const all = await starts()
  const toOne: number[] = []
  for (let index = 0; index < 4; index += 1) toOne.push((await book(await held(all[index] ?? ''))).status)
  expect(toOne).toEqual([201, 201, 201, 429])
  const others: number[] = []
  for (let index = 4; index < 7; index += 1)
    others.push((await book(await held(all[index] ?? ''), { email: `${index}@visitor.example` })).status)
  expect(others).toEqual([201, 429, 429])
  const holds: number[] = []
  for (let index = 7; index < 21; index += 1) holds.push((await hold(all[index] ?? '')).status)
  expect([holds.slice(0, 13).every((status) => status === 201), holds[13]]).toEqual([true, 429])
})
