import { createHmac } from 'node:crypto'
import { base64Url } from './base64-url.ts'
import type { IssuerKey } from './issuer-key.ts'
import { blindRsaType } from './token-type.ts'

export interface TokenChallengeParts {
  /** Host name of the issuer. */
  readonly issuer: string
  /** Host names that may ask for the token; none means any. */
  readonly originInfo: readonly string[]
  /** 32 bytes that bind the token to one occasion, or none for a token that counts anywhere. */
  readonly redemptionContext: Uint8Array
}

const contextLength = 32
const minimumSecretLength = 32
const maximumLength = 0xffff
/** Printable ASCII without blank and comma, which parts the names. */
const namePattern = /^[!-+\--~]+$/

/**
 * Lays out the `TokenChallenge` of RFC 9577 section 2.1 for token type 0x0002. The same parts give the same bytes, so that the server can make
 * it anew when the token comes instead of keeping it.
 * @throws RangeError when a name is empty or no ASCII host name, or the context is neither 0 nor 32 bytes long
 */
export function createTokenChallenge({ issuer, originInfo, redemptionContext }: TokenChallengeParts): Uint8Array {
  for (const name of [issuer, ...originInfo])
    if (!namePattern.test(name)) throw new RangeError('names must be ASCII host names')
  const origins = originInfo.join(',')
  if (issuer.length > maximumLength || origins.length > maximumLength) throw new RangeError('names are too long')
  if (redemptionContext.length !== 0 && redemptionContext.length !== contextLength)
    throw new RangeError('redemption context must be 0 or 32 bytes')
  return Buffer.concat([
    uint16(blindRsaType),
    uint16(issuer.length),
    Buffer.from(issuer),
    Buffer.of(redemptionContext.length),
    redemptionContext,
    uint16(origins.length),
    Buffer.from(origins),
  ])
}

/**
 * The redemption context of one verification: nobody else can tell it beforehand, and the server needs no memory to know it again.
 * @param secret at least 32 bytes, for this use alone
 * @param verificationId of the verification the token is to count for
 * @returns 32 bytes
 * @throws RangeError when the secret is too short
 */
export function redemptionContextFor(secret: Uint8Array, verificationId: string): Uint8Array {
  if (secret.length < minimumSecretLength) throw new RangeError('secret must have at least 32 bytes')
  return createHmac('sha256', secret).update('private token redemption context\0').update(verificationId).digest()
}

/**
 * The value of `WWW-Authenticate` that asks for a token (RFC 9577 section 2.1). Values of several issuers can be joined with a comma.
 * @param maxAge seconds for which the challenge will be accepted; left out if undefined
 */
export function challengeHeader(challenge: Uint8Array, issuerKey: IssuerKey, maxAge?: number): string {
  const age = maxAge === undefined ? '' : `, max-age="${Math.floor(maxAge)}"`
  return `PrivateToken challenge="${base64Url(challenge)}", token-key="${base64Url(issuerKey.spki)}"${age}`
}

function uint16(value: number): Uint8Array {
  return Buffer.of(value >> 8, value & 0xff)
}
