import { expect, test } from 'vitest'
import { noon } from '../../testing/volume/volume-world.ts'
import { createWorkTickets } from './work-tickets.ts'

const keys = [{ secret: Buffer.alloc(32, 1) }, { secret: Buffer.alloc(32, 2) }]
const tickets = createWorkTickets(keys, (size) => Buffer.alloc(size, 7))
const [shop, other] = ['019a9b1c-5d3e-7000-8000-0000000000a1', '019a9b1c-5d3e-7000-8000-0000000000b1']

test('a ticket says how much work it asks for until it is over, at its own site alone', () => {
  const ticket = tickets.issue(shop, 400, 600_000, noon)
  expect(ticket.length).toBeLessThanOrEqual(128)
  expect(tickets.read(ticket, shop, noon + 600_000)).toBe(400)
  expect(tickets.read(ticket, shop, noon + 601_000)).toBeNull()
  expect(tickets.read(ticket, other, noon)).toBeNull()
})

test('a ticket that was altered, cut or made up asks for nothing, and one of a former key still counts', () => {
  const ticket = tickets.issue(shop, 400, 600_000, noon)
  const bytes = Buffer.from(ticket.slice(5), 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const altered = Buffer.from(bytes)
    altered[index] = (altered[index] ?? 0) ^ 1
    expect([index, tickets.read(`bwt1.${altered.toString('base64url')}`, shop, noon)]).toEqual([index, null])
  }
  for (const text of ['', 'bwt1.', ticket.slice(1), ticket.slice(0, -1), `${ticket}A`])
    expect(tickets.read(text, shop, noon)).toBeNull()
  const former = createWorkTickets(keys.slice(1), (size) => Buffer.alloc(size, 9)).issue(shop, 250, 600_000, noon)
  expect(tickets.read(former, shop, noon)).toBe(250)
  expect(createWorkTickets(keys.slice(0, 1), (size) => Buffer.alloc(size)).read(former, shop, noon)).toBeNull()
})

test('what a site may sign with says nothing of another one', () => {
  expect(tickets.secretOf(shop)).toHaveLength(32)
  expect(tickets.secretOf(shop).equals(tickets.secretOf(other))).toBe(false)
})
