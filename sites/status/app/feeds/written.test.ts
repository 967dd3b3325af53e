import { expect, test } from 'vitest'
import { writeAtom } from './write-atom.ts'
import { writeCalendar } from './write-calendar.ts'

const at = '2026-11-29T02:00:00.000Z'

test('nothing that an owner writes ends a line of the calendar, and no line is longer than 75 bytes', () => {
  const event = {
    id: 'a@b',
    title: 'Database\r\nEND:VEVENT\nATTACH:https://evil.example; part, two \\',
    text: 'ü'.repeat(90),
    address: 'https://status.example/',
    startsAt: at,
    endsAt: '2026-11-29T04:00:00Z',
  }
  const lines = writeCalendar('Shop', [event], at).split('\r\n')
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1)
  expect(lines).toContain('DTSTART:20261129T020000Z')
  expect(lines).toContain('DTEND:20261129T040000Z')
  const whole = lines.join('\r\n').replaceAll('\r\n ', '')
  expect(whole).toContain('SUMMARY:Database\\nEND:VEVENT\\nATTACH:https://evil.example\\; part\\, two \\\\')
  expect(whole).toContain(`DESCRIPTION:${'ü'.repeat(90)}`)
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
})

test('nothing that an owner writes opens an element of a feed', () => {
  const entry = {
    id: 'i',
    address: 'https://a/?a=1&b=2',
    title: '</title><script>',
    publishedAt: at,
    updatedAt: at,
    text: '<b>&',
  }
  const feed = writeAtom({
    address: 'https://a/f',
    page: 'https://a',
    title: '"<&',
    language: 'de',
    updatedAt: at,
    entries: [entry],
  })
  expect(feed).not.toMatch(/<script>|<b>/u)
  expect(feed).toContain('&lt;/title&gt;&lt;script&gt;')
  expect(feed).toContain('xml:lang="de"')
})
