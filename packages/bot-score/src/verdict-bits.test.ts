import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { readVerdictBits } from './verdict-bits.ts'

test('bits come back as they were sent', () => {
  assert(
    property(integer(), (bits) => {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32LE(bits)
      expect(readVerdictBits(bytes.toString('base64url'))).toBe(bits)
    }),
  )
})

test.for(['', 'AAAAA', 'AAAAAAA', 'AAAAA=', 'AAAAAB', 'AAAA\u00e9A', 'AAA+AA'])('%s is refused', (text) => {
  expect(readVerdictBits(text)).toBeNull()
})
