import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { isRecord, parseJson } from '../json.ts'
import { fromBase64Url } from './base64-url.ts'
import { blindRsaType } from './token-type.ts'

/** The public key of a token issuer. */
export interface IssuerKey {
  /** SHA-256 of `spki`, base64url: what a token calls `token_key_id`. */
  readonly keyId: string
  /** The key as published. */
  readonly spki: Uint8Array
  readonly publicKey: KeyObject
  /** Seconds since 1970 from which clients use it; null when not told. */
  readonly notBefore: number | null
}

export type IssuerKeyError =
  | 'empty'
  /** No base64url. */
  | 'unreadable'
  /** No public key of a fitting size in SPKI form. */
  | 'not-a-key'
  /** Not RSASSA-PSS of 2048 bits with SHA-384 throughout and a salt of 48 bytes. */
  | 'wrong-parameters'

export type IssuerKeyResult =
  | { readonly ok: true; readonly key: IssuerKey }
  | { readonly ok: false; readonly code: IssuerKeyError }

export type IssuerDirectoryResult =
  /** `keys` in the order of the issuer's preference, of type 0x0002 only. */
  | { readonly ok: true; readonly keys: readonly IssuerKey[]; readonly requestUri: string }
  | { readonly ok: false; readonly code: 'too-long' | 'unreadable' | 'no-usable-key' }

const modulusBits = 2048
const saltBytes = 48
const smallestExponent = 65_537n
const derHeaderLength = 4
const maximumDirectoryLength = 65_536

/**
 * Reads the key of an issuer (RFC 9578 section 6.5): SPKI with the algorithm RSASSA-PSS, base64url as in `token-key`.
 * @param notBefore seconds since 1970
 */
export function parseIssuerKey(text: string, notBefore: number | null = null): IssuerKeyResult {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('empty')
  const spki = fromBase64Url(trimmed)
  if (spki === null) return refuse('unreadable')
  const publicKey = readSpki(spki)
  if (publicKey === null) return refuse('not-a-key')
  const details = publicKey.asymmetricKeyDetails
  const fits =
    publicKey.asymmetricKeyType === 'rsa-pss' &&
    details?.modulusLength === modulusBits &&
    (details.publicExponent ?? 0n) >= smallestExponent &&
    details.hashAlgorithm === 'sha384' &&
    details.mgf1HashAlgorithm === 'sha384' &&
    details.saltLength === saltBytes
  if (!fits) return refuse('wrong-parameters')
  return { ok: true, key: { keyId: hash('sha256', spki, 'base64url'), spki, publicKey, notBefore } }
}

/** Reads the body of `/.well-known/private-token-issuer-directory` (RFC 9578 section 4). Fetching it is the caller's business. */
export function readIssuerDirectory(json: string): IssuerDirectoryResult {
  if (json.length > maximumDirectoryLength) return { ok: false, code: 'too-long' }
  const body = parseJson(json)
  if (!isRecord(body) || !Array.isArray(body['token-keys']) || typeof body['issuer-request-uri'] !== 'string')
    return { ok: false, code: 'unreadable' }
  const entries: readonly unknown[] = body['token-keys']
  const keys = entries.flatMap(readEntry)
  return keys.length === 0
    ? { ok: false, code: 'no-usable-key' }
    : { ok: true, keys, requestUri: body['issuer-request-uri'] }
}

function readEntry(entry: unknown): readonly IssuerKey[] {
  if (!isRecord(entry) || entry['token-type'] !== blindRsaType || typeof entry['token-key'] !== 'string') return []
  const notBefore = entry['not-before']
  const result = parseIssuerKey(entry['token-key'], typeof notBefore === 'number' ? notBefore : null)
  return result.ok ? [result.key] : []
}

function readSpki(spki: Buffer): KeyObject | null {
  // OpenSSL passes over what follows the key; its id would then not be the issuer's. `30 82` and two bytes of length open every DER value of this size.
  if (
    spki.length < derHeaderLength ||
    spki.readUInt16BE(0) !== 0x3082 ||
    spki.readUInt16BE(2) !== spki.length - derHeaderLength
  )
    return null
  try {
    return createPublicKey({ key: spki, type: 'spki', format: 'der' })
  } catch {
    return null
  }
}

function refuse(code: IssuerKeyError): IssuerKeyResult {
  return { ok: false, code }
}
