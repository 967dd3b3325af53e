import { expect, test } from 'vitest'
import { createRandom } from '../variation.ts'
import { keystroke, reach } from './human-hand.ts'

const from = { x: 20, y: 10 }
const to = { x: 620, y: 410 }

test('a reach ends on its target, slow at both ends and fast in the middle', () => {
  for (const seed of ['a', 'b', 'c']) {
    const steps = reach(from, to, { size: 40, pace: 1, random: createRandom(seed) })
    const last = steps.at(-1)
    expect(last?.x).toBeCloseTo(to.x, 6)
    expect(last?.y).toBeCloseTo(to.y, 6)
    const lengths = steps
      .slice(1)
      .map((step, index) => Math.hypot(step.x - (steps[index]?.x ?? 0), step.y - (steps[index]?.y ?? 0)))
    const third = Math.floor(lengths.length / 3)
    expect(mean(lengths.slice(third, 2 * third))).toBeGreaterThan(2 * mean(lengths.slice(0, third)))
    expect(mean(lengths.slice(third, 2 * third))).toBeGreaterThan(2 * mean(lengths.slice(2 * third)))
  }
})

test('a hand that is there already does not move', () => {
  expect(reach(from, from, { size: 40, pace: 1, random: createRandom('a') })).toEqual([])
})

test('a farther and smaller target takes longer', () => {
  const duration = (target: typeof to, size: number) =>
    reach(from, target, { size, pace: 1, random: createRandom('a') }).reduce((sum, { afterMs }) => sum + afterMs, 0)
  expect(duration(to, 40)).toBeGreaterThan(duration({ x: 80, y: 50 }, 40))
  expect(duration(to, 10)).toBeGreaterThan(duration(to, 80))
})

test('keys are held and left for as long as people do, and the pace stretches only the rests', () => {
  const slow = keystroke({ pace: 2, random: createRandom('a') })
  const fast = keystroke({ pace: 1, random: createRandom('a') })
  expect(slow.holdMs).toBe(fast.holdMs)
  expect(slow.restMs).toBeCloseTo(2 * fast.restMs, 6)
  expect(fast.holdMs).toBeGreaterThanOrEqual(55)
  expect(fast.restMs).toBeGreaterThanOrEqual(35)
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
