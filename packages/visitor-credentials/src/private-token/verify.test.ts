import { constants, generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto'
import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNonceMemory } from '../nonce-memory.ts'
import { base64Url } from './base64-url.ts'
import { createTokenChallenge, redemptionContextFor } from './challenge.ts'
import { type IssuerKey, parseIssuerKey } from './issuer-key.ts'
import { rfc9578PublicKey, rfc9578Vectors } from './rfc9578-vectors.ts'
import { verifyPrivateToken } from './verify.ts'

const secret = randomBytes(32)
/** Node makes the salt as long as the digest. */
const pss = { modulusLength: 2048, hashAlgorithm: 'sha384', mgf1HashAlgorithm: 'sha384' }

function issuerKeyOf(spki: Uint8Array): IssuerKey {
  const result = parseIssuerKey(base64Url(spki))
  if (!result.ok) throw new Error(result.code)
  return result.key
}

function createIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa-pss', pss)
  return { key: issuerKeyOf(publicKey.export({ type: 'spki', format: 'der' })), privateKey }
}

const issuer = createIssuer()
const otherIssuer = createIssuer()
const challenge = challengeFor('verification-1')

function challengeFor(verificationId: string): Uint8Array {
  return createTokenChallenge({
    issuer: 'issuer.example',
    originInfo: ['shop.example'],
    redemptionContext: redemptionContextFor(secret, verificationId),
  })
}

/** What a client holds after unblinding: an ordinary RSASSA-PSS signature over the input. */
function tokenFor(bytes: Uint8Array, { type = 2, from = issuer, named = issuer.key, saltLength = 48 } = {}): Buffer {
  const input = Buffer.concat([
    Buffer.of(0, type),
    randomBytes(32),
    hash('sha256', bytes, 'buffer'),
    Buffer.from(named.keyId, 'base64url'),
  ])
  return Buffer.concat([
    input,
    sign('sha384', input, { key: from.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }),
  ])
}

function header(token: Uint8Array): string {
  return `PrivateToken token="${base64Url(token)}"`
}

function check(authorization: string | undefined) {
  return verifyPrivateToken(authorization, { challenge, issuerKeys: [issuer.key] })
}

describe('tokens of RFC 9578 appendix A.2', () => {
  const key = issuerKeyOf(Buffer.from(rfc9578PublicKey, 'hex'))

  it.each(rfc9578Vectors)('for $originInfo', (vector) => {
    const bytes = Buffer.from(vector.challenge, 'hex')
    const token = Buffer.from(vector.token, 'hex')
    expect(verifyPrivateToken(header(token), { challenge: bytes, issuerKeys: [key] })).toEqual({
      status: 'verified',
      keyId: key.keyId,
    })
  })

  it('count only for their own challenge', () => {
    const [first, second] = rfc9578Vectors
    const result = verifyPrivateToken(header(Buffer.from(first.token, 'hex')), {
      challenge: Buffer.from(second.challenge, 'hex'),
      issuerKeys: [key],
    })
    expect(result).toEqual({ status: 'invalid', reason: 'wrong-challenge' })
  })
})

describe('verifyPrivateToken', () => {
  it('accepts a token for the challenge of this verification', () => {
    expect(check(header(tokenFor(challenge)))).toEqual({ status: 'verified', keyId: issuer.key.keyId })
  })

  it('reads the token unquoted, without padding, in any case and among other parameters', () => {
    const text = base64Url(tokenFor(challenge))
    for (const value of [
      `PrivateToken token=${text}`,
      `privatetoken token="${text}"`,
      `PrivateToken x="1", Token = "${text}" , y=2`,
    ]) {
      expect(check(value).status).toBe('verified')
    }
  })

  it('accepts the former key while the issuer changes keys', () => {
    const authorization = header(tokenFor(challenge))
    expect(verifyPrivateToken(authorization, { challenge, issuerKeys: [otherIssuer.key, issuer.key] }).status).toBe(
      'verified',
    )
  })

  it.each([undefined, '', 'Bearer abc', 'Basic dTpw', 'PrivateTokens token=abc'])(
    'sees no token in %s',
    (authorization) => {
      expect(check(authorization)).toEqual({ status: 'none' })
    },
  )

  it.each([
    'PrivateToken',
    'PrivateToken ',
    'PrivateToken token',
    'PrivateToken token=',
    'PrivateToken token=""',
    'PrivateToken token="AA"',
    'PrivateToken token="AAIA"',
    'PrivateToken token="äöü"',
    'PrivateToken token="AAIA" token="AAIA"',
    'PrivateToken token="AAIA", token="AAIA"',
    'PrivateToken challenge="AAIA"',
  ])('calls malformed: %s', (authorization) => {
    expect(check(authorization)).toEqual({ status: 'invalid', reason: 'malformed' })
  })

  it('calls malformed a header too long to be one', () => {
    expect(check(`PrivateToken x="${'A'.repeat(5000)}", token=${base64Url(tokenFor(challenge))}`)).toEqual({
      status: 'invalid',
      reason: 'malformed',
    })
  })

  it('calls malformed a token one byte too short or too long', () => {
    const token = tokenFor(challenge)
    for (const bytes of [token.subarray(0, -1), Buffer.concat([token, Buffer.of(0)])]) {
      expect(check(header(bytes))).toEqual({ status: 'invalid', reason: 'malformed' })
    }
  })

  it('refuses another type of token', () => {
    expect(check(header(tokenFor(challenge, { type: 1 })))).toEqual({ status: 'invalid', reason: 'wrong-type' })
  })

  it('refuses a token made for another verification', () => {
    expect(check(header(tokenFor(challengeFor('verification-2'))))).toEqual({
      status: 'invalid',
      reason: 'wrong-challenge',
    })
  })

  it('refuses the key of a stranger', () => {
    const token = tokenFor(challenge, { from: otherIssuer, named: otherIssuer.key })
    expect(check(header(token))).toEqual({ status: 'invalid', reason: 'unknown-key' })
  })

  it("refuses a stranger's signature under the issuer's name", () => {
    expect(check(header(tokenFor(challenge, { from: otherIssuer })))).toEqual({
      status: 'invalid',
      reason: 'signature',
    })
  })

  it('refuses a signature with another length of salt', () => {
    expect(check(header(tokenFor(challenge, { saltLength: 64 })))).toEqual({ status: 'invalid', reason: 'signature' })
  })

  it('refuses a token of which one bit is changed, wherever', () => {
    const token = tokenFor(challenge)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: token.length * 8 - 1 }), (bit) => {
        const changed = Buffer.from(token)
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
        expect(check(header(changed)).status).toBe('invalid')
      }),
    )
  })

  it('counts a token once, until the challenge is over', () => {
    const memory = createNonceMemory(10)
    const authorization = header(tokenFor(challenge))
    const at = (now: number) =>
      verifyPrivateToken(authorization, { challenge, issuerKeys: [issuer.key], spent: { memory, expires: 300, now } })
    expect(at(1).status).toBe('verified')
    expect(at(2)).toEqual({ status: 'invalid', reason: 'replayed' })
    expect(at(299)).toEqual({ status: 'invalid', reason: 'replayed' })
  })

  it('does not let a forged token use up a genuine one', () => {
    const memory = createNonceMemory(10)
    const expected = { challenge, issuerKeys: [issuer.key], spent: { memory, expires: 300, now: 1 } }
    const token = tokenFor(challenge)
    const forged = Buffer.concat([token.subarray(0, -1), Buffer.of(token.readUInt8(353) ^ 1)])
    expect(verifyPrivateToken(header(forged), expected)).toEqual({ status: 'invalid', reason: 'signature' })
    expect(verifyPrivateToken(header(token), expected).status).toBe('verified')
  })

  it('never throws and never verifies arbitrary text', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.string().map((value) => `PrivateToken ${value}`),
      fc.uint8Array({ maxLength: 400 }).map((bytes) => header(bytes)),
      fc.uint8Array({ minLength: 352, maxLength: 352 }).map((bytes) => header(Buffer.concat([Buffer.of(0, 2), bytes]))),
    )
    fc.assert(
      fc.property(text, (value) => {
        expect(check(value).status).not.toBe('verified')
      }),
      { numRuns: runs(500) },
    )
  })
})
