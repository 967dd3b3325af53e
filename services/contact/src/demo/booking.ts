import { type DemoBooking, languageSchema, type OwnDemoBooking } from '@bollard/contracts'
import type { Queries, RowOf } from '@bollard/database'
import type { Language } from '@bollard/i18n'

/** A demo that somebody has booked, also after it was cancelled. */
export interface Booking {
  readonly id: string
  readonly state: 'BOOKED' | 'CANCELLED'
  readonly startsAt: Date
  readonly endsAt: Date
  readonly name: string
  readonly email: string
  readonly organization: string | null
  readonly message: string | null
  readonly language: Language
  readonly timezone: string
  readonly sequence: number
  readonly createdAt: Date
}

export const bookingColumns = `id, state, starts_at as "startsAt", ends_at as "endsAt", name, email, organization, message, language, timezone,
  sequence, created_at as "createdAt"`

/** A row that the constraints of the table let be no hold any more. Throws for one that is. */
export function bookingOf(row: RowOf<'contact-demo-booking-lock'>): Booking {
  const { state, name, email, timezone } = row
  if (state === 'HELD' || name === null || email === null || timezone === null)
    throw new TypeError('A hold is no booking yet')
  return { ...row, state, name, email, timezone, language: languageSchema.parse(row.language) }
}

/** The booking, which nobody else changes until the transaction ends; null where there is none. */
export async function lockBooking(tx: Queries, id: string): Promise<Booking | null> {
  const [row] = await tx.query('contact-demo-booking-lock', lockSql, [id])
  return row === undefined ? null : bookingOf(row)
}

/** Whether it can still be moved and cancelled. */
export function isOpen({ state, startsAt }: Pick<Booking, 'state' | 'startsAt'>, now: Date): boolean {
  return state === 'BOOKED' && startsAt > now
}

export function describeOwn(booking: Booking, meetingUrl: string | null, now: Date): OwnDemoBooking {
  const { startsAt, endsAt, timezone, state } = booking
  return {
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone,
    state,
    isOpen: isOpen(booking, now),
    meetingUrl: state === 'BOOKED' ? meetingUrl : null,
  }
}

export function describeForOperators(booking: Booking): DemoBooking {
  const { id, startsAt, endsAt, timezone, state, name, email, organization, message, createdAt } = booking
  return {
    id,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    timezone,
    state,
    name,
    email,
    organization,
    message,
    createdAt: createdAt.toISOString(),
  }
}

const lockSql = `select ${bookingColumns} from contact.demo_bookings where id = $1 and state <> 'HELD' for update`
