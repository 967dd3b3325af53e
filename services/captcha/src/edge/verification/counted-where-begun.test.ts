import { randomBytes } from 'node:crypto'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { createRoller } from '../../records/statistics/create-roller.ts'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { countKind } from '../../records/store/counts.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { answer, codeOf, started } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())

test('of visitors who are refused without a row, each is counted where they began, and once', async () => {
  const it = await cluster.startService()
  const site = await makeSite(it)
  const quarterMs = 900_000
  it.clock.now = Math.floor(it.clock.now / quarterMs) * quarterMs + quarterMs - 5_000
  const first = it.clock.now
  const visitors = await Promise.all(Array.from({ length: 12 }, () => started(it.app, { siteKey: site.siteKey })))
  it.clock.now += 60_000
  const outcomes: unknown[] = []
  for (const { verificationId, challenge } of visitors) {
    const body = {
      challenge: challenge.token,
      solution: randomBytes(128).toString('base64url'),
      workMs: 5,
      collected: collectedFor(challenge.token),
    }
    outcomes.push((await answer(it.app, verificationId, body)).json<{ status: string }>().status)
  }
  expect(new Set(outcomes)).toEqual(new Set(['refused']))
  const [last] = visitors
  if (last === undefined) throw new Error('nobody came')
  expect(
    codeOf(await answer(it.app, last.verificationId, { challenge: last.challenge.token, solution: '', workMs: 5 })),
  ).toBe('already-answered')
  await it.service.drain()
  await createRoller({ db: it.db, onError: (error) => expect(error).toBe(null) }).roll()
  const rows = await it.db.query<{ hour: Date; dimension: number; value: string; n: number }>(
    'test-rolled',
    'select hour, dimension, value, n::int as n from captcha.rollup_hourly where dimension <= 1 order by hour, dimension, value',
  )
  const quarter = new Date(Math.floor(first / quarterMs) * quarterMs)
  const countOf = (dimension: number, value: string) =>
    rows.find((row) => row.hour.getTime() === quarter.getTime() && row.dimension === dimension && row.value === value)
      ?.n
  const logged = countOf(dimensions.total, '') ?? 0
  expect(logged).toBeGreaterThan(0)
  expect(logged).toBeLessThan(12)
  expect(countOf(dimensions.event, String(countKind.started))).toBe(12)
  expect(countOf(dimensions.event, String(countKind.refusedUnlogged))).toBe(12 - logged)
})
