import { createHash, randomBytes } from 'node:crypto'
import { type DemoHold, demoHoldMinutes } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { readAvailability, requireOffered } from './availability.ts'

interface Choice {
  readonly startsAt: string
  /** Of an earlier hold; null for a new one. */
  readonly session: string | null
}

/** What stands for the session of a hold in the database. */
export function sessionHash(session: string): Buffer {
  return createHash('sha256').update(session).digest()
}

/**
 * Keeps a time for ten minutes, in place of what the session has held. Throws `slot-taken`; the session then holds what it held before.
 */
export async function holdSlot(
  { db, now, newId }: Pick<ContactContext, 'db' | 'now' | 'newId'>,
  { startsAt, session }: Choice,
): Promise<DemoHold & { session: string }> {
  const at = now()
  const heldUntil = new Date(at.getTime() + demoHoldMinutes * 60_000)
  return db.transaction(async (tx) => {
    const { slot, availability } = await requireOffered(tx, new Date(startsAt), at)
    const own = await sessionFor(tx, session)
    await tx.query('contact-demo-holds-end', endSql, [at, sessionHash(own)])
    const values = [newId(), slot.startsAt, slot.endsAt, sessionHash(own), heldUntil, at]
    const [held] = await tx.query('contact-demo-hold-insert', insertSql, values)
    if (held === undefined) throw new ProblemError('slot-taken')
    return {
      session: own,
      startsAt: slot.startsAt.toISOString(),
      endsAt: slot.endsAt.toISOString(),
      heldUntil: heldUntil.toISOString(),
      timezone: availability.timezone,
    }
  })
}

/** What a session holds. Throws `token-invalid` where that is nothing, or no longer. */
export async function readHold({ db, now }: Pick<ContactContext, 'db' | 'now'>, session: string): Promise<DemoHold> {
  const [row] = await db.query('contact-demo-hold', oneSql, [sessionHash(session), now()])
  if (row === undefined) throw new ProblemError('token-invalid')
  return {
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    heldUntil: row.heldUntil.toISOString(),
    timezone: (await readAvailability(db)).timezone,
  }
}

/** The session goes on until something is booked with it: what it books next must not be taken for the same once more. */
async function sessionFor(tx: Queries, session: string | null): Promise<string> {
  const fresh = randomBytes(24).toString('base64url')
  if (session === null) return fresh
  const booked = await tx.query('contact-demo-session-booked', bookedSql, [sessionHash(session)])
  return booked.length > 0 ? fresh : session
}

const bookedSql = `select id from contact.demo_bookings where session_hash = $1 and state = 'BOOKED'`
/** Also those of others whose time is over: until then they would keep theirs from everybody. */
const endSql = `delete from contact.demo_bookings where state = 'HELD' and (held_until <= $1 or session_hash = $2)`
/** Nothing is written where a constraint says that somebody else has the time. */
const insertSql = `insert into contact.demo_bookings (id, state, starts_at, ends_at, session_hash, held_until, placed_at, created_at)
  values ($1, 'HELD', $2, $3, $4, $5, $6, $6) on conflict do nothing returning id`
const oneSql = `select starts_at as "startsAt", ends_at as "endsAt", held_until as "heldUntil" from contact.demo_bookings
  where session_hash = $1 and state = 'HELD' and held_until > $2`
