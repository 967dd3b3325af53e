import type { Database } from '@bollard/database'
import { sweepRepeatedCalls } from '@bollard/http'

/** Enquiries are kept for a year: long enough for a dispute about an answer, and no longer. */
const keptDays = 365

/** Deletes what a person wrote, with its replies. Safe to repeat. */
export async function deleteEnquiriesOf(db: Database, userId: string): Promise<void> {
  await db.query('contact-enquiries-forget', 'delete from contact.enquiries where user_id = $1', [userId])
}

/** Deletes what is older than a year, and answers of repeated calls that nobody can ask for any more. */
export async function sweepEnquiries(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  await db.query('contact-enquiries-sweep', 'delete from contact.enquiries where created_at < $1', [before])
  await sweepRepeatedCalls(db, 'contact', now)
}
