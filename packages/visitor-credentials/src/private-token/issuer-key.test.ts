import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseIssuerKey, readIssuerDirectory } from './issuer-key.ts'
import { rfc9578PublicKey } from './rfc9578-vectors.ts'

const spki = Buffer.from(rfc9578PublicKey, 'hex')
const text = spki.toString('base64url')
/** Node makes the salt as long as the digest. */
const fitting = { modulusLength: 2048, hashAlgorithm: 'sha384', mgf1HashAlgorithm: 'sha384' }

function pssKey(change: Partial<typeof fitting & { publicExponent: number }>): string {
  return spkiText(generateKeyPairSync('rsa-pss', { ...fitting, ...change }).publicKey)
}

function spkiText(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64url')
}

describe('parseIssuerKey', () => {
  it('reads the key of RFC 9578 and its id', () => {
    const result = parseIssuerKey(`  ${text} \n`, 17)
    if (!result.ok) throw new Error(result.code)
    expect(result.key.keyId).toBe(hash('sha256', spki, 'base64url'))
    expect(Buffer.from(result.key.keyId, 'base64url').toString('hex')).toBe(
      'ca572f8982a9ca248a3056186322d93ca147266121ddeb5632c07f1f71cd2708',
    )
    expect(result.key.notBefore).toBe(17)
  })

  it('reads a key with fitting parameters', () => {
    expect(parseIssuerKey(pssKey({})).ok).toBe(true)
  })

  it.each([
    ['nothing', '', 'empty'],
    ['blanks', '  \n', 'empty'],
    ['no base64url', 'not base64!', 'unreadable'],
    ['no key', 'AAAA', 'not-a-key'],
    ['no key behind a right length', Buffer.of(0x30, 0x82, 0, 1, 5).toString('base64url'), 'not-a-key'],
    ['a key with a byte behind it', Buffer.concat([spki, Buffer.of(0)]).toString('base64url'), 'not-a-key'],
    ['a key cut off', spki.subarray(0, -1).toString('base64url'), 'not-a-key'],
    ['an Ed25519 key', spkiText(generateKeyPairSync('ed25519').publicKey), 'not-a-key'],
    [
      'an RSA key for other use',
      spkiText(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey),
      'wrong-parameters',
    ],
    ['a modulus of 3072 bits', pssKey({ modulusLength: 3072 }), 'wrong-parameters'],
    ['SHA-256', pssKey({ hashAlgorithm: 'sha256' }), 'wrong-parameters'],
    ['a mask with SHA-256', pssKey({ mgf1HashAlgorithm: 'sha256' }), 'wrong-parameters'],
    [
      'a salt of 32 bytes',
      Buffer.from(rfc9578PublicKey.replace('a203020130', 'a203020120'), 'hex').toString('base64url'),
      'wrong-parameters',
    ],
    ['the exponent 3', pssKey({ publicExponent: 3 }), 'wrong-parameters'],
  ])('refuses %s', (_what, input, code) => {
    expect(parseIssuerKey(input)).toEqual({ ok: false, code })
  })
})

describe('readIssuerDirectory', () => {
  const uri = 'https://issuer.example/token-request'

  it('keeps the usable keys in their order', () => {
    const entries = [
      { 'token-type': 1, 'token-key': text },
      { 'token-type': 2, 'token-key': text, 'not-before': 1_700_000_000 },
      { 'token-type': 2, 'token-key': 'AAAA' },
      { 'token-type': 2, 'token-key': pssKey({}) },
      null,
    ]
    const result = readIssuerDirectory(JSON.stringify({ 'issuer-request-uri': uri, 'token-keys': entries }))
    if (!result.ok) throw new Error(result.code)
    expect(result.requestUri).toBe(uri)
    expect(result.keys.map((key) => key.notBefore)).toEqual([1_700_000_000, null])
  })

  it.each([
    ['nothing', '', 'unreadable'],
    ['a list', '[]', 'unreadable'],
    ['an empty directory', '{}', 'unreadable'],
    ['a directory without address', JSON.stringify({ 'token-keys': [] }), 'unreadable'],
    ['a directory without keys', JSON.stringify({ 'issuer-request-uri': uri, 'token-keys': [] }), 'no-usable-key'],
    ['too much', ' '.repeat(65_537), 'too-long'],
  ])('refuses %s', (_what, json, code) => {
    expect(readIssuerDirectory(json)).toEqual({ ok: false, code })
  })
})
