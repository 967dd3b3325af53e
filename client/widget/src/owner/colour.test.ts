import { expect, test } from 'vitest'
import { contrastOf, mix } from './colour.ts'

test('contrast is what WCAG says it is', () => {
  expect(contrastOf('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#c5321f', '#c5321f')).toBe(1)
})

test('colours mix channel by channel', () => {
  expect([mix('#000000', '#ffffff', 0), mix('#000000', '#ffffff', 1), mix('#102030', '#304050', 0.5)]).toEqual([
    '#000000',
    '#ffffff',
    '#203040',
  ])
})
