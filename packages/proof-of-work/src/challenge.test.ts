import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { challengeFields, key, keyOf, tokenOf } from './challenge-fixture.ts'
import { readChallenge, readPrograms } from './challenge.ts'
import {
  decodeChallenge,
  encodeChallenge,
  expectedHashes,
  hashesPerEquixSolution,
  hashOrigin,
  signingKey,
  targetOf,
} from './server.ts'

const named = (token: string) => Buffer.from(readChallenge(token).prefix.subarray(32)).toString('hex')
const bits = (count: number) => fc.integer({ min: 0, max: 2 ** count - 1 })
const anyFields = fc.record({
  kid: bits(8),
  algorithm: fc.constantFrom('sha256', 'equix'),
  target: bits(32),
  verificationId: fc.uuid({ version: 7 }),
  siteId: bits(32),
  ttlSeconds: bits(16),
  round: bits(8),
  riskBand: bits(8),
  serverSignals: bits(32),
  originHash: fc.stringMatching(/^[0-9a-f]{16}$/),
  ran: fc.tuple(bits(32), bits(32)),
  fired: fc.tuple(bits(32), bits(32)),
  userAgentHash: bits(16),
  networkHash: bits(16),
  action: bits(16),
  language: fc.option(fc.stringMatching(/^[a-z]{2}$/)),
  environmentId: fc.nat(2 ** 32 - 1),
  rule: fc.nat(65_535),
  flags: fc.nat(255),
  conduct: bits(16),
  order: bits(32),
  grammar: bits(8),
  programs: fc.tuple(bits(32), bits(32)),
  volume: bits(32),
})

test('every field comes back as it was written', () => {
  fc.assert(
    fc.property(anyFields, (fields) => {
      const token = encodeChallenge(fields, key)
      expect(token).toMatch(/^[\w-]{168}$/)
      expect(decodeChallenge(token, () => key)).toMatchObject(fields)
    }),
  )
})

test('the time of issue is that of the verification id', () => {
  expect(decodeChallenge(tokenOf(), keyOf)).toMatchObject({ issuedAt: 0x019a9b1c5d3e })
})

test('the browser reads the same work as the server, and its first block is signature and named payload', () => {
  const token = tokenOf()
  expect(readChallenge(token)).toEqual({
    algorithm: 'sha256',
    count: 32,
    target: targetOf(2 ** 12),
    prefix: new Uint8Array(Buffer.from(token, 'base64url').subarray(0, 64)),
  })
})

test('the browser reads the engine programs of its own grammar, and of no other', () => {
  const token = tokenOf(0, { grammar: 3, programs: [1, 0xffff_fff0] })
  expect(readPrograms(token, 3)).toEqual([1, 0xffff_fff0])
  expect(readPrograms(token, 2)).toBeUndefined()
  expect(readPrograms(tokenOf(0, { grammar: 0 }), 1)).toBeUndefined()
  expect(readPrograms(token.slice(0, 40), 3)).toBeUndefined()
})

test('verification, site, work and round each change the first block even under one signature', () => {
  const changed = [tokenOf(1), tokenOf(0, { siteId: 42 }), tokenOf(0, { target: 9 }), tokenOf(0, { round: 1 })].map(
    named,
  )
  expect(new Set([named(tokenOf()), ...changed]).size).toBe(5)
})

test('an altered byte anywhere is refused', () => {
  const bytes = Buffer.from(tokenOf(), 'base64url')
  for (let i = 0; i < bytes.length; i++) {
    for (const flip of [1, 0x80, 0xff]) {
      const altered = Buffer.from(bytes)
      altered[i] = altered.readUInt8(i) ^ flip
      expect(
        decodeChallenge(altered.toString('base64url'), () => key),
        `byte ${i}`,
      ).toBeTypeOf('string')
    }
  }
})

test('an unknown key id and another key are refused as signature', () => {
  expect(decodeChallenge(tokenOf(0, { kid: 4 }), keyOf)).toBe('signature')
  expect(decodeChallenge(tokenOf(), () => signingKey(Buffer.alloc(32, 8)))).toBe('signature')
})

test('truncated, over-long and differently spelt tokens are malformed', () => {
  const token = tokenOf()
  for (const wrong of [
    '',
    token.slice(0, -1),
    token.slice(4),
    `${token}A`,
    `${token}AAAA`,
    `${token}\n`,
    ` ${token.slice(1)}`,
    `${token.slice(0, -1)}=`,
    `${token.slice(0, -1)}+`,
    `${token.slice(0, -1)}/`,
    'ä'.repeat(168),
  ]) {
    expect(decodeChallenge(wrong, keyOf)).toBe('malformed')
  }
})

test('an unknown version, algorithm or count is malformed, to the browser as to the server', () => {
  for (const at of [32, 34, 35]) {
    const bytes = Buffer.from(tokenOf(), 'base64url')
    bytes[at] = 7
    expect(decodeChallenge(bytes.toString('base64url'), keyOf)).toBe('malformed')
    if (at !== 35) expect(() => readChallenge(bytes.toString('base64url'))).toThrow(RangeError)
  }
})

test('any text at all is answered without a throw', () => {
  fc.assert(fc.property(fc.string({ maxLength: 200 }), (text) => typeof decodeChallenge(text, keyOf) === 'string'))
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 126, maxLength: 126 }),
      (bytes) => typeof decodeChallenge(Buffer.from(bytes).toString('base64url'), () => key) === 'string',
    ),
  )
})

test('target and expected hashes are two sides of one thing', () => {
  for (const hashes of [2 ** 16, 2 ** 20, 2 ** 21, 2 ** 23, 2 ** 24])
    expect(expectedHashes(targetOf(hashes))).toBe(hashes)
  expect(targetOf(1)).toBe(2 ** 32 - 1)
  for (const hashes of [2 ** 23, 2 ** 24, 2 ** 26])
    expect(expectedHashes(targetOf(hashes, 'equix'), 'equix') / hashes).toBeCloseTo(1, 6)
  expect(expectedHashes(targetOf(1, 'equix'), 'equix') / hashesPerEquixSolution).toBeCloseTo(32, 6)
})

test('an origin hash is the first eight bytes of its SHA-256', () => {
  expect(hashOrigin('abc')).toBe('ba7816bf8f01cfea')
  expect(challengeFields().originHash).toHaveLength(16)
})

test('a field that does not fit is an error, never another challenge', () => {
  for (const wrong of [
    { kid: 256 },
    { target: 2 ** 32 },
    { siteId: -1 },
    { ttlSeconds: 65_536 },
    { round: 256 },
    { riskBand: -1 },
    { serverSignals: 2 ** 32 },
    { originHash: 'abc' },
    { originHash: 'x'.repeat(16) },
    { originHash: 'a'.repeat(18) },
    { verificationId: 'not-a-uuid' },
    { action: 65_536 },
    { userAgentHash: 65_536 },
    { networkHash: -1 },
  ]) {
    expect(() => tokenOf(0, wrong)).toThrow(RangeError)
  }
})
