import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { permutationOf, slots } from './permutation.ts'

test('every number gives a permutation, and always the same', () => {
  assert(
    property(integer({ min: 0, max: 2 ** 32 - 1 }), (number) => {
      const places = permutationOf(number)
      expect([...places].toSorted((a, b) => a - b)).toEqual(Array.from({ length: slots }, (_, index) => index))
      expect(permutationOf(number)).toEqual(places)
    }),
  )
})

// Pages and services of different releases compute it, so what a number gives never changes.
test('what a number gives is what it gave in the release before', () => {
  expect([...permutationOf(1)].slice(0, 16)).toEqual([56, 60, 45, 26, 22, 10, 44, 36, 27, 13, 63, 53, 30, 21, 43, 29])
})
