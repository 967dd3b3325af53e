import type { Queries } from '@bollard/database'
import { writeMail } from '@bollard/mail'
import type { ContactContext } from '../contact-context.ts'
import { bookingColumns, bookingOf } from './booking.ts'
import { linkTo, momentIn } from './tell.ts'

const batch = 50

/**
 * Reminds visitors a day and an hour before their demo, each once: the mail and the mark that it was written are one transaction. Nobody is
 * reminded who chose the time later than that, and nobody of a day when only an hour is left. Returns how many mails were written.
 */
export async function sendReminders(
  context: Pick<ContactContext, 'db' | 'enqueueMail' | 'websiteUrl' | 'demoLinks'>,
  now: Date,
): Promise<number> {
  const day = await context.db.transaction(async (tx) =>
    write(context, tx, 'day', await tx.query('contact-demo-remind-day', daySql, [now, batch])),
  )
  const hour = await context.db.transaction(async (tx) =>
    write(context, tx, 'hour', await tx.query('contact-demo-remind-hour', hourSql, [now, batch])),
  )
  return day + hour
}

async function write(
  context: Pick<ContactContext, 'enqueueMail' | 'websiteUrl' | 'demoLinks'>,
  tx: Queries,
  before: 'day' | 'hour',
  rows: readonly Parameters<typeof bookingOf>[0][],
): Promise<number> {
  for (const booking of rows.map(bookingOf)) {
    const { id, sequence, language, email, startsAt, timezone } = booking
    const values = { when: momentIn(language, startsAt, timezone), link: linkTo(context, booking) }
    const mail = writeMail('demo-reminder', { language, to: email, givenName: '', values })
    await context.enqueueMail(tx, mail, `demo-reminder ${before} ${id} ${sequence}`)
  }
  return rows.length
}

/** What another process is at is left to it. */
const daySql = `update contact.demo_bookings set day_reminder_at = $1 where id in (
    select id from contact.demo_bookings where state = 'BOOKED' and day_reminder_at is null
      and starts_at > $1::timestamptz + interval '1 hour' and starts_at <= $1::timestamptz + interval '24 hours'
      and placed_at <= starts_at - interval '24 hours'
    order by starts_at limit $2 for update skip locked)
  returning ${bookingColumns}`
const hourSql = `update contact.demo_bookings set hour_reminder_at = $1 where id in (
    select id from contact.demo_bookings where state = 'BOOKED' and hour_reminder_at is null
      and starts_at > $1::timestamptz and starts_at <= $1::timestamptz + interval '1 hour'
      and placed_at <= starts_at - interval '1 hour'
    order by starts_at limit $2 for update skip locked)
  returning ${bookingColumns}`
