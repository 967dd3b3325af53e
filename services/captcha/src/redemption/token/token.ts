import { hkdfSync } from 'node:crypto'
import { isSigned, sign, signingKey, type SigningKey } from '@bollard/proof-of-work/server'
import { publishedTokenOf } from '../../edge/sites/test-environments.ts'
import type { TokenClaims, TokenSigner } from '../../edge/verification/edge-context.ts'

export type TokenReading =
  | { readonly status: 'valid'; readonly claims: TokenClaims }
  | { readonly status: 'malformed' | 'signature-invalid' | 'expired' }

export interface TokenMint extends TokenSigner {
  read(token: string, nowSeconds: number): TokenReading
}

// id 16 ‖ environment 4 ‖ issued 4 ‖ expires 4 ‖ key 1 ‖ score 2, since the second format page 4, in the second zero 2, in the third
// length of the data 1 ‖ data ‖ zeros, then mac 32.
const at = { environment: 16, issued: 20, expires: 24, kid: 28, score: 29, page: 31, length: 35, data: 36 } as const
const macLength = 32
const prefix = 'btk3.'
/**
 * Of a token without data, which makes 133 characters. Clients of other captchas refuse shorter ones than they know, the first at 100
 * characters, without asking anybody.
 */
const bytesMin = 96
/** Tokens on their way while the service was brought up to date, by their prefix and number of bytes. */
const formerFormats = new Map([
  ['btk2.', 69],
  ['btk1.', 63],
])
const letters = /^[A-Za-z0-9_-]*$/u

/**
 * Signs and reads the tokens that visitors carry to the customer's server. The keys are derived
 * from the signing keys, so that the signature of a challenge never is one of a token. The first
 * key signs, all verify.
 */
export function createTokenMint(signingKeys: readonly { id: number; secret: Buffer }[]): TokenMint {
  const keys = new Map(signingKeys.map(({ id, secret }) => [id, tokenKey(secret)]))
  const first = signingKeys[0]
  const signer = first && keys.get(first.id)
  if (first === undefined || signer === undefined) throw new RangeError('at least one signing key is needed')

  return {
    sign(claims) {
      const end = bytesFor(claims.data.length)
      const bytes = Buffer.alloc(end)
      bytes.write(claims.verificationId.replaceAll('-', ''), 0, 'hex')
      bytes.writeUInt32BE(claims.environmentId, at.environment)
      bytes.writeUInt32BE(claims.issuedAt, at.issued)
      bytes.writeUInt32BE(claims.expiresAt, at.expires)
      bytes[at.kid] = first.id
      bytes.writeUInt16BE(Math.round(claims.score * 65_535), at.score)
      bytes.writeUInt32BE(claims.page, at.page)
      bytes[at.length] = claims.data.length
      bytes.write(claims.data, at.data, 'latin1')
      sign(signer, bytes.subarray(0, end - macLength), bytes, end - macLength)
      return prefix + bytes.toString('base64url')
    },
    read(token, nowSeconds) {
      const bytes = bytesOf(token)
      if (bytes === null) return { status: 'malformed' }
      const key = keys.get(bytes.readUInt8(at.kid))
      const mac = bytes.length - macLength
      if (key === undefined || !isSigned(key, bytes.subarray(0, mac), bytes.subarray(mac)))
        return { status: 'signature-invalid' }
      const claims = readClaims(bytes, token.slice(0, prefix.length))
      return claims.expiresAt <= nowSeconds ? { status: 'expired' } : { status: 'valid', claims }
    },
  }
}

/** Without a bit left over in base64url, so that a token has exactly one spelling. */
function bytesFor(dataLength: number): number {
  return Math.max(bytesMin, Math.ceil((at.data + dataLength + macLength) / 3) * 3)
}

/** The bytes of a token that has a form of ours; the lengths of different formats differ in what is signed, so that none passes for another. */
function bytesOf(token: string): Buffer | null {
  const text = token.slice(prefix.length)
  if (text.length > (bytesFor(255) / 3) * 4 || text.length % 4 !== 0 || !letters.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  if (!token.startsWith(prefix)) return bytes.length === formerFormats.get(token.slice(0, prefix.length)) ? bytes : null
  return bytes.length >= bytesMin && bytes.length === bytesFor(bytes.readUInt8(at.length)) ? bytes : null
}

function readClaims(bytes: Buffer, format: string): TokenClaims {
  const hex = bytes.toString('hex', 0, at.environment)
  return {
    verificationId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    environmentId: bytes.readUInt32BE(at.environment),
    issuedAt: bytes.readUInt32BE(at.issued),
    expiresAt: bytes.readUInt32BE(at.expires),
    score: bytes.readUInt16BE(at.score) / 65_535,
    page: format === 'btk1.' ? 0 : bytes.readUInt32BE(at.page),
    data: format === prefix ? bytes.toString('latin1', at.data, at.data + bytes.readUInt8(at.length)) : '',
  }
}

function tokenKey(secret: Buffer): SigningKey {
  return signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha token 1', 32)))
}

/** Gives visitors of other captchas' test site keys the token that those have published, where they have. */
export function giveDummyTokens(mint: TokenMint): TokenMint {
  return {
    sign: (claims) => publishedTokenOf(claims.environmentId) ?? mint.sign(claims),
    read: (token, nowSeconds) => mint.read(token, nowSeconds),
  }
}
