import { expect, test } from 'vitest'
import { createRandomNumbers, createRandomPool } from './random-pool.ts'

/** Bytes that count on from draw to draw, so that one given twice shows. */
function counting() {
  let drawn = 0
  return (size: number): Buffer => {
    const bytes = Buffer.alloc(size)
    for (let at = 0; at + 4 <= size; at += 4) bytes.writeUInt32BE(drawn++, at)
    return bytes
  }
}

test('no random number is given twice, and none is left out', () => {
  const next = createRandomNumbers(counting())
  expect(Array.from({ length: 3_000 }, next)).toEqual(Array.from({ length: 3_000 }, (_, index) => index))
})

test('no random byte is given twice', () => {
  const next = createRandomPool(counting())
  const drawn = Array.from({ length: 3_000 }, () => next(8).toString('hex'))
  expect(new Set(drawn).size).toBe(3_000)
})
