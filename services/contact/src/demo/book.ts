import type { DemoBookingNew, OwnDemoBooking } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { readAvailability } from './availability.ts'
import { bookingColumns, bookingOf, describeOwn } from './booking.ts'
import { sessionHash } from './hold.ts'
import { tellOfBooking } from './tell.ts'

/**
 * Books what a session holds, also when its ten minutes are over and nobody has taken the time since. Sent twice it is one booking. Throws
 * `token-invalid` for a session that has nothing, `slot-taken` once the time has come, and what `countReceipt` throws, which is asked only when
 * there is something to confirm.
 */
export async function bookDemo(
  context: ContactContext,
  { session, name, email, organization, message, language, timezone }: DemoBookingNew,
  countReceipt: () => Promise<void>,
): Promise<OwnDemoBooking> {
  const { db, identity, now } = context
  const operators = await identity.findOperators()
  const at = now()
  return db.transaction(async (tx) => {
    const [found] = await tx.query('contact-demo-session-lock', lockSql, [sessionHash(session)])
    if (found === undefined) throw new ProblemError('token-invalid')
    const availability = await readAvailability(tx)
    const { meetingUrl } = availability
    if (found.state !== 'HELD') return describeOwn(bookingOf(found), meetingUrl, at)
    if (found.startsAt <= at) throw new ProblemError('slot-taken')
    await countReceipt()
    const values = [found.id, name, email, organization || null, message || null, language, timezone, at]
    const [row] = await tx.query('contact-demo-book', bookSql, values)
    if (row === undefined) throw new ProblemError('token-invalid')
    const booking = bookingOf(row)
    await tellOfBooking(context, tx, booking, { news: 'BOOKED', operators, availability })
    return describeOwn(booking, meetingUrl, at)
  })
}

const lockSql = `select ${bookingColumns} from contact.demo_bookings
  where session_hash = $1 and state <> 'CANCELLED' for update`
const bookSql = `update contact.demo_bookings set state = 'BOOKED', name = $2, email = $3, organization = $4, message = $5, language = $6,
  timezone = $7, placed_at = $8, created_at = $8 where id = $1 returning ${bookingColumns}`
