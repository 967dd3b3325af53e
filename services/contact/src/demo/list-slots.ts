import { type DemoSlots, demoSlotsMax } from '@bollard/contracts'
import type { ContactContext } from '../contact-context.ts'
import { readAvailability } from './availability.ts'
import { bookableRange, offeredSlots } from './offered-slots.ts'

interface Range {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Free times in a range, the earliest first. */
export async function listSlots({ db, now }: Pick<ContactContext, 'db' | 'now'>, range: Range): Promise<DemoSlots> {
  const availability = await readAvailability(db)
  if (availability.hours.length === 0) return { offer: null, items: [], nextFrom: null }
  const at = now()
  const bookable = bookableRange(availability, at)
  const from = range.from === undefined ? bookable.from : later(new Date(range.from), bookable.from)
  const to = range.to === undefined ? bookable.to : earlier(new Date(range.to), bookable.to)
  const taken = await db.query('contact-demo-taken', takenSql, [from, to, at])
  const items: DemoSlots['items'] = []
  let nextFrom: string | null = null
  for (const { startsAt, endsAt } of offeredSlots(availability, from, to)) {
    if (taken.some((one) => one.startsAt < endsAt && one.endsAt > startsAt)) continue
    if (items.length === demoSlotsMax) {
      nextFrom = startsAt.toISOString()
      break
    }
    items.push({ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() })
  }
  const { timezone, slotMinutes } = availability
  return { offer: { timezone, slotMinutes }, items, nextFrom }
}

const later = (a: Date, b: Date): Date => (a > b ? a : b)
const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** A slot that begins in the range may end after it, by four hours at most. */
const takenSql = `select starts_at as "startsAt", ends_at as "endsAt" from contact.demo_bookings
  where ends_at > $1 and starts_at < $2::timestamptz + interval '4 hours' and (state = 'BOOKED' or (state = 'HELD' and held_until > $3))`
