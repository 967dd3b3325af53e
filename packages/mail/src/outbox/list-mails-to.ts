import type { Queries } from '@bollard/database'

/** A mail that was written to somebody. What it said is gone once it is sent. */
export interface WrittenMail {
  readonly subject: string
  readonly tag: string
  readonly state: 'PENDING' | 'SENT' | 'FAILED'
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** The mails of the last 30 days to an address, the oldest first, and whether its server takes none any more. */
export async function listMailsTo(
  db: Queries,
  address: string,
): Promise<{ mails: WrittenMail[]; bounces: { at: Date; answer: string }[] }> {
  const mails = await db.query('mail-written-to', mailsSql, [address])
  return {
    mails,
    bounces: await db.query('mail-bounces-of', 'select at, answer from mail.bounces where address = lower($1)', [
      address,
    ]),
  }
}

const mailsSql = `select subject, tag, state, created_at as "createdAt", ended_at as "endedAt" from mail.outbox
  where lower(recipient) = lower($1) order by created_at, id`
