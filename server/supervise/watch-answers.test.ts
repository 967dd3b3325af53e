import { expect, test } from 'vitest'
import { hangs } from './watch-answers.ts'

/** A clock on which a question takes as long as `taking` says (milliseconds; Infinity is no answer within the second). */
function played(taking: readonly number[]) {
  let at = 0
  let asked = 0
  return {
    asked: () => asked,
    isOver: () => asked >= taking.length,
    answers: async () => {
      const took = taking[asked++] ?? 0
      at += Number.isFinite(took) ? took : 1_000
      return took < 1_000
    },
    clock: { now: () => at, pause: async (milliseconds: number) => void (at += milliseconds) },
  }
}
const none = Number.POSITIVE_INFINITY
const hung = async (taking: readonly number[]) => {
  const { answers, isOver, clock, asked } = played(taking)
  return [await hangs(answers, isOver, clock), asked()]
}

test('a process that misses ten questions in a row hangs', async () => {
  expect(await hung([1, ...Array<number>(20).fill(none)])).toEqual([true, 11])
})

test('a process that answers now and then does not', async () => {
  const nineMissed = Array<number>(9).fill(none)
  expect(await hung([...nineMissed, 900, ...nineMissed, 1, ...nineMissed])).toEqual([false, 29])
})

test('a machine that slept through the questions kills nothing', async () => {
  expect(await hung(Array<number>(30).fill(3_600_000))).toEqual([false, 30])
})

test('what was missed before the machine slept still counts after it', async () => {
  expect(await hung([...Array<number>(5).fill(none), 3_600_000, ...Array<number>(6).fill(none)])).toEqual([true, 11])
})
