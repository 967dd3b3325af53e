import { assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { clientChecks } from './catalogue.ts'
import { bitsOf, hasBit, layoutOf, readVerdicts, slots, writeVerdicts } from './verdict-layout.ts'

const word = integer()
const layoutNumber = integer({ min: 0, max: 2 ** 32 - 1 })

test('a layout is a permutation, and its number alone decides which', () => {
  assert(
    property(layoutNumber, (number) => {
      expect([...layoutOf(number)].toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: slots }, (_, index) => index),
      )
    }),
  )
  expect([...layoutOf(1)]).toEqual([...layoutOf(1)])
  expect([...layoutOf(1)]).not.toEqual([...layoutOf(2)])
})

test('verdicts come back as they were written', () => {
  assert(
    property(tuple(word, word), tuple(word, word), layoutNumber, (ran, fired, number) => {
      expect(readVerdicts(writeVerdicts({ ran, fired }, number), number)).toEqual({ ran, fired })
    }),
  )
})

test('a code has its bit', () => {
  for (const [index, { code }] of clientChecks.entries()) {
    const bits = bitsOf(clientChecks, [code])
    expect(clientChecks.filter((_, other) => hasBit(bits, other))).toEqual([clientChecks[index]])
  }
  expect(() => bitsOf(clientChecks, ['no-such-code'])).toThrow(RangeError)
})
