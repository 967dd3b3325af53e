import { demoAvailabilitySchema } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { readAvailability, writeHours } from './read-availability.ts'

const rest = { timezone: 'Europe/Berlin', slotMinutes: '30', noticeHours: '24', horizonDays: '30', daysOff: '2026-12-24\r\n', meetingUrl: '' }

test('hours that are written and read again are the same, and what is no line of hours is refused', () => {
  const hours = [
    { weekday: 1, from: '09:00', to: '12:00' },
    { weekday: 7, from: '13:30', to: '24:00' },
  ]
  const read = (text: string) => demoAvailabilitySchema.safeParse(readAvailability({ ...rest, hours: text }))
  expect(read(writeHours(hours)).data).toMatchObject({ hours, daysOff: ['2026-12-24'], meetingUrl: null })
  expect(read('').data?.hours).toEqual([])
  for (const wrong of ['Monday', '8 09:00-12:00', '1 12:00-09:00', '1 9-12']) expect(read(wrong).success, wrong).toBe(false)
})
