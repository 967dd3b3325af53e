import type { Actor, Call } from '@bollard/access'
import { recordEvent } from '@bollard/audit'
import type { DemoBooking } from '@bollard/contracts'
import { decodeCursor, encodeCursor, ProblemError } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import type { PageQuery } from '../enquiry/list.ts'
import { readAvailability } from './availability.ts'
import { bookingColumns, bookingOf, describeForOperators, isOpen, lockBooking } from './booking.ts'
import { cancelBooking } from './own-booking.ts'
import { tellOfBooking } from './tell.ts'

/** A page of what is booked or was cancelled and begins at or after `from`, the earliest first. */
export async function listBookings(
  { db }: Pick<ContactContext, 'db'>,
  { limit, cursor, from }: PageQuery & { readonly from?: string | undefined },
): Promise<{ items: DemoBooking[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const since = from === undefined ? null : new Date(from)
  const rows = await db.query('contact-demo-bookings', listSql, [after, since, limit + 1])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => describeForOperators(bookingOf(row))),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

/** Cancels somebody's demo and tells everybody. Throws `not-found`, and `state-conflict` once it has begun or was cancelled. */
export async function cancelAsOperator(
  context: ContactContext,
  actor: Actor,
  bookingId: string,
  call: Call,
): Promise<DemoBooking> {
  const { db, identity, now } = context
  const operators = await identity.findOperators()
  const at = now()
  return db.transaction(async (tx) => {
    const before = await lockBooking(tx, bookingId)
    if (before === null) throw new ProblemError('not-found')
    if (!isOpen(before, at)) throw new ProblemError('state-conflict')
    const booking = await cancelBooking(tx, bookingId)
    await tellOfBooking(context, tx, booking, {
      news: 'CANCELLED',
      operators,
      availability: await readAvailability(tx),
    })
    await recordEvent(tx, actor, call, at, {
      scope: 'SYSTEM',
      scopeId: 'contact',
      action: 'demo.cancelled',
      target: { kind: 'demo', id: bookingId },
      asOperator: true,
    })
    return call.keepAnswer(tx, describeForOperators(booking))
  })
}

/** The cursor is the id of a booking, so the page goes on after its place in the order. */
const listSql = `select ${bookingColumns} from contact.demo_bookings
  where state <> 'HELD' and ($2::timestamptz is null or starts_at >= $2)
    and ($1::uuid is null or (starts_at, id) > (select b.starts_at, b.id from contact.demo_bookings b where b.id = $1))
  order by starts_at, id limit $3`
