import { assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { clientChecks } from './catalogue.ts'
import { bitsOf, hasBit, readVerdicts, slots, writeVerdicts } from './verdict-layout.ts'

const word = integer()
/** Any permutation will do. */
const places = Uint8Array.from({ length: slots }, (_, index) => (index * 37 + 11) % slots)

test('verdicts come back as they were written', () => {
  assert(
    property(tuple(word, word), tuple(word, word), (ran, fired) => {
      expect(readVerdicts(writeVerdicts({ ran, fired }, places), places)).toEqual({ ran, fired })
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
