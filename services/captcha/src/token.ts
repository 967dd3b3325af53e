import { hkdfSync } from 'node:crypto'
import { isSigned, sign, signingKey, type SigningKey } from '@bollard/proof-of-work/server'

/** What a passed verification's token says. Times are seconds since 1970. */
export interface TokenClaims {
  readonly verificationId: string
  /** Number of the site's environment inside the captcha service. */
  readonly environmentId: number
  readonly issuedAt: number
  readonly expiresAt: number
  /** 0 = person, 1 = bot. */
  readonly score: number
}

export type TokenReading =
  | { readonly status: 'valid'; readonly claims: TokenClaims }
  | { readonly status: 'malformed' | 'signature-invalid' | 'expired' }

export interface TokenMint {
  sign(claims: TokenClaims): string
  read(token: string, nowSeconds: number): TokenReading
}

const prefix = 'btk1.'
// id 16 ‖ environment 4 ‖ issued 4 ‖ expires 4 ‖ key 1 ‖ score 2 ‖ mac 32: 63 bytes are 84 characters with
// no bit left over, so a token has exactly one spelling.
const at = { environment: 16, issued: 20, expires: 24, kid: 28, score: 29, mac: 31, end: 63 } as const
const spelling = /^btk1\.[A-Za-z0-9_-]{84}$/u

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
      const bytes = Buffer.allocUnsafe(at.end)
      bytes.write(claims.verificationId.replaceAll('-', ''), 0, 'hex')
      bytes.writeUInt32BE(claims.environmentId, at.environment)
      bytes.writeUInt32BE(claims.issuedAt, at.issued)
      bytes.writeUInt32BE(claims.expiresAt, at.expires)
      bytes[at.kid] = first.id
      bytes.writeUInt16BE(Math.round(claims.score * 65_535), at.score)
      sign(signer, bytes.subarray(0, at.mac), bytes, at.mac)
      return prefix + bytes.toString('base64url')
    },
    read(token, nowSeconds) {
      if (!spelling.test(token)) return { status: 'malformed' }
      const bytes = Buffer.from(token.slice(prefix.length), 'base64url')
      const key = keys.get(bytes.readUInt8(at.kid))
      if (key === undefined || !isSigned(key, bytes.subarray(0, at.mac), bytes.subarray(at.mac)))
        return { status: 'signature-invalid' }
      const claims = readClaims(bytes)
      return claims.expiresAt <= nowSeconds ? { status: 'expired' } : { status: 'valid', claims }
    },
  }
}

function readClaims(bytes: Buffer): TokenClaims {
  const hex = bytes.toString('hex', 0, at.environment)
  return {
    verificationId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    environmentId: bytes.readUInt32BE(at.environment),
    issuedAt: bytes.readUInt32BE(at.issued),
    expiresAt: bytes.readUInt32BE(at.expires),
    score: bytes.readUInt16BE(at.score) / 65_535,
  }
}

function tokenKey(secret: Buffer): SigningKey {
  return signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha token 1', 32)))
}
