/** What a calendar learns about a demo. */
export interface CalendarEvent {
  readonly method: 'REQUEST' | 'CANCEL'
  /** The same in all files about one event. */
  readonly uid: string
  /** Counts the changes of the event: of two files, a calendar believes the higher one. */
  readonly sequence: number
  readonly writtenAt: Date
  readonly startsAt: Date
  readonly endsAt: Date
  readonly language: string
  readonly summary: string
  readonly description: string | null
  /** Where everybody meets; null where nobody has said so. */
  readonly location: string | null
  readonly organizer: string
  readonly attendee: string
}

/** Bytes of a line, without the line end. */
const lineMax = 75

/** An iCalendar file (RFC 5545) as mail programs take it for an invitation or its end (RFC 5546). Times are in UTC. */
export function writeCalendarFile(event: CalendarEvent): string {
  const { method, language, location, description } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Bollard//Demos//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${textOf(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${timeOf(event.writtenAt)}`,
    `DTSTART:${timeOf(event.startsAt)}`,
    `DTEND:${timeOf(event.endsAt)}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY;LANGUAGE=${language}:${textOf(event.summary)}`,
    ...(description === null ? [] : [`DESCRIPTION;LANGUAGE=${language}:${textOf(description)}`]),
    ...(location === null ? [] : [`LOCATION:${textOf(location)}`]),
    `ORGANIZER:mailto:${addressOf(event.organizer)}`,
    // Nobody reads what calendars would answer: the mail has a link for that.
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${addressOf(event.attendee)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** As `20261203T140000Z`. */
function timeOf(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/gu, '')
}

/** A value of type TEXT: its special characters escaped, line ends as `\n`, and no other control character. */
function textOf(value: string): string {
  return value
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[\\;,]/gu, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** For a URI of mail, without a display name: everything that could end the value or begin a parameter is encoded. */
function addressOf(address: string): string {
  const bare = /<([^>]+)>\s*$/u.exec(address)?.[1] ?? address
  return encodeURIComponent(bare).replaceAll('%40', '@').replaceAll('%2B', '+')
}

/** Lines of 75 bytes at most, cut between characters; each further line begins with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    const size = Buffer.byteLength(segment)
    if (bytes + size > lineMax && part !== '') {
      parts.push(part)
      part = ' '
      bytes = 1
    }
    part += segment
    bytes += size
  }
  return [...parts, part].join('\r\n')
}
