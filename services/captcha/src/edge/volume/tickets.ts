import { hkdfSync, timingSafeEqual } from 'node:crypto'
import { sign, type SigningKey, signingKey } from '@bollard/proof-of-work/server'
import { createRecentNonces } from '../../records/memory/recent-nonces.ts'
import { createGossip, type Gossip } from './gossip.ts'

/** Site, due time and number of a ticket, in bytes; then half of the signature. */
const layout = { siteId: 0, dueAt: 4, nonce: 10, mac: 18, end: 34 } as const
const textLength = Math.ceil((layout.end * 4) / 3)
/** After it is due a ticket can be used for so long. */
export const ticketLifetimeMs = 120_000
/** At least so many used tickets are remembered. */
const remembered = 20_000

interface Holder {
  readonly siteId: number
  readonly network: string
  /** Whether other processes may hear that the ticket was used. */
  readonly isPrivate?: boolean
}

export type TicketState =
  | { readonly status: 'due' }
  | { readonly status: 'early'; readonly dueAt: number }
  | { readonly status: 'invalid' }

/** A place in the queue of a throttled network: nothing is stored until it is used. */
export interface Tickets {
  /** 46 characters, good for one start from this network at this site from `dueAt` on for two minutes. */
  issue(holder: Holder, dueAt: number): string
  /** What a ticket is worth now. One that is due is used up by it: at once in this process, in seconds in all others. */
  use(text: string, holder: Holder, now: number): TicketState
}

/** `signingKeys` as of the service: the first signs, all verify. */
export function createTickets(
  signingKeys: readonly { readonly secret: Buffer }[],
  randomBytes: (size: number) => Buffer,
  gossip: Gossip = createGossip(),
): Tickets {
  const keys = signingKeys.map(({ secret }) =>
    signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha throttle ticket 1', 32))),
  )
  const [first] = keys
  if (first === undefined) throw new RangeError('at least one signing key is needed')
  const used = createRecentNonces(remembered)
  const usedTickets = gossip.counts('ticket', {
    tellFrom: 1,
    limit: remembered,
    atOnce: 2_000,
    isOnlyForOthers: true,
  })
  return {
    issue({ siteId, network }, dueAt) {
      const ticket = Buffer.alloc(layout.end)
      ticket.writeUInt32BE(siteId, layout.siteId)
      ticket.writeUIntBE(Math.floor(dueAt / 1000), layout.dueAt, 6)
      ticket.set(randomBytes(8), layout.nonce)
      ticket.set(signatureOf(first, ticket, network), layout.mac)
      return ticket.toString('base64url')
    },
    use(text, { siteId, network, isPrivate }, now) {
      if (text.length !== textLength) return { status: 'invalid' }
      const ticket = Buffer.from(text, 'base64url')
      if (ticket.length !== layout.end || ticket.toString('base64url') !== text) return { status: 'invalid' }
      const dueAt = ticket.readUIntBE(layout.dueAt, 6) * 1000
      if (ticket.readUInt32BE(layout.siteId) !== siteId || now >= dueAt + ticketLifetimeMs) return { status: 'invalid' }
      // Due in more time than any ticket waits: the clock was set back.
      if (dueAt > now + ticketLifetimeMs) return { status: 'invalid' }
      if (!keys.some((key) => isTicket(key, ticket, network))) return { status: 'invalid' }
      if (now < dueAt) return { status: 'early', dueAt }
      const nonce = ticket.toString('latin1', layout.nonce, layout.mac)
      // A part of its signature, which tells nothing.
      const mark = ticket.readUIntBE(layout.mac, 6)
      if (used.has(nonce) || usedTickets.heard(siteId, mark, now) > 0) return { status: 'invalid' }
      used.add(nonce)
      usedTickets.add(siteId, mark, 1, now, isPrivate)
      return { status: 'due' }
    },
  }
}

function messageOf(ticket: Buffer, network: string): Buffer {
  return Buffer.concat([ticket.subarray(0, layout.mac), Buffer.from(network)])
}

function signatureOf(key: SigningKey, ticket: Buffer, network: string): Buffer {
  const full = Buffer.alloc(32)
  sign(key, messageOf(ticket, network), full)
  return full.subarray(0, layout.end - layout.mac)
}

function isTicket(key: SigningKey, ticket: Buffer, network: string): boolean {
  return timingSafeEqual(signatureOf(key, ticket, network), ticket.subarray(layout.mac))
}
