import type { Actor, Call } from '@bollard/access'
import { recordEvent } from '@bollard/audit'
import { type DemoAvailability, demoAvailabilitySchema } from '@bollard/contracts'
import type { Queries } from '@bollard/database'
import { ProblemError } from '@bollard/http'
import type { ContactContext } from '../contact-context.ts'
import { bookableRange, findSlot, type Slot } from './offered-slots.ts'

/** Until somebody has set it: nothing is offered. */
const nothing: DemoAvailability = {
  timezone: 'UTC',
  hours: [],
  slotMinutes: 30,
  noticeHours: 24,
  horizonDays: 30,
  daysOff: [],
  meetingUrl: null,
}

/** When demos are offered. */
export async function readAvailability(db: Queries): Promise<DemoAvailability> {
  return availabilityIn(await db.query('contact-demo-availability', oneSql, []))
}

function availabilityIn([row]: readonly { readonly availability: unknown }[]): DemoAvailability {
  return row === undefined ? nothing : demoAvailabilitySchema.parse(row.availability)
}

/** Sets when demos are offered. What is booked stays booked. */
export async function putAvailability(
  { db, now }: Pick<ContactContext, 'db' | 'now'>,
  actor: Actor,
  input: DemoAvailability,
  call: Call,
): Promise<DemoAvailability> {
  const at = now()
  const availability = { ...input, daysOff: [...new Set(input.daysOff)].toSorted() }
  return db.transaction(async (tx) => {
    await tx.query('contact-demo-availability-put', putSql, [JSON.stringify(availability), at])
    await recordEvent(tx, actor, call, at, {
      scope: 'SYSTEM',
      scopeId: 'contact',
      action: 'demo-availability.changed',
      asOperator: true,
    })
    return call.keepAnswer(tx, availability)
  })
}

/**
 * The slot that begins at this time, and when demos are offered, which stays so until the transaction ends: of two who choose at the
 * same moment, one waits here for the other. Throws `slot-taken` for a time that cannot be booked now, whoever has it.
 */
export async function requireOffered(
  tx: Queries,
  startsAt: Date,
  now: Date,
): Promise<{ slot: Slot; availability: DemoAvailability }> {
  const availability = availabilityIn(await tx.query('contact-demo-availability-lock', lockSql, []))
  const { from, to } = bookableRange(availability, now)
  const slot = startsAt < from || startsAt >= to ? null : findSlot(availability, startsAt)
  if (slot === null) throw new ProblemError('slot-taken')
  return { slot, availability }
}

const oneSql = 'select availability from contact.demo_availability'
const lockSql = 'select availability from contact.demo_availability for update'
const putSql = `insert into contact.demo_availability (availability, changed_at) values ($1, $2)
  on conflict (id) do update set availability = excluded.availability, changed_at = excluded.changed_at`
