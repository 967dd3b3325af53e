import type { Gossip } from './gossip.ts'
import type { Counted } from './site-volume.ts'
import { ticketLifetimeMs, type Tickets } from './tickets.ts'
import type { IssueRequest, Throttle } from './volume.ts'

/** How long tickets wait: longer the more of them were given in the hour, and less than a minute. */
const ticketsMany = 5_000
const ticketWaitMs = { least: 10_000, more: 40_000, hosting: 20_000 } as const

/** `network` is what was counted of the one that the request comes from. */
export type StartThrottle = (request: IssueRequest, network: Counted) => Throttle | null

/**
 * Stops a start of a network far beyond its budget, or lets it in with a ticket that is due: then it gives null. Everybody gets a ticket
 * and is let in with it in time; only of servers no more than there are places, as an hour has but so many challenges for them.
 */
export function createStartThrottle({
  tickets,
  gossip,
  hostingTickets,
}: {
  readonly tickets: Tickets
  readonly gossip: Gossip
  readonly hostingTickets: number
}): StartThrottle {
  const placesTaken = gossip.counts('place', { tellFrom: 1, limit: 5_000, atOnce: 2_000 })
  return (request, counted) => {
    const { mark } = counted
    const { siteId, network, kind, ticket, minimalData, now } = request
    const holder = { siteId, network, isPrivate: minimalData }
    const isServers = kind === 'hosting'
    if (ticket !== undefined) {
      const state = tickets.use(ticket, holder, now)
      if (state.status === 'due') {
        if (isServers) {
          counted.places.take(now)
          placesTaken.add(siteId, mark, 1, now, minimalData)
        }
        return null
      }
      if (state.status === 'early') return { retryAfterSeconds: secondsOf(state.dueAt - now), ticket }
    }
    if (isServers) {
      const used = placesTaken.count(siteId, mark, now)
      const until = now + ticketWaitMs.hosting + ticketLifetimeMs
      if (!counted.places.reserve(until, { most: hostingTickets, used, now })) {
        const waits = [
          counted.issued.untilLess(now),
          counted.places.untilFree(now),
          placesTaken.untilLess(siteId, mark, now),
        ].filter((ms) => ms > 0)
        // All of it was handed out by other processes: when that ends they know.
        return { retryAfterSeconds: waits.length === 0 ? 60 : secondsOf(Math.min(...waits)) }
      }
    }
    const given = counted.tickets.total(now)
    const waitMs = isServers
      ? ticketWaitMs.hosting
      : ticketWaitMs.least + Math.floor(Math.min(1, given / ticketsMany) * ticketWaitMs.more)
    counted.tickets.add(1, now)
    return { retryAfterSeconds: secondsOf(waitMs), ticket: tickets.issue(holder, now + waitMs) }
  }
}

/** For `Retry-After`, at least 1. */
export function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
