import { expect, test } from 'vitest'
import { createWorld, hashesOf, noon } from '../../testing/volume/volume-world.ts'
import { createTickets } from './tickets.ts'

const holder = { siteId: 7, network: '20.1.1.0/24' }
let drawn = 0
const randomBytes = (size: number): Buffer => {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32BE(++drawn)
  return bytes
}
const keys = [{ secret: Buffer.alloc(32, 1) }, { secret: Buffer.alloc(32, 2) }]
const tickets = createTickets(keys, randomBytes)

test('a ticket lets one start in, from when it is due on for two minutes', () => {
  const ticket = tickets.issue(holder, noon)
  expect(ticket).toHaveLength(46)
  expect(tickets.use(ticket, holder, noon - 1)).toEqual({ status: 'early', dueAt: noon })
  expect(tickets.use(ticket, holder, noon)).toEqual({ status: 'due' })
  expect(tickets.use(ticket, holder, noon + 1)).toEqual({ status: 'invalid' })
  const late = tickets.issue(holder, noon)
  expect(tickets.use(late, holder, noon + 120_000)).toEqual({ status: 'invalid' })
})

test('a ticket is worth nothing at another site, in another network, altered, cut or made up', () => {
  const ticket = tickets.issue(holder, noon)
  expect(tickets.use(ticket, { ...holder, siteId: 8 }, noon).status).toBe('invalid')
  expect(tickets.use(ticket, { ...holder, network: '20.1.2.0/24' }, noon).status).toBe('invalid')
  const bytes = Buffer.from(ticket, 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const altered = Buffer.from(bytes)
    altered[index] = (altered[index] ?? 0) ^ 1
    expect([index, tickets.use(altered.toString('base64url'), holder, noon + 1_000).status]).toEqual([index, 'invalid'])
  }
  for (const text of ['', 'A'.repeat(46), ticket.slice(1), `${ticket}A`, `${ticket.slice(0, -1)}_`, ' '.repeat(46)])
    expect(tickets.use(text, holder, noon).status).toBe('invalid')
  expect(tickets.use(ticket, holder, noon)).toEqual({ status: 'due' })
})

test('a ticket of a key that only verifies counts, and one of a key that is gone does not', () => {
  const former = createTickets([{ secret: Buffer.alloc(32, 2) }], randomBytes)
  const gone = createTickets([{ secret: Buffer.alloc(32, 3) }], randomBytes)
  expect(tickets.use(former.issue(holder, noon), holder, noon).status).toBe('due')
  expect(tickets.use(gone.issue(holder, noon), holder, noon).status).toBe('invalid')
})

test('a ticket from before the clock was set back far is worth nothing', () => {
  expect(tickets.use(tickets.issue(holder, noon), holder, noon - 3_600_000).status).toBe('invalid')
})

/** A /24 that bots have filled far beyond its budget. */
function attacked() {
  const world = createWorld({ budgets: { throttleFrom: 300 } })
  const comer = { network: '20.1.1.0/24', asn: 60_000, kind: 'access' } as const
  for (let n = 0; n < 300; n += 1) world.start({ ...comer, now: noon })
  return { world, comer }
}

test('the 1 000th visitor of an attacked /24 gets a challenge within a minute, and is never throttled twice', () => {
  const { world, comer } = attacked()
  for (let n = 0; n < 999; n += 1) world.start({ ...comer, now: noon + n * 20 })
  const now = noon + 20_000
  const first = world.start({ ...comer, now })
  expect(first.throttle?.retryAfterSeconds).toBeLessThanOrEqual(55)
  const ticket = first.throttle?.ticket
  const due = now + (first.throttle?.retryAfterSeconds ?? 0) * 1000
  const again = world.start({ ...comer, ticket, now: due })
  expect([again.throttle, hashesOf(again)]).toEqual([null, 2 ** 25])
})

test('an early start is told how long it still takes, and keeps its ticket', () => {
  const { world, comer } = attacked()
  const { throttle } = world.start({ ...comer, now: noon })
  const early = world.start({ ...comer, ticket: throttle?.ticket, now: noon + 4_000 })
  expect(early.throttle).toEqual({
    retryAfterSeconds: (throttle?.retryAfterSeconds ?? 0) - 4,
    ticket: throttle?.ticket,
  })
})

test('one ticket is one challenge, however many starts carry it at once', () => {
  const { world, comer } = attacked()
  const ticket = world.start({ ...comer, now: noon }).throttle?.ticket
  const passed = Array.from({ length: 50 }, () => world.start({ ...comer, ticket, now: noon + 11_000 }))
  expect(passed.filter(({ throttle }) => throttle === null)).toHaveLength(1)
})

test('everybody who is throttled has a ticket and is let in with it in time, however many take one and never come', () => {
  const { world, comer } = attacked()
  const all = Array.from({ length: 30_000 }, (_, n) => world.start({ ...comer, now: noon + n }).throttle)
  expect(all.every((throttle) => throttle?.ticket !== undefined && throttle.retryAfterSeconds <= 50)).toBe(true)
  const last = all.at(-1)
  const due = noon + 29_999 + (last?.retryAfterSeconds ?? 0) * 1000
  expect(world.start({ ...comer, ticket: last?.ticket, now: due }).throttle).toBeNull()
})

test('tickets of servers that nobody uses leave their places to others within minutes, and those used are the hour’s', () => {
  const world = createWorld()
  const comer = { network: '30.1.1.0/24', asn: 60_000, kind: 'hosting' } as const
  for (let n = 0; n < 54; n += 1) world.start({ ...comer, now: noon })
  const take = (now: number) => Array.from({ length: 20 }, () => world.start({ ...comer, now }).throttle)
  expect(take(noon).filter((throttle) => throttle?.ticket !== undefined)).toHaveLength(6)
  const waiting = world.start({ ...comer, now: noon + 100_000 }).throttle
  expect([waiting?.ticket, waiting?.retryAfterSeconds]).toEqual([undefined, 40])
  const again = take(noon + 140_000).flatMap((throttle) => throttle?.ticket ?? [])
  expect(again).toHaveLength(6)
  // Every holder who comes in time is let in, and nobody else for the rest of the hour.
  for (const ticket of again) expect(world.start({ ...comer, ticket, now: noon + 279_000 }).throttle).toBeNull()
  expect(take(noon + 500_000).filter((throttle) => throttle?.ticket !== undefined)).toEqual([])
})
