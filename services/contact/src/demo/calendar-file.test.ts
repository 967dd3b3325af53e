import { expect, test } from 'vitest'
import { type CalendarEvent, writeCalendarFile } from './calendar-file.ts'

const event: CalendarEvent = {
  method: 'REQUEST',
  uid: '019a9b1c-5d3e-7000-8000-000000000001@bollard.example',
  sequence: 2,
  writtenAt: new Date('2026-11-27T03:00:00.123Z'),
  startsAt: new Date('2026-12-03T14:00:00Z'),
  endsAt: new Date('2026-12-03T14:30:00Z'),
  language: 'en',
  summary: 'Bollard demo',
  description: null,
  location: 'https://meet.example/a,b;c',
  organizer: 'Bollard <no-reply@bollard.example>',
  attendee: 'ada+demo@example.org',
}
/** A file as programs read it: lines without their folds. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('an invitation is written as RFC 5545 says, in UTC', () => {
  expect(linesOf(writeCalendarFile(event))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bollard//Demos//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'UID:019a9b1c-5d3e-7000-8000-000000000001@bollard.example',
    'SEQUENCE:2',
    'DTSTAMP:20261127T030000Z',
    'DTSTART:20261203T140000Z',
    'DTEND:20261203T143000Z',
    'STATUS:CONFIRMED',
    'SUMMARY;LANGUAGE=en:Bollard demo',
    String.raw`LOCATION:https://meet.example/a\,b\;c`,
    'ORGANIZER:mailto:no-reply@bollard.example',
    'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:ada+demo@example.org',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('the end of an event has its own method and state', () => {
  const lines = linesOf(writeCalendarFile({ ...event, method: 'CANCEL' }))
  expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']))
})

test('no line has more than 75 bytes, none is cut within a character, and nothing gets lost', () => {
  const description = 'Grüße 日本語 👩‍🚀 '.repeat(40).trim()
  const file = writeCalendarFile({ ...event, description })
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  expect(file).not.toContain('\ufffd')
  expect(linesOf(file)).toContain(`DESCRIPTION;LANGUAGE=en:${description}`)
})

test('what somebody typed adds no line and no field', () => {
  const typed = 'Ada\r\nATTENDEE:mailto:eve@example.org\nX\u2028Y\u0000Z\\, "quoted"; end'
  const attendee = 'a"b\r\nX-EVIL:1@example.org'
  const lines = linesOf(writeCalendarFile({ ...event, description: typed, attendee }))
  expect(lines.length).toBe(20)
  expect(lines).toContain(
    String.raw`DESCRIPTION;LANGUAGE=en:Ada\nATTENDEE:mailto:eve@example.org\nX` +
      '\u2028Y Z' +
      String.raw`\\\, "quoted"\; end`,
  )
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toHaveLength(1)
  expect(lines.find((line) => line.startsWith('ATTENDEE'))).toContain('mailto:a%22b%0D%0AX-EVIL%3A1@example.org')
})
