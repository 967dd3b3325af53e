import { expect, test } from 'vitest'
import { exampleSolution } from '../../examples/example-solution.ts'
import { captchasLike } from './load-captchas.server.ts'
import { monthsOf, postsOf } from './load-service.server.ts'

test('each post is a day of the zone of the solution, today the last, and days without checks have none', () => {
  const now = Date.parse('2026-11-18T23:30:00.000Z')
  const day = (at: string, downSeconds: number) => ({ at, checks: 10, downSeconds })
  // In Berlin it is the 19th already, and its days begin at 23:00 UTC.
  const posts = postsOf([day('2026-11-18T23:00:00.000Z', 30), day('2026-11-16T23:00:00.000Z', 0)], {
    now,
    zone: 'Europe/Berlin',
  })
  expect([posts.length, posts.slice(-4)]).toEqual([90, [-1, 0, -1, 30]])
})

test('months are those of the zone of the solution, from the present one back to the first of the service', () => {
  const now = Date.parse('2026-11-30T23:30:00.000Z')
  const months = (from: string, zone = 'Europe/Berlin') => monthsOf({ from, now, zone })
  expect(months('2026-09-30T22:00:00.000Z')).toEqual(['2026-12', '2026-11', '2026-10'])
  expect(months('2026-09-30T22:00:00.000Z', 'Etc/UTC')).toEqual(['2026-11', '2026-10', '2026-09'])
  expect(months('2020-01-01T00:00:00.000Z').length).toBe(24)
})

test('only captchas of the same owner can be watched: of one organization, or of one first admin without any', () => {
  const solution = (
    id: string,
    admin: string,
    organization: string | null,
    type: 'CAPTCHA' | 'MONITORING' = 'CAPTCHA',
  ) => ({
    ...exampleSolution,
    id,
    label: id,
    item: { type },
    members: [
      { userId: 'z', role: 'ADMIN' as const },
      { userId: admin, role: 'ADMIN' as const },
    ],
    managementOrganization: organization === null ? null : { id: organization, name: organization },
  })
  const all = [
    solution('mine', 'a', null),
    solution('theirs', 'b', null),
    solution('of shop', 'a', 'shop'),
    solution('monitoring', 'a', null, 'MONITORING'),
  ]
  const names = (own: (typeof all)[number]) => captchasLike(own, all).map(({ id }) => id)
  expect(names(solution('own', 'a', null, 'MONITORING'))).toEqual(['mine'])
  expect(names(solution('own', 'b', 'shop', 'MONITORING'))).toEqual(['of shop'])
})
