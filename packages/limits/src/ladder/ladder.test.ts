import { runs } from '@bollard/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LimitFault } from '../limit/limit-fault.ts'
import { climb, ground, type Ladder, requireLadder, rungs, type Solved, type Standing, usualLadder } from './ladder.ts'

const minute = 60_000

const events = fc.array(
  fc.record({
    gapMs: fc.oneof(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: -minute, max: 5 * minute })),
    percent: fc.integer({ min: 0, max: 800 }),
    solved: fc.constantFrom<Solved | null>(null, null, 'EASY', 'HARD'),
  }),
  { maxLength: 100 },
)

test('nobody is refused who was not offered work before, and each rung is met before the next', () => {
  fc.assert(
    fc.property(events, (played) => {
      let standing: Standing = ground
      let now = 1_000_000
      let worked = false
      let demanded = 0
      let credited = 0
      for (const { gapMs, percent, solved } of played) {
        now += gapMs
        const { standing: next, rung, credit, answered } = climb(usualLadder, standing, { percent, solved }, now)
        expect(next.step).toBeLessThanOrEqual(Math.max(1, standing.step) + 1)
        worked ||= rung === 'EASY' || rung === 'HARD'
        if (rung === 'THROTTLE' || rung === 'DENY') expect(worked).toBe(true)
        // Nothing is credited that nobody asked for, and nothing twice.
        if (credit > 0) credited++
        expect(credited).toBeLessThanOrEqual(demanded)
        if ((rung === 'EASY' || rung === 'HARD') && !answered) demanded++
        standing = next
      }
    }),
    { numRuns: runs(400) },
  )
})

test('more pressure never leads to a milder rung', () => {
  const standings = fc.record({
    step: fc.integer({ min: 0, max: 5 }),
    since: fc.integer({ min: 0, max: 10 * minute }),
    owed: fc.constant(0),
  })
  const percents = fc.integer({ min: 0, max: 800 })
  fc.assert(
    fc.property(standings, percents, percents, (standing, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map(
        (percent) => climb(usualLadder, standing, { percent, solved: null }, 10 * minute).standing.step,
      ) as [number, number]
      expect(less).toBeLessThanOrEqual(more)
    }),
    { numRuns: runs(400) },
  )
})

test('a key comes down one rung each minute once the pressure is well below, and not sooner', () => {
  const top: Standing = { step: 5, since: 0, owed: 0 }
  const stepAt = (now: number, percent: number) => climb(usualLadder, top, { percent, solved: null }, now).standing.step
  expect(stepAt(minute - 1, 0)).toBe(5)
  expect(stepAt(minute, 0)).toBe(4)
  expect(stepAt(3 * minute, 0)).toBe(2)
  expect(stepAt(60 * minute, 0)).toBe(0)
  // Just below the rung's pressure it stays.
  expect(stepAt(60 * minute, 599)).toBe(5)
  expect(stepAt(60 * minute, 479)).toBe(4)
})

test('who solves what is asked passes, and who solves less does not', () => {
  const asked: Standing = { step: 3, since: 0, owed: 1 }
  const answer = (solved: Solved | null) => climb(usualLadder, asked, { percent: 250, solved }, 0)
  expect(answer('HARD')).toMatchObject({ rung: 'HARD', answered: true, credit: 2, standing: { owed: 0 } })
  expect(answer('EASY')).toMatchObject({ rung: 'HARD', answered: false, credit: 1, standing: { owed: 1 } })
  expect(answer(null)).toMatchObject({ answered: false, credit: 0, standing: { owed: 2 } })
  // A challenge from elsewhere, or one that was counted before.
  expect(climb(usualLadder, { ...asked, owed: 0 }, { percent: 250, solved: 'HARD' }, 0)).toMatchObject({
    credit: 0,
    answered: false,
  })
})

test('a ladder that refuses before it asks for work, or that has no order, is refused itself', () => {
  const ladderOf = (...steps: Ladder['steps']): Ladder => ({ ...usualLadder, steps })
  const codeOf = (ladder: Ladder) => {
    try {
      requireLadder(ladder)
      return null
    } catch (error) {
      return error instanceof LimitFault && error.field === 'ladder' ? error.code : error
    }
  }
  expect(codeOf(usualLadder)).toBeNull()
  for (const rung of ['THROTTLE', 'DENY'] as const)
    expect(codeOf(ladderOf({ rung, fromPercent: 100 }))).toBe('no-work-before-block')
  expect(codeOf(ladderOf({ rung: 'HARD', fromPercent: 100 }, { rung: 'EASY', fromPercent: 200 }))).toBe(
    'steps-out-of-order',
  )
  expect(codeOf(ladderOf({ rung: 'EASY', fromPercent: 100 }, { rung: 'HARD', fromPercent: 100 }))).toBe(
    'steps-out-of-order',
  )
  expect(codeOf(ladderOf({ rung: 'EASY', fromPercent: 801 }))).toBe('out-of-range')
  expect(codeOf({ ...usualLadder, holdMs: 0 })).toBe('out-of-range')
  expect(rungs).toHaveLength(usualLadder.steps.length)
})
