import { afterAll, expect, test } from 'vitest'
import { decisionOf } from '../testing/decision-of.ts'
import { ours, startService, theirs } from '../testing/start-service.ts'
import { createRecorder } from './recorder.ts'
import { rollUpCounts, sweepRecords } from './sweep.ts'

const world = await startService()
afterAll(() => world.stop())
const { recorder } = world.service

const counted = async (solutionId: string, dimension = 'all') =>
  (
    await world.db.query<{ value: string; allow: number; deny: number }>(
      `test-counts-${dimension}`,
      `select value, sum(allow)::float8 as allow, sum(deny)::float8 as deny from protection.counts
       where solution_id = $1 and dimension = '${dimension}' group by value order by value`,
      [solutionId],
    )
  ).map(({ value, allow, deny }) => [value, allow, deny])
const stored = async () =>
  (
    await world.db.query<{ id: string; ending: string | null }>(
      'test-stored',
      'select id, ending from protection.decisions order by id',
    )
  ).map(({ id, ending }) => [id, ending])

test('every decision is counted, the sampled are stored, and a request that ends says so, before or after it was written', async () => {
  const [passed, denied] = [decisionOf({ index: 999 }), decisionOf({ index: 1, conclusion: 'DENY' })]
  recorder.settle(denied.id, ours, 'REFUSED', 403)
  recorder.record(passed, 50)
  recorder.record(denied, 50)
  // Nobody ends what is another's.
  recorder.settle(denied.id, theirs, 'SUCCESS', 200)
  await recorder.flush()
  await recorder.flush()
  expect(await counted(ours)).toEqual([['', 1, 1]])
  expect(await stored()).toEqual([[denied.id, 'REFUSED']])
  expect(world.faults).toEqual([])
})

test('a reported decision counts once, however often it is sent, and not when it comes a day late', async () => {
  const before = await counted(ours)
  const late = new Date(world.clock.now.getTime() - 25 * 3_600_000)
  const reported = decisionOf({ index: 2, from: 'GATEWAY', conclusion: 'DENY' })
  for (const again of [reported, reported, { ...reported, id: decisionOf({ index: 3 }).id, at: late }])
    recorder.record(again, 100)
  await recorder.flush()
  recorder.record(reported, 100)
  await recorder.flush()
  expect(await counted(ours)).toEqual([['', before[0]?.[1], Number(before[0]?.[2]) + 1]])
})

test('a decision of a site that is gone, or that the database refuses, takes no other with it', async () => {
  const before = await counted(theirs)
  expect(before).toEqual([])
  const other = { solutionId: theirs, conclusion: 'DENY' } as const
  recorder.record(decisionOf({ ...other, index: 10, path: '/\0\uD800' }), 100)
  recorder.record(decisionOf({ ...other, index: 11, solutionId: '019a9b1c-5d3e-7000-8000-0000000000c1' }), 100)
  recorder.record(decisionOf({ ...other, index: 12, visitor: Buffer.alloc(17) }), 100)
  recorder.record(decisionOf({ ...other, index: 13 }), 100)
  await recorder.flush()
  await recorder.flush()
  expect(await counted(theirs)).toEqual([['', 0, 2]])
  expect(await counted(theirs, 'more')).toEqual([['lost', 1, 0]])
  expect(world.faults.splice(0)).toHaveLength(1)
})

test('an answer that got lost is written again and counts once; what finds no room is told and counted', async () => {
  let isAway = true
  const faults: unknown[] = []
  const recorder2 = createRecorder({
    db: {
      ...world.db,
      transaction: async (work, limits) => {
        const answer = await world.db.transaction(work, limits)
        if (isAway) throw new Error('Connection terminated')
        return answer
      },
    },
    now: () => world.clock.now,
    onError: (error) => void faults.push(error),
    waitingMax: 2,
    everyMs: null,
  })
  const before = await counted(theirs)
  for (const index of [20, 21, 22]) recorder2.record(decisionOf({ solutionId: theirs, index, conclusion: 'DENY' }), 100)
  await recorder2.flush()
  isAway = false
  await recorder2.close()
  expect(await counted(theirs)).toEqual([['', 0, Number(before[0]?.[2]) + 2]])
  expect(await counted(theirs, 'more')).toEqual([['lost', 2, 0]])
  expect(faults.map(String)).toEqual([
    'Error: 1 decisions could not be recorded: too many were waiting',
    'Error: Connection terminated',
  ])
})

test('old counts are rolled up without losing one, twice at the same time too, and decisions go when their site wants it', async () => {
  const before = [await counted(ours), await counted(ours, 'path')]
  const later = new Date(world.clock.now.getTime() + 4 * 86_400_000)
  const rolled = await Promise.all([rollUpCounts(world.db, later), rollUpCounts(world.db, later)])
  expect(Math.max(...rolled)).toBeGreaterThan(0)
  expect([await counted(ours), await counted(ours, 'path')]).toEqual(before)
  const steps = await world.db.query('test-steps', 'select distinct step from protection.counts order by step')
  expect(steps).toEqual([{ step: 15 }, { step: 60 }])
  expect(await stored()).not.toEqual([])
  await sweepRecords(world.db, new Date(world.clock.now.getTime() + 101 * 86_400_000))
  expect([await stored(), await counted(ours)]).toEqual([[], []])
})
