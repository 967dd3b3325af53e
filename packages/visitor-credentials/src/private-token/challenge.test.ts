import { seededBytes } from '@bollard/testing/seed'
import { describe, expect, it } from 'vitest'
import { base64Url, fromBase64Url } from './base64-url.ts'
import { challengeHeader, createTokenChallenge, redemptionContextFor } from './challenge.ts'
import { parseIssuerKey } from './issuer-key.ts'
import { rfc9578PublicKey, rfc9578Vectors } from './rfc9578-vectors.ts'

const randomBytes = seededBytes('secrets and codes')
const none = new Uint8Array(0)

describe('createTokenChallenge', () => {
  it.each(rfc9578Vectors)(
    'lays out the bytes of RFC 9578 for $originInfo',
    ({ redemptionContext, originInfo, challenge }) => {
      const bytes = createTokenChallenge({
        issuer: 'issuer.example',
        originInfo,
        redemptionContext: Buffer.from(redemptionContext, 'hex'),
      })
      expect(Buffer.from(bytes).toString('hex')).toBe(challenge)
    },
  )

  it.each(['', 'a,b', 'a b', 'müller.example', 'a\n'])('refuses the name %j', (name) => {
    expect(() => createTokenChallenge({ issuer: name, originInfo: [], redemptionContext: none })).toThrow(RangeError)
    expect(() =>
      createTokenChallenge({ issuer: 'issuer.example', originInfo: [name], redemptionContext: none }),
    ).toThrow(RangeError)
  })

  it('refuses names too long for their field', () => {
    expect(() => createTokenChallenge({ issuer: 'x'.repeat(65_536), originInfo: [], redemptionContext: none })).toThrow(
      RangeError,
    )
    expect(() =>
      createTokenChallenge({
        issuer: 'x',
        originInfo: ['y'.repeat(40_000), 'z'.repeat(40_000)],
        redemptionContext: none,
      }),
    ).toThrow(RangeError)
  })

  it.each([1, 16, 31, 33])('refuses a context of %i bytes', (length) => {
    expect(() =>
      createTokenChallenge({ issuer: 'issuer.example', originInfo: [], redemptionContext: new Uint8Array(length) }),
    ).toThrow(RangeError)
  })
})

describe('redemptionContextFor', () => {
  it('is the same for one verification and another for each other one and each other secret', () => {
    const secret = randomBytes(32)
    const context = redemptionContextFor(secret, 'verification-1')
    expect(context).toHaveLength(32)
    expect(redemptionContextFor(secret, 'verification-1')).toEqual(context)
    expect(redemptionContextFor(secret, 'verification-2')).not.toEqual(context)
    expect(redemptionContextFor(randomBytes(32), 'verification-1')).not.toEqual(context)
  })

  it('refuses a short secret', () => {
    expect(() => redemptionContextFor(randomBytes(31), 'verification-1')).toThrow(RangeError)
  })
})

describe('challengeHeader', () => {
  const parsed = parseIssuerKey(Buffer.from(rfc9578PublicKey, 'hex').toString('base64url'))
  const challenge = Buffer.from(rfc9578Vectors[0].challenge, 'hex')

  it('says challenge, key and age, in base64url with padding', () => {
    if (!parsed.ok) throw new Error(parsed.code)
    const match = /^PrivateToken challenge="([\w-]+=*)", token-key="([\w-]+=*)", max-age="120"$/.exec(
      challengeHeader(challenge, parsed.key, 120.5),
    )
    expect(Buffer.from(match?.[1] ?? '', 'base64url')).toEqual(challenge)
    expect((match?.[1] ?? '').length % 4).toBe(0)
    expect(match?.[2]).toBe(base64Url(Buffer.from(rfc9578PublicKey, 'hex')))
    expect(challengeHeader(challenge, parsed.key)).not.toContain('max-age')
  })
})

describe('base64url', () => {
  it.each([0, 1, 2, 3, 4])('goes there and back for %i bytes', (length) => {
    const bytes = randomBytes(length)
    expect(base64Url(bytes).length % 4).toBe(0)
    if (length > 0) expect(fromBase64Url(base64Url(bytes))).toEqual(bytes)
  })

  it.each(['', 'A', 'AB', 'A+/=', 'AA===', 'A A', 'AAB='])('does not read %j', (text) => {
    expect(fromBase64Url(text)).toBeNull()
  })
})
