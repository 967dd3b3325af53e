import type { DemoAvailability } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { bookableRange, findSlot, offeredSlots } from './offered-slots.ts'

const everyDay = (from: string, to: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }))
const offer = (timezone: string, from: string, to: string, slotMinutes: number) => ({
  timezone,
  hours: everyDay(from, to),
  slotMinutes,
  daysOff: [],
})
/** Beginnings of the slots of some hours of UTC, without their seconds. */
const starts = (of: Parameters<typeof offeredSlots>[0], from: string, to: string) =>
  [...offeredSlots(of, new Date(from), new Date(to))].map(({ startsAt }) => startsAt.toISOString().slice(5, 16))

test('hours are those of the clock on the wall, before and after it changes', () => {
  const berlin = offer('Europe/Berlin', '09:00', '10:30', 30)
  expect(starts(berlin, '2026-03-28T00:00Z', '2026-03-29T00:00Z')).toEqual([
    '03-28T08:00',
    '03-28T08:30',
    '03-28T09:00',
  ])
  expect(starts(berlin, '2026-03-30T00:00Z', '2026-03-31T00:00Z')).toEqual([
    '03-30T07:00',
    '03-30T07:30',
    '03-30T08:00',
  ])
  expect(starts(berlin, '2026-10-26T00:00Z', '2026-10-27T00:00Z')).toEqual([
    '10-26T08:00',
    '10-26T08:30',
    '10-26T09:00',
  ])
})

test.for([
  // 02:00 is followed by 03:00 at 01:00 UTC.
  ['Europe/Berlin', '2026-03-28T23:00Z', 30, ['03-29T00:00', '03-29T00:30', '03-29T01:00', '03-29T01:30']],
  // 03:00 is followed by 02:00 at 01:00 UTC: the second 02:00 has no slot.
  ['Europe/Berlin', '2026-10-24T22:00Z', 60, ['10-24T23:00', '10-25T00:00', '10-25T02:00']],
  // Half an hour is skipped: 02:00 is followed by 02:30 at 15:30 UTC.
  [
    'Australia/Lord_Howe',
    '2026-10-03T13:30Z',
    30,
    ['10-03T14:30', '10-03T15:00', '10-03T15:30', '10-03T16:00', '10-03T16:30'],
  ],
  // Half an hour comes twice: 02:00 is followed by 01:30 at 15:00 UTC.
  [
    'Australia/Lord_Howe',
    '2026-04-04T13:00Z',
    30,
    ['04-04T14:00', '04-04T14:30', '04-04T15:30', '04-04T16:00', '04-04T16:30', '04-04T17:00'],
  ],
  ['Asia/Kolkata', '2026-03-28T18:30Z', 90, ['03-28T19:30', '03-28T21:00']],
] as const)(
  'the night in %s that begins at %s has each hour once, and none that is skipped',
  ([zone, at, minutes, its]) => {
    const midnight = new Date(at)
    const later = new Date(midnight.getTime() + 12 * 3_600_000)
    expect(starts(offer(zone, '01:00', '04:00', minutes), midnight.toISOString(), later.toISOString())).toEqual(its)
  },
)

test('no slot begins before the one before it has ended, in any zone and on any day of a year', () => {
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia', 'UTC']) {
    const slots = [
      ...offeredSlots(offer(zone, '00:00', '24:00', 90), new Date('2026-01-01T00:00Z'), new Date('2027-01-01T00:00Z')),
    ]
    expect(slots.length, zone).toBeGreaterThan(5_800)
    expect(slots.filter(({ startsAt, endsAt }) => endsAt.getTime() - startsAt.getTime() !== 5_400_000)).toEqual([])
    const overlapping = slots.filter(({ startsAt }, index) => startsAt < (slots[index - 1]?.endsAt ?? new Date(0)))
    expect(overlapping, zone).toEqual([])
  }
})

test('hours that overlap offer each time once; the end of a day is no slot of the next; days off have none', () => {
  const hours = [
    { weekday: 1, from: '22:00', to: '24:00' },
    { weekday: 1, from: '22:30', to: '23:30' },
  ]
  const monday = { timezone: 'UTC', hours, slotMinutes: 60, daysOff: ['2026-06-08'] }
  expect(starts(monday, '2026-06-01T00:00Z', '2026-06-15T00:00Z')).toEqual(['06-01T22:00', '06-01T23:00'])
})

test('a time is a slot only if it begins exactly there, and can be booked only within notice and horizon', () => {
  const berlin = offer('Europe/Berlin', '09:00', '10:00', 30)
  expect(findSlot(berlin, new Date('2026-06-01T07:30Z'))?.endsAt.toISOString()).toBe('2026-06-01T08:00:00.000Z')
  for (const at of [
    '2026-06-01T07:29Z',
    '2026-06-01T07:30:00.001Z',
    '2026-06-01T08:00Z',
    '+275760-09-13T00:00:00.000Z',
  ])
    expect(findSlot(berlin, new Date(at)), at).toBeNull()
  const bounds: Pick<DemoAvailability, 'noticeHours' | 'horizonDays'> = { noticeHours: 24, horizonDays: 30 }
  const { from, to } = bookableRange(bounds, new Date('2026-06-01T12:00Z'))
  expect([from.toISOString(), to.toISOString()]).toEqual(['2026-06-02T12:00:00.000Z', '2026-07-01T12:00:00.000Z'])
})
