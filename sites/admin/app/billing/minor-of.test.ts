import { expect, test } from 'vitest'
import { minorOf } from './minor-of.ts'

test('amounts are read with a point or a comma, and nothing is guessed', () => {
  expect(['12', '12.3', '12,34', ' 1 200,50 ', '0.29'].map(minorOf)).toEqual([1200, 1230, 1234, 120_050, 29])
  for (const typed of ['', '-1', '1.234', '1.200,50', '1e3', 'abc', '١٢']) expect(minorOf(typed), typed).toBeNaN()
})
