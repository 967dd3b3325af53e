import { setTimeout as delay } from 'node:timers/promises'
import type { Queries } from '@bollard/database'
import type { Mail, MailTransport } from '../mail.ts'
import { refusalOf } from './refusal-of.ts'
import { nextTryAt } from './next-try-at.ts'

export interface SendingPorts {
  readonly db: Queries
  readonly transport: MailTransport
  readonly now: () => Date
  /** 0 … 1. */
  readonly random: () => number
  readonly log: (message: string) => void
}

interface Item extends Mail {
  readonly id: string
  /** With this one. */
  readonly attempts: number
  readonly leasedUntil: Date
}

/** A mail provider may count connections. */
const atOnce = 3
/** One mail takes seconds; the lease outlives the longest attempt, so that no other process begins while one still tries. */
const attemptMsMax = 120_000
const leaseMs = 180_000

/**
 * Sends up to `limit` mails that are due, and answers how many it took on. Any number of processes may do so at once, and
 * none sends a mail that another one has. A process that is killed after the server took a mail and before that is written
 * down leaves it due again: it is then sent a second time, with the same Message-ID.
 */
export async function sendDue(ports: SendingPorts, limit: number): Promise<number> {
  let left = limit
  let taken = 0
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      const item = await lease(ports)
      if (!item) return
      taken += 1
      await deliver(ports, item)
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, limit) }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return taken
}

async function lease({ db, now }: SendingPorts): Promise<Item | undefined> {
  const at = now()
  const [item] = await db.query('mail-outbox-lease', leaseSql, [at, new Date(at.getTime() + leaseMs)])
  if (!item) return
  const { unsubscribeUrl, attachments, ...mail } = item
  return {
    ...mail,
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
    ...(attachments === null ? {} : { attachments }),
  }
}

async function deliver(ports: SendingPorts, item: Item): Promise<void> {
  const { db, transport, now, random, log } = ports
  const { id, attempts, leasedUntil, ...mail } = item
  // A process that a mail kills would otherwise try it for ever.
  if (nextTryAt(attempts - 1, now(), 0) === null) return fail(ports, item, 'too many attempts', false)
  try {
    await within(attemptMsMax, transport.send(mail, id))
  } catch (error) {
    const { permanent, bounced, said } = refusalOf(error)
    const again = permanent ? null : nextTryAt(attempts, now(), random())
    if (again === null) return fail(ports, item, said, bounced)
    log(`A mail "${mail.tag}" could not be sent at attempt ${attempts} and is tried again: ${said}`)
    await db.query('mail-outbox-retry', retrySql, [id, leasedUntil, again, said])
    return
  }
  await db.query('mail-outbox-sent', sentSql, [id, leasedUntil, now()])
}

async function fail(
  { db, now, log }: SendingPorts,
  { id, leasedUntil, tag, attempts }: Item,
  said: string,
  bounced: boolean,
): Promise<void> {
  log(`A mail "${tag}" was given up at attempt ${attempts}: ${said}`)
  await db.query('mail-outbox-failed', failedSql, [id, leasedUntil, now(), said, bounced])
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const over = new AbortController()
  const late = async () => {
    await delay(ms, undefined, { signal: over.signal, ref: false })
    throw new Error('The mail server took too long')
  }
  try {
    await Promise.race([work, late()])
  } finally {
    over.abort()
  }
}

const leaseSql = `update mail.outbox set attempts = attempts + 1, leased_until = $2
  where id = (
    select id from mail.outbox where state = 'PENDING' and next_try_at <= $1 and (leased_until is null or leased_until <= $1)
    order by next_try_at, id limit 1 for update skip locked)
  returning id, recipient as "to", subject, body_text as text, body_html as html, tag, unsubscribe_url as "unsubscribeUrl", attachments, attempts,
    leased_until as "leasedUntil"`

const retrySql = `update mail.outbox set next_try_at = $3, error = $4, leased_until = null where id = $1 and leased_until = $2`

const sentSql = `with ended as (
    update mail.outbox set state = 'SENT', ended_at = $3, error = null, body_text = '', body_html = '', unsubscribe_url = null, attachments = null, leased_until = null
    where id = $1 and leased_until = $2 returning lower(recipient) as address)
  delete from mail.bounces using ended where bounces.address = ended.address`

// Its text stays for three days, in which an operator can retry it; see `sweep`.
const failedSql = `with ended as (
    update mail.outbox set state = 'FAILED', ended_at = $3, error = $4, leased_until = null
    where id = $1 and leased_until = $2 returning lower(recipient) as address)
  insert into mail.bounces (address, at, answer) select address, $3, $4 from ended where $5::boolean
  on conflict (address) do update set at = excluded.at, answer = excluded.answer`
