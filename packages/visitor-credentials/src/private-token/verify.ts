import { constants, hash, verify } from 'node:crypto'
import type { NonceMemory } from '../nonce-memory.ts'
import { readTokenParameter } from './authorization.ts'
import { fromBase64Url } from './base64-url.ts'
import type { IssuerKey } from './issuer-key.ts'
import { blindRsaType } from './token-type.ts'

export type PrivateTokenReason =
  /** The header or the token in it cannot be read. */
  | 'malformed'
  /** Another type of token than 0x0002. */
  | 'wrong-type'
  /** Made for another challenge: another verification, issuer or origin. */
  | 'wrong-challenge'
  /** Signed by another key than the issuer's. */
  | 'unknown-key'
  | 'signature'
  /** Used before. */
  | 'replayed'

export type PrivateTokenResult =
  /** No private token was sent. */
  | { readonly status: 'none' }
  /** The issuer vouches for this visitor. `keyId` names its key; nothing in it names the visitor. */
  | { readonly status: 'verified'; readonly keyId: string }
  | { readonly status: 'invalid'; readonly reason: PrivateTokenReason }

export interface PrivateTokenExpectation {
  /** The challenge as `createTokenChallenge` makes it. */
  readonly challenge: Uint8Array
  /** The issuer's keys; more than one while it changes them. */
  readonly issuerKeys: readonly IssuerKey[]
  /** Tokens used before, with the time until which this challenge is accepted. Without it a token counts again for the same challenge. */
  readonly spent?: { readonly memory: NonceMemory; readonly expires: number; readonly now: number }
}

// struct { uint16 token_type; uint8 nonce[32]; uint8 challenge_digest[32]; uint8 token_key_id[32]; uint8 authenticator[256] } Token
const nonceStart = 2
const digestStart = 34
const keyIdStart = 66
const authenticatorStart = 98
const tokenLength = 354

const none: PrivateTokenResult = { status: 'none' }

/**
 * Checks a private token (RFC 9577 section 2.2; RFC 9578 section 6.4): a blind RSA signature that is, once unblinded, an RSASSA-PSS signature
 * with SHA-384 and a salt of 48 bytes. Needs no network and never throws over what a visitor sent.
 * @param authorization the request header `Authorization`
 */
export function verifyPrivateToken(
  authorization: string | undefined,
  expected: PrivateTokenExpectation,
): PrivateTokenResult {
  if (authorization === undefined) return none
  const text = readTokenParameter(authorization)
  if (text === undefined) return none
  const token = text === null ? null : fromBase64Url(text)
  if (token === null || token.length < nonceStart) return invalid('malformed')
  if (token.readUInt16BE(0) !== blindRsaType) return invalid('wrong-type')
  if (token.length !== tokenLength) return invalid('malformed')

  const challengeDigest = hash('sha256', expected.challenge, 'buffer')
  if (!token.subarray(digestStart, keyIdStart).equals(challengeDigest)) return invalid('wrong-challenge')
  const keyId = token.toString('base64url', keyIdStart, authenticatorStart)
  const key = expected.issuerKeys.find((candidate) => candidate.keyId === keyId)
  if (key === undefined) return invalid('unknown-key')
  if (!isSignedBy(key, token)) return invalid('signature')

  // The digest belongs to the name: a client may well use a nonce again for another challenge.
  const name = `token ${token.toString('base64url', nonceStart, keyIdStart)}`
  const { spent } = expected
  if (spent !== undefined && !spent.memory.use(name, spent.expires, spent.now)) return invalid('replayed')
  return { status: 'verified', keyId }
}

function isSignedBy(key: IssuerKey, token: Buffer): boolean {
  const scheme = { key: key.publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 }
  return verify('sha384', token.subarray(0, authenticatorStart), scheme, token.subarray(authenticatorStart))
}

function invalid(reason: PrivateTokenReason): PrivateTokenResult {
  return { status: 'invalid', reason }
}
