import type { Person } from '@bollard/access'
import type { DemoAvailability } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { type Language, locales } from '@bollard/i18n'
import { demoStateWord, demoWord, type MailInput, writeMail } from '@bollard/mail'
import type { ContactContext } from '../contact-context.ts'
import type { Booking } from './booking.ts'
import { writeCalendarFile } from './calendar-file.ts'

type TellingContext = Pick<ContactContext, 'enqueueMail' | 'newId' | 'now' | 'websiteUrl' | 'demoLinks' | 'mailFrom'>

/** What has become of a booking. */
export type DemoNews = 'BOOKED' | 'MOVED' | 'CANCELLED'

interface Around {
  readonly news: DemoNews
  readonly operators: readonly Person[]
  readonly availability: Pick<DemoAvailability, 'timezone' | 'meetingUrl'>
  /** When it was to be before; for `MOVED`. */
  readonly former?: Date
}

/**
 * Mails the visitor and each operator what has become of a booking, with a calendar file that says the same. What the visitor typed goes to
 * the operators alone: anybody can enter anybody's address.
 */
export async function tellOfBooking(
  context: TellingContext,
  tx: Queries,
  booking: Booking,
  { news, operators, availability, former }: Around,
): Promise<void> {
  const { enqueueMail } = context
  const { meetingUrl } = availability
  const { id, sequence, language, timezone, email, name, organization, message, startsAt } = booking
  const formerIn = (of: Language, zone: string) => (former === undefined ? '' : momentIn(of, former, zone))
  const key = (to: string) => `demo ${id} ${sequence} ${to}`
  const own = await attach(context, tx, booking, { news, meetingUrl, language, attendee: email, description: null })
  const input = { language, to: email, givenName: '', attachments: [own] }
  const when = momentIn(language, startsAt, timezone)
  const link = linkTo(context, booking)
  const again = `${context.websiteUrl}/${language}/book-demo`
  const mail = {
    BOOKED: () => writeMail('demo-booked', { ...input, values: { when, link } }),
    MOVED: () => writeMail('demo-moved', { ...input, values: { when, link, former: formerIn(language, timezone) } }),
    CANCELLED: () => writeMail('demo-cancelled', { ...input, values: { when, link: again } }),
  }[news]()
  await enqueueMail(tx, mail, key('visitor'))
  for (const operator of operators) {
    const description = [name, organization, email, message].filter(Boolean).join('\n')
    const around = { news, meetingUrl, language: operator.language, attendee: operator.email, description }
    const file = await attach(context, tx, booking, around)
    const letter: MailInput<'demo-booking'> = {
      language: operator.language,
      to: operator.email,
      givenName: operator.givenName,
      attachments: [file],
      values: {
        state: demoStateWord(operator.language, news),
        when: momentIn(operator.language, startsAt, availability.timezone),
        former: formerIn(operator.language, availability.timezone),
        zone: timezone,
        account: email,
        reference: organization === null ? name : `${name}, ${organization}`,
        message: message ?? '',
      },
    }
    await enqueueMail(tx, writeMail('demo-booking', letter), key(operator.userId))
  }
}

/** The page on which the visitor moves and cancels a booking. */
export function linkTo(
  { websiteUrl, demoLinks }: Pick<ContactContext, 'websiteUrl' | 'demoLinks'>,
  { id, language }: Pick<Booking, 'id' | 'language'>,
): string {
  return `${websiteUrl}/${language}/book-demo/booking?token=${demoLinks.sign(id)}`
}

/** A moment as mails write it, in a zone that they name. */
export function momentIn(language: Language, at: Date, timezone: string): string {
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone: timezone } as const
  return `${new Intl.DateTimeFormat(locales[language], format).format(at)} (${timezone})`
}

interface FileAround extends Pick<Around, 'news'> {
  readonly meetingUrl: string | null
  readonly language: Language
  readonly attendee: string
  readonly description: string | null
}

/** Keeps the calendar file, so that every attempt to send the mail reads the same one. */
async function attach(
  { newId, now, mailFrom, websiteUrl }: TellingContext,
  tx: Queries,
  { id, startsAt, endsAt, sequence }: Booking,
  { news, meetingUrl, language, attendee, description }: FileAround,
) {
  const fileId = newId()
  const content = writeCalendarFile({
    method: news === 'CANCELLED' ? 'CANCEL' : 'REQUEST',
    uid: `${id}@${new URL(websiteUrl).hostname}`,
    sequence,
    writtenAt: now(),
    startsAt,
    endsAt,
    language,
    summary: demoWord(language),
    description,
    location: meetingUrl,
    organizer: mailFrom,
    attendee,
  })
  await tx.query('contact-demo-file-insert', fileSql, [fileId, id, content])
  return { kind: 'demo', id: fileId, name: 'demo.ics', mediaType: 'text/calendar' } as const
}

const fileSql = 'insert into contact.demo_files (id, booking_id, content) values ($1, $2, $3)'
