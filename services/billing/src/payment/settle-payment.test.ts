import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentStatus } from './payment-row.ts'
import { counts } from './settle-payment.ts'

interface Word {
  readonly status: PaymentStatus
  readonly at: Date
}
const second = (count: number) => new Date(1_700_000_000_000 + count * 1_000)

/** What is known once all words have come in this order. */
function settle(words: readonly Word[]): PaymentStatus {
  let known: { status: PaymentStatus; providerAt: Date | null } = { status: 'PENDING', providerAt: null }
  for (const word of words) if (counts(known, word)) known = { status: word.status, providerAt: word.at }
  return known.status
}

const lives: PaymentStatus[][] = [
  ['PROCESSING', 'SUCCEEDED'],
  ['PROCESSING', 'FAILED'],
  ['REQUIRES_ACTION', 'SUCCEEDED'],
  ['REQUIRES_ACTION', 'FAILED', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED'],
  ['FAILED', 'PROCESSING', 'FAILED'],
  ['PROCESSING', 'SUCCEEDED', 'DISPUTED'],
  ['SUCCEEDED', 'REFUNDED'],
  ['SUCCEEDED', 'DISPUTED', 'REFUNDED'],
]

test('whatever the order in which the words of one life arrive, and however often, its last one holds', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...lives).chain((life) => {
        const words = life.map((status, index) => ({ status, at: second(index) }))
        return fc.tuple(
          fc.constant(life),
          fc.shuffledSubarray([...words, ...words, ...words], {
            minLength: words.length * 3,
            maxLength: words.length * 3,
          }),
        )
      }),
      ([life, words]) => {
        expect(settle(words)).toBe(life.at(-1))
      },
    ),
    { numRuns: runs(1_000) },
  )
})

test('of two words of one second the more final one holds', () => {
  const words: Word[] = [
    { status: 'PROCESSING', at: second(0) },
    { status: 'SUCCEEDED', at: second(0) },
  ]
  expect([settle(words), settle(words.toReversed())]).toEqual(['SUCCEEDED', 'SUCCEEDED'])
})

test('money that came is not undone by a failure, and a dispute that was won gives it back', () => {
  expect(
    settle([
      { status: 'SUCCEEDED', at: second(1) },
      { status: 'FAILED', at: second(9) },
    ]),
  ).toBe('SUCCEEDED')
  expect(
    settle([
      { status: 'SUCCEEDED', at: second(1) },
      { status: 'DISPUTED', at: second(2) },
      { status: 'SUCCEEDED', at: second(3) },
    ]),
  ).toBe('SUCCEEDED')
  expect(
    settle([
      { status: 'DISPUTED', at: second(2) },
      { status: 'SUCCEEDED', at: second(1) },
    ]),
  ).toBe('DISPUTED')
})
