export interface CalendarEvent {
  /** Stays the same for good. */
  readonly id: string
  readonly title: string
  readonly text: string
  readonly address: string
  /** ISO 8601. */
  readonly startsAt: string
  readonly endsAt: string
}

/** Events as a calendar takes them (RFC 5545). `madeAt` is ISO 8601. */
export function writeCalendar(name: string, events: readonly CalendarEvent[], madeAt: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bollard//Status pages//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap(({ id, title, text, address, startsAt, endsAt }) => [
      'BEGIN:VEVENT',
      `UID:${escapeText(id)}`,
      `DTSTAMP:${moment(madeAt)}`,
      `DTSTART:${moment(startsAt)}`,
      `DTEND:${moment(endsAt)}`,
      `SUMMARY:${escapeText(title)}`,
      ...(text === '' ? [] : [`DESCRIPTION:${escapeText(text)}`]),
      `URL:${address}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

const moment = (time: string): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d{3}/gu, '')

/** A value that cannot begin a line of its own. */
const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[\\;,]/gu, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** No line is longer than 75 bytes; a letter is never cut. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > 74) {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += letter
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
