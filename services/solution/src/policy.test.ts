import { roles } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { type Decision, assertAllowed, decide } from './policy.ts'
import type { Actor } from './solution-context.ts'

const person: Actor = { userId: 'u1', isAdmin: false, emailVerified: true }
const actors = {
  nobody: null,
  unverified: { ...person, emailVerified: false },
  verified: person,
  administrator: { ...person, isAdmin: true },
} satisfies Record<string, Actor | null>

type Row = [keyof typeof actors, Decision]
const all = (decision: Decision): Row[] => (['unverified', 'verified', 'administrator'] as const).map((name) => [name, decision])
const nobody: Row = ['nobody', 'unauthenticated']

test.each<Row>([nobody, ['unverified', 'email-not-verified'], ['verified', 'allowed'], ['administrator', 'allowed']])(
  'create a solution: %s is %s',
  (name, decision) => {
    expect(decide(actors[name], { kind: 'create-solution' })).toBe(decision)
  },
)

test.each<Row>([nobody, ...all('allowed')])("list one's own solutions: %s is %s", (name, decision) => {
  expect(decide(actors[name], { kind: 'list-solutions', ofUserId: 'u1' })).toBe(decision)
})

test.each<Row>([nobody, ['unverified', 'forbidden'], ['verified', 'forbidden'], ['administrator', 'allowed']])(
  'list solutions of somebody else: %s is %s',
  (name, decision) => {
    expect(decide(actors[name], { kind: 'list-solutions', ofUserId: 'u2' })).toBe(decision)
  },
)

test.each<Row>([nobody, ...all('not-found')])('read a solution as a stranger: %s is %s', (name, decision) => {
  expect(decide(actors[name], { kind: 'read-solution', role: null })).toBe(decision)
})

test.each<Row>([nobody, ...all('allowed')])('read a solution with any role: %s is %s', (name, decision) => {
  for (const role of roles) expect(decide(actors[name], { kind: 'read-solution', role }), role).toBe(decision)
})

test('a refusal is thrown with its code', () => {
  expect(() => assertAllowed(null, { kind: 'create-solution' })).toThrow(expect.objectContaining({ code: 'unauthenticated' }))
  expect(() => assertAllowed(person, { kind: 'create-solution' })).not.toThrow()
})
