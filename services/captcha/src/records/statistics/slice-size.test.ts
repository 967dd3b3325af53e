import { expect, test } from 'vitest'
import { createSliceSize } from './slice-size.ts'

test('slices become as large as a second allows, at most twice as large at a time', () => {
  const size = createSliceSize()
  const first = size.facts()
  size.took(1)
  expect(size.facts()).toBe(first * 2)
  size.took(800)
  expect(size.facts()).toBe(first * 2.5)
  for (let turn = 0; turn < 20; turn += 1) size.took(10)
  expect(size.facts()).toBe(100_000)
  expect(size.batches()).toBe(5_000)
  size.took(60_000)
  expect(size.facts()).toBe(50_000)
})

test('a size that fails is quartered until smaller makes no sense', () => {
  const size = createSliceSize()
  const sizes = [size.facts()]
  while (size.failed()) sizes.push(size.facts())
  expect(sizes).toEqual([5_000, 1_250, 313, 100])
  expect(size.batches()).toBe(25)
  size.took(100)
  expect(size.facts()).toBe(200)
})
