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
  /** What the widget drew when its page was opened; 0 where that is not known. */
  readonly page: number
}

export type TokenReading =
  | { readonly status: 'valid'; readonly claims: TokenClaims }
  | { readonly status: 'malformed' | 'signature-invalid' | 'expired' }

export interface TokenMint {
  sign(claims: TokenClaims): string
  read(token: string, nowSeconds: number): TokenReading
}

/** Where the parts of a token lie; `end` leaves no bit over in base64url, so that a token has exactly one spelling. */
interface Format {
  readonly prefix: string
  readonly page: number | null
  readonly mac: number
  readonly end: number
}

// id 16 ‖ environment 4 ‖ issued 4 ‖ expires 4 ‖ key 1 ‖ score 2, then in the second format page 4 ‖ zero 2, then mac 32.
const at = { environment: 16, issued: 20, expires: 24, kid: 28, score: 29 } as const
const format: Format = { prefix: 'btk2.', page: 31, mac: 37, end: 69 }
/** Tokens on their way while the service was brought up to date. */
const formerFormat: Format = { prefix: 'btk1.', page: null, mac: 31, end: 63 }
// One buffer serves every token: nothing is awaited between the first write and the copy into text.
const scratch = Buffer.alloc(format.end)
const signed = scratch.subarray(0, format.mac)
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
      const bytes = scratch
      // Node stops silently at the first wrong digit, and what an earlier call wrote would shine through.
      if (bytes.write(claims.verificationId.replaceAll('-', ''), 0, 'hex') !== at.environment)
        throw new RangeError('a verification id has 16 bytes')
      bytes.writeUInt32BE(claims.environmentId, at.environment)
      bytes.writeUInt32BE(claims.issuedAt, at.issued)
      bytes.writeUInt32BE(claims.expiresAt, at.expires)
      bytes[at.kid] = first.id
      bytes.writeUInt16BE(Math.round(claims.score * 65_535), at.score)
      bytes.writeUInt32BE(claims.page, format.page ?? 0)
      sign(signer, signed, bytes, format.mac)
      return format.prefix + bytes.toString('base64url')
    },
    read(token, nowSeconds) {
      const spelt = formatOf(token)
      if (spelt === null) return { status: 'malformed' }
      const bytes = Buffer.from(token.slice(spelt.prefix.length), 'base64url')
      const key = keys.get(bytes.readUInt8(at.kid))
      if (key === undefined || !isSigned(key, bytes.subarray(0, spelt.mac), bytes.subarray(spelt.mac)))
        return { status: 'signature-invalid' }
      const claims = readClaims(bytes, spelt)
      return claims.expiresAt <= nowSeconds ? { status: 'expired' } : { status: 'valid', claims }
    },
  }
}

function formatOf(token: string): Format | null {
  const found = [format, formerFormat].find(
    ({ prefix, end }) => token.startsWith(prefix) && token.length === prefix.length + (end / 3) * 4,
  )
  return found !== undefined && letters.test(token.slice(found.prefix.length)) ? found : null
}

function readClaims(bytes: Buffer, { page }: Format): TokenClaims {
  const hex = bytes.toString('hex', 0, at.environment)
  return {
    verificationId: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
    environmentId: bytes.readUInt32BE(at.environment),
    issuedAt: bytes.readUInt32BE(at.issued),
    expiresAt: bytes.readUInt32BE(at.expires),
    score: bytes.readUInt16BE(at.score) / 65_535,
    page: page === null ? 0 : bytes.readUInt32BE(page),
  }
}

function tokenKey(secret: Buffer): SigningKey {
  return signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha token 1', 32)))
}
