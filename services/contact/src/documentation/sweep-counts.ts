import type { Database } from '@bollard/database'

/** Answers are compared with those of a year before; words of a search serve their purpose sooner. */
const keptDays = { answers: 365, searches: 90 }

/** Deletes old counts. Safe in several processes at once. */
export async function sweepCounts(db: Database, now: Date): Promise<void> {
  await db.query('contact-answers-sweep', 'delete from contact.page_answers where day < $1::date', [
    dayBefore(now, keptDays.answers),
  ])
  await db.query('contact-searches-sweep', 'delete from contact.missed_searches where day < $1::date', [
    dayBefore(now, keptDays.searches),
  ])
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}
