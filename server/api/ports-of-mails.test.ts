import { expect, test } from 'vitest'
import { alertMemberOf } from './alert-member-of.ts'
import { weeklyFiguresOf } from './weekly-figures.ts'

test('a member is told of alerts as they chose; whoever has no confirmed account or no role is nobody’s member', async () => {
  const people = new Map(
    ['ada', 'bert', 'eve'].map((userId) => [
      `${userId}@example.org`,
      { userId, email: `${userId}@example.org`, givenName: '', language: 'en' as const },
    ]),
  )
  const memberOf = alertMemberOf(() => ({
    identity: {
      findPersonByEmail: async (email) => people.get(email) ?? null,
      mailAllowed: async (userId, category) => userId === 'ada' && category === 'ALERTS',
      unsubscribeUrl: (userId, category) => `https://api.example/${userId}/${category}`,
    },
    solution: {
      findRole: async ({ userId }, solutionId) => (userId !== 'eve' && solutionId === 'shop' ? 'VIEWER' : null),
    },
  }))
  expect(await memberOf('ada@example.org', 'shop')).toEqual({ unsubscribeUrl: 'https://api.example/ada/ALERTS' })
  expect(await memberOf('bert@example.org', 'shop'), 'has switched them off').toEqual({ unsubscribeUrl: null })
  expect(await memberOf('ada@example.org', 'other')).toBeNull()
  expect(await memberOf('eve@example.org', 'shop')).toBeNull()
  expect(await memberOf('desk@example.org', 'shop')).toBeNull()
})

test('the weekly report counts the solutions of a person by their names, and asks for nothing where there are none', async () => {
  const belonging = { role: 'VIEWER' as const, since: new Date(), isSoleAdmin: false, isHeldByLaw: false }
  const counted = { week: { passed: 1, refused: 2 }, before: { passed: 3, refused: 4 }, openAlerts: 5 }
  const asked: (readonly string[])[] = []
  const figures = weeklyFiguresOf(() => ({
    solution: {
      listBelongings: async (userId) =>
        userId === 'ada'
          ? [
              { ...belonging, kind: 'SOLUTION', id: 'shop', name: 'Corner shop' },
              { ...belonging, kind: 'ORGANIZATION', id: 'company', name: 'Company' },
            ]
          : [],
    },
    captcha: {
      countWeeks: async (ids) => {
        asked.push(ids)
        return ids.map((solutionId) => ({ solutionId, ...counted }))
      },
    },
  }))
  const weeks = { before: new Date(0), from: new Date(1), to: new Date(2) }
  expect(await figures('ada', weeks)).toEqual([{ name: 'Corner shop', ...counted }])
  expect(await figures('bert', weeks)).toEqual([])
  expect(asked).toEqual([['shop']])
})
