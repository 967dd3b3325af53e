import { seededRandom } from '@bollard/testing/seed'
import { expect, test } from 'vitest'
import { digestPause, digestPress, digestsOf, digestStep } from './digest-hands.ts'
import { noHands } from './hands.ts'

const hundred = Array.from({ length: 100 }, (_, index) => index)

function typed(pauses: readonly number[]): number | undefined {
  const hands = noHands()
  for (const pause of pauses) digestPause(hands, pause)
  return digestsOf(hands, false)[0]
}

test('the same pauses have one digest, others another, and each is a number of 32 bits', () => {
  const pauses = [120, 96, 210, 88, 143, 177, 95, 300, 132, 101, 164]
  expect(typed(pauses)).toBe(typed(pauses))
  expect(typed(pauses)).not.toBe(typed([...pauses].reverse()))
  expect(typed(pauses)).toBe(typed(pauses.map((pause) => pause + 0.4)))
  expect(Number.isInteger(typed(pauses)) && Number(typed(pauses)) >= 0 && Number(typed(pauses)) < 2 ** 32).toBe(true)
})

test('too little, and always the same, is no digest', () => {
  expect(typed([120, 96, 210, 88, 143])).toBe(0)
  expect(typed(hundred.map(() => 65))).toBe(0)
  const hands = noHands()
  for (const step of hundred) digestStep(hands, step < 50 ? 3 : -3, 0)
  for (const step of hundred) digestPress(hands, step < 50 ? 4 : 5)
  expect(digestsOf(hands, false)).toEqual([0, 0, 0])
})

test('directions are those of sixteen sectors, however long the step', () => {
  const walk = (length: number, turn: number) => {
    const hands = noHands()
    for (const step of hundred) digestStep(hands, Math.cos(step + turn) * length, Math.sin(step + turn) * length)
    return digestsOf(hands, false)[1]
  }
  expect(walk(5, 0)).toBe(walk(40, 0))
  expect(walk(5, 0)).not.toBe(walk(5, 1))
  expect(walk(5, 0)).not.toBe(0)
})

test('where the clock is coarse, pauses have no digest', () => {
  const hands = noHands()
  for (const step of hundred) digestPause(hands, step % 2 ? 100 : 200)
  expect(digestsOf(hands, true)).toEqual([0, 0, 0])
  expect(digestsOf(hands, false)[0]).not.toBe(0)
})

test('of many visitors no two are alike', () => {
  const random = seededRandom('pauses of visitors')
  const seen = new Set<number | undefined>()
  for (let visitor = 0; visitor < 5_000; visitor++) seen.add(typed(hundred.slice(0, 14).map(() => 60 + random() * 180)))
  seen.delete(0)
  expect(seen.size).toBeGreaterThan(4_900)
})
