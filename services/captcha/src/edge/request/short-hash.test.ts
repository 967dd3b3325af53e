import { crc32 } from 'node:zlib'
import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { shortHash } from './short-hash.ts'

test('a hash is the lower half of the CRC-32 of any text', () => {
  // The check value of CRC-32 is 0xcbf43926.
  expect(shortHash('123456789')).toBe(0x3926)
  for (const unit of ['binary', 'binary-ascii'] as const)
    assert(property(string({ unit }), (text) => shortHash(text) === (crc32(text) & 0xffff)))
})
