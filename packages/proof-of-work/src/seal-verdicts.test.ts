import { createHash } from 'node:crypto'
import { assert, integer, property, string, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { tokenOf } from './challenge-fixture.ts'
import { openVerdicts } from './open-verdicts.ts'
import { sealVerdicts, verdictBytes } from './seal-verdicts.ts'

const token = tokenOf()
const challenge = Buffer.from(token, 'base64url')
const someVerdicts = uint8Array({ minLength: verdictBytes, maxLength: verdictBytes })

test('verdicts come back under the challenge and layout that they were sealed for', () => {
  assert(
    property(someVerdicts, integer({ min: 0, max: 2 ** 32 - 1 }), (verdicts, layoutNumber) => {
      const sealed = sealVerdicts(verdicts, token, layoutNumber)
      expect(sealed).toMatch(/^[\w-]{27}$/)
      expect(openVerdicts(sealed, challenge, layoutNumber)).toEqual(Buffer.from(verdicts))
    }),
  )
})

test('verdicts of another challenge or another layout are refused', () => {
  const sealed = sealVerdicts(new Uint8Array(verdictBytes), token, 7)
  expect(openVerdicts(sealed, Buffer.from(tokenOf(1), 'base64url'), 7)).toBeNull()
  expect(openVerdicts(sealed, challenge, 8)).toBeNull()
})

test('the cover is the SHA-256 of signature and layout', () => {
  const layoutNumber = Buffer.alloc(4)
  layoutNumber.writeUInt32BE(7)
  const cover = createHash('sha256').update(challenge.subarray(0, 32)).update(layoutNumber).digest()
  expect([...Buffer.from(sealVerdicts(new Uint8Array(verdictBytes), token, 7), 'base64url').subarray(0, verdictBytes)]).toEqual([
    ...cover.subarray(0, verdictBytes),
  ])
})

test('an altered character is refused, and any text is answered without a throw', () => {
  const sealed = sealVerdicts(new Uint8Array(verdictBytes).fill(3), token, 7)
  expect(openVerdicts(`${sealed.slice(0, -1)}B`, challenge, 7)).toBeNull()
  expect(openVerdicts(`${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`, challenge, 7)).toBeNull()
  assert(property(string({ maxLength: 40 }), (text) => openVerdicts(text, challenge, 7) === null))
  assert(property(string({ minLength: 27, maxLength: 27 }), (text) => openVerdicts(text, challenge, 7) === null))
})

test('too few or too many bytes cannot be sealed', () => {
  expect(() => sealVerdicts(new Uint8Array(15), token, 7)).toThrow(RangeError)
  expect(() => sealVerdicts(new Uint8Array(17), token, 7)).toThrow(RangeError)
})
