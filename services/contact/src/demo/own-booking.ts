import type { OwnDemoBooking } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { readAvailability, requireOffered } from './availability.ts'
import { type Booking, bookingColumns, bookingOf, describeOwn, isOpen, lockBooking } from './booking.ts'
import { tellOfBooking } from './tell.ts'

/** The booking behind the link of a mail. Throws `token-invalid`. */
export async function readOwnBooking(
  { db, demoLinks, now }: Pick<ContactContext, 'db' | 'demoLinks' | 'now'>,
  token: string,
): Promise<OwnDemoBooking> {
  const [row] = await db.query('contact-demo-booking', oneSql, [demoLinks.read(token)])
  if (row === undefined) throw new ProblemError('token-invalid')
  return describeOwn(bookingOf(row), (await readAvailability(db)).meetingUrl, now())
}

/**
 * Moves a booking to another free time and tells everybody. To the time that it has it moves nothing. Throws `token-invalid`,
 * `state-conflict` once it has begun or was cancelled, and `slot-taken`.
 */
export async function moveOwnBooking(
  context: ContactContext,
  { token, startsAt }: { readonly token: string; readonly startsAt: string },
  countMove: (email: string) => Promise<void>,
): Promise<OwnDemoBooking> {
  const { db, identity, now } = context
  const operators = await identity.findOperators()
  const at = now()
  return db.transaction(async (tx) => {
    const before = await requireOpen(context, tx, token, at)
    const { slot, availability } = await requireOffered(tx, new Date(startsAt), at)
    if (slot.startsAt.getTime() === before.startsAt.getTime()) return describeOwn(before, availability.meetingUrl, at)
    await countMove(before.email)
    await tx.query('contact-demo-holds-expire', expireSql, [at])
    const [other] = await tx.query('contact-demo-overlap', overlapSql, [before.id, slot.startsAt, slot.endsAt])
    if (other !== undefined) throw new ProblemError('slot-taken')
    const [row] = await tx.query('contact-demo-move', moveSql, [before.id, slot.startsAt, slot.endsAt, at])
    if (row === undefined) throw new ProblemError('token-invalid')
    const booking = bookingOf(row)
    await tellOfBooking(context, tx, booking, { news: 'MOVED', operators, availability, former: before.startsAt })
    return describeOwn(booking, availability.meetingUrl, at)
  })
}

/** Cancels a booking and tells everybody. Throws `token-invalid`, and `state-conflict` once it has begun or was cancelled. */
export async function cancelOwnBooking(context: ContactContext, token: string): Promise<OwnDemoBooking> {
  const { db, identity, now } = context
  const operators = await identity.findOperators()
  const at = now()
  return db.transaction(async (tx) => {
    const before = await requireOpen(context, tx, token, at)
    const booking = await cancelBooking(tx, before.id)
    await tellOfBooking(context, tx, booking, {
      news: 'CANCELLED',
      operators,
      availability: await readAvailability(tx),
    })
    return describeOwn(booking, null, at)
  })
}

/** Marks a locked booking as cancelled; its time is free again. */
export async function cancelBooking(tx: Queries, id: string): Promise<Booking> {
  const [row] = await tx.query('contact-demo-cancel', cancelSql, [id])
  if (row === undefined) throw new ProblemError('not-found')
  return bookingOf(row)
}

async function requireOpen(
  { demoLinks }: Pick<ContactContext, 'demoLinks'>,
  tx: Queries,
  token: string,
  at: Date,
): Promise<Booking> {
  const id = demoLinks.read(token)
  const booking = id === null ? null : await lockBooking(tx, id)
  if (booking === null) throw new ProblemError('token-invalid')
  if (!isOpen(booking, at)) throw new ProblemError('state-conflict')
  return booking
}

const oneSql = `select ${bookingColumns} from contact.demo_bookings where id = $1 and state <> 'HELD'`
const expireSql = `delete from contact.demo_bookings where state = 'HELD' and held_until <= $1`
const overlapSql = `select id from contact.demo_bookings
  where id <> $1 and state <> 'CANCELLED' and tstzrange(starts_at, ends_at) && tstzrange($2, $3) limit 1`
const moveSql = `update contact.demo_bookings set starts_at = $2, ends_at = $3, placed_at = $4, sequence = sequence + 1,
  day_reminder_at = null, hour_reminder_at = null where id = $1 returning ${bookingColumns}`
const cancelSql = `update contact.demo_bookings set state = 'CANCELLED', sequence = sequence + 1 where id = $1 returning ${bookingColumns}`
