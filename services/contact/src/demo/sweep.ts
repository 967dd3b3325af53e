import type { Database } from '@bollard/database'

/** As long as enquiries. */
const keptDays = 365

/** Deletes holds that are over, and bookings a year after their time was chosen, with their files. */
export async function sweepDemos(db: Database, now: Date): Promise<void> {
  await db.query('contact-demo-holds-sweep', holdsSql, [now])
  await db.query('contact-demo-bookings-sweep', bookingsSql, [new Date(now.getTime() - keptDays * 86_400_000)])
}

/** An hour later than they end: until then somebody who was slow with the form can still book a time that nobody has taken. */
const holdsSql = `delete from contact.demo_bookings where state = 'HELD' and held_until < $1::timestamptz - interval '1 hour'`
const bookingsSql = `delete from contact.demo_bookings where state <> 'HELD' and placed_at < $1`
