import { assert, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { defaultWork, workAtIssueMax, stepUpBudgetMs, workAtIssue, workOfStepUp } from './work.ts'

const range = defaultWork
const some = (max: number) => double({ min: 0, max, noNaN: true })

test('nothing against a visitor on a quiet site is the least work', () => {
  expect(workAtIssue({ doubt: 0, volume: 0, range })).toBe(2 ** 21)
})

test('work at issue rises with doubt and volume, smoothly, and ends at the most', () => {
  assert(
    property(some(10), some(5), some(1), (doubt, volume, more) => {
      const work = workAtIssue({ doubt, volume, range })
      expect(work).toBeGreaterThanOrEqual(range.min)
      expect(work).toBeLessThanOrEqual(workAtIssueMax(range))
      expect(workAtIssue({ doubt: doubt + more, volume, range })).toBeGreaterThanOrEqual(work)
      expect(workAtIssue({ doubt, volume: volume + more, range })).toBeGreaterThanOrEqual(work)
      // No step: a little more of either is at most a little more work.
      expect(workAtIssue({ doubt: doubt + 0.01, volume, range }) / work).toBeLessThan(1.01)
    }),
  )
})

test('evidence in favour of a visitor does not make the work less than the least', () => {
  expect(workAtIssue({ doubt: -3, volume: 0, range })).toBe(range.min)
})

test('a step-up on a fast device grows with the score', () => {
  const fast = { load: 0, done: 2 ** 21, elapsedMs: 40, offered: true, range }
  expect(workOfStepUp({ ...fast, score: 0.4 })).toBe(2 ** 24)
  expect(workOfStepUp({ ...fast, score: 0.95 })).toBeGreaterThan(2 ** 25)
  expect(workOfStepUp({ ...fast, score: 1, load: 3 })).toBe(2 ** 26)
})

test('a weak phone is asked for no more than its budget, or the double of what it has done', () => {
  const hashesPerMs = 500
  const done = 2 ** 21
  expect(workOfStepUp({ score: 0.9, load: 3, done, elapsedMs: done / hashesPerMs, offered: true, range })).toBe(
    done * 2,
  )
  const phone = { score: 0.9, load: 3, done, elapsedMs: 500, offered: true, range }
  expect(workOfStepUp(phone) / (done / phone.elapsedMs)).toBeLessThanOrEqual(stepUpBudgetMs)
})

test.each([
  [true, 2.4],
  [false, 1.4],
])(
  'a device that becomes slower in the second round still keeps to the budget, with the offer %s',
  (offered, slower) => {
    for (const elapsedMs of [300, 800, 1200]) {
      const msPerHash = elapsedMs / 2 ** 21
      const work = workOfStepUp({ score: 1, load: 3, done: 2 ** 21, elapsedMs, offered, range })
      expect(work * msPerHash * slower).toBeLessThanOrEqual(stepUpBudgetMs + 1e-6)
    }
  },
)

test('whoever waits to look slow still does the double', () => {
  expect(workOfStepUp({ score: 0.9, load: 0, done: 2 ** 22, elapsedMs: 600_000, offered: true, range })).toBe(2 ** 23)
  expect(workOfStepUp({ score: 0.9, load: 0, done: 2 ** 22, elapsedMs: 0, offered: true, range })).toBeLessThanOrEqual(
    range.stepUpMax,
  )
})

test('who leaves out the offer of the other kind of work is asked for four times as much, and never for more than the time there is', () => {
  const fast = { score: 0.4, load: 0, done: 2 ** 21, elapsedMs: 40, range }
  expect(workOfStepUp({ ...fast, offered: false })).toBe(4 * workOfStepUp({ ...fast, offered: true }))
  expect(workOfStepUp({ ...fast, elapsedMs: 20, score: 1, load: 3, offered: false })).toBe(2 ** 28)
  const phone = { score: 0.9, load: 3, done: 2 ** 21, elapsedMs: 500, offered: false, range }
  expect(workOfStepUp(phone) / (phone.done / phone.elapsedMs)).toBeLessThanOrEqual(stepUpBudgetMs)
})

test('doubt alone ends at its own most, and only volume goes beyond it, to 2^25 hashes', () => {
  expect(workAtIssue({ doubt: 9, volume: 0, range })).toBe(2 ** 24)
  expect(workAtIssue({ doubt: 9, volume: 5, range })).toBe(2 ** 25)
  expect(workAtIssue({ doubt: 0, volume: 4, range })).toBe(2 ** 25)
})

test('a device that is said to be slow is spared, and not where its network is over its budget', () => {
  const slow = { score: 0.9, load: 0, done: 2 ** 23, elapsedMs: 60_000, offered: true, range }
  expect(workOfStepUp(slow)).toBe(2 ** 24)
  expect(workOfStepUp({ ...slow, sparesSlow: false })).toBeGreaterThan(2 ** 25)
})
