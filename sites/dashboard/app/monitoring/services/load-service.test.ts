import { expect, test } from 'vitest'
import { postsOf } from './load-service.server.ts'

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
