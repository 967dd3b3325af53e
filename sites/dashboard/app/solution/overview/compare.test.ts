import { expect, test } from 'vitest'
import { compare } from './compare.ts'

test('a change is told over the earlier figure', () => {
  expect(compare(106, 100)).toEqual({ kind: 'changed', ratio: 0.06 })
  expect(compare(50, 100)).toEqual({ kind: 'changed', ratio: -0.5 })
})

test('over nothing there is no percentage', () => {
  expect(compare(5, 0)).toEqual({ kind: 'none-before' })
})

test('nothing now and nothing before is no change', () => {
  expect(compare(0, 0)).toEqual({ kind: 'same' })
})
