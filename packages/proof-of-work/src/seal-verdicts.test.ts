import { assert, integer, property, string, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { tokenOf } from './challenge-fixture.ts'
import { openVerdicts } from './open-verdicts.ts'
import { cover, sealedBytes, sealVerdicts, verdictBytes } from './seal-verdicts.ts'

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

test('every bit of the signature and of the layout changes about half of the cover', () => {
  const covered = (bytes: Uint8Array, layoutNumber: number) => {
    const zeros = Buffer.alloc(sealedBytes)
    cover(zeros, bytes, layoutNumber)
    return BigInt(`0x${zeros.toString('hex')}`)
  }
  const differing = (a: bigint, b: bigint) => [...(a ^ b).toString(2)].filter((bit) => bit === '1').length
  const plain = covered(challenge, 7)
  const shares: number[] = []
  for (let bit = 0; bit < 256; bit++) {
    const altered = Buffer.from(challenge)
    altered[bit >> 3] = altered.readUInt8(bit >> 3) ^ (1 << (bit & 7))
    shares.push(differing(plain, covered(altered, 7)) / 160)
  }
  for (let bit = 0; bit < 32; bit++) shares.push(differing(plain, covered(challenge, (7 ^ (1 << bit)) >>> 0)) / 160)
  expect(Math.min(...shares)).toBeGreaterThan(0.25)
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeCloseTo(0.5, 1)
})

test('of 100 000 other challenges none opens it', () => {
  const sealed = sealVerdicts(new Uint8Array(verdictBytes).fill(9), token, 7)
  const other = Buffer.from(challenge)
  let opened = 0
  for (let n = 1; n <= 100_000; n++) {
    other.writeUInt32BE(n, 8)
    if (openVerdicts(sealed, other, 7) !== null) opened++
  }
  expect(opened).toBe(0)
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
