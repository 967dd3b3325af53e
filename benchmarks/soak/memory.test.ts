import { seededRandom } from '@bollard/testing'
import { expect, test } from 'vitest'
import { growthOf, memoryOf } from './memory.ts'

const hour = 3_600
/** Every ten seconds of an hour: a level, what garbage collections lower again every minute and a half, and what else differs. */
function samplesOf(level: (second: number) => number) {
  const random = seededRandom('memory')
  return Array.from({ length: 360 }, (_, index) => {
    const at = index * 10
    return { at, mib: level(at) + ((at % 90) / 90) * 40 + random() * 4 }
  })
}

test('what garbage collections lower again is flat', () => {
  const { isFlat, mean } = growthOf(
    samplesOf(() => 250),
    hour / 4,
  )
  expect(isFlat).toBe(true)
  expect(mean).toBeGreaterThan(249)
  expect(mean).toBeLessThan(260)
})

test('a leak below the saw teeth is found, and how large it is', () => {
  const { isFlat, mibPerHour } = growthOf(
    samplesOf((at) => 250 + (at / hour) * 60),
    hour / 4,
  )
  expect(isFlat).toBe(false)
  expect(mibPerHour).toBeGreaterThan(50)
  expect(mibPerHour).toBeLessThan(70)
})

test('what is warmed up before the look counts as no growth', () => {
  const warming = (at: number) => 250 + Math.min(at, hour / 4) / 5
  expect(growthOf(samplesOf(warming), hour / 4).isFlat).toBe(true)
})

test('too few samples say nothing', () => {
  expect(() => growthOf([{ at: 0, mib: 1 }], 0)).toThrow('Too few samples')
})

test.runIf(process.platform === 'linux')('the memory of a process that is gone is none', () => {
  expect(memoryOf(process.pid)).toBeGreaterThan(10)
  expect(memoryOf(2 ** 30)).toBe(0)
})
