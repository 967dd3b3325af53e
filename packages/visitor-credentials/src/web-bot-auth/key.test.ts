import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { runs } from '@bollard/testing/seed'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDirectory } from './directory.ts'
import { botKeys, parseBotKey, thumbprintOf } from './key.ts'

/** RFC 8037 appendix A.2 and A.3. */
const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const keyId = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'
const jwk = { kty: 'OKP', crv: 'Ed25519', x }
const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' })

const withX = (value: string) => JSON.stringify({ ...jwk, x: value })

describe('thumbprintOf', () => {
  it('gives the thumbprint of RFC 8037', () => {
    expect(thumbprintOf({ x })).toBe(keyId)
  })
})

describe('parseBotKey', () => {
  it.each([
    ['a JWK', JSON.stringify(jwk)],
    ['a JWK with more in it', `\n ${JSON.stringify({ ...jwk, kid: 'mine', use: 'sig', alg: 'EdDSA' })} `],
    ['a directory of one', JSON.stringify({ keys: [jwk] })],
    ['PEM', String(pem)],
  ])('reads %s', (_what, text) => {
    expect(parseBotKey(text)).toMatchObject({ ok: true, key: { keyId, agent: null, notBefore: null, expires: null } })
  })

  it('reads the times of validity, in seconds or milliseconds', () => {
    expect(parseBotKey(JSON.stringify({ ...jwk, nbf: 1_712_793_600, exp: 1_715_385_600_000 }))).toMatchObject({
      key: { notBefore: 1_712_793_600, expires: 1_715_385_600 },
    })
  })

  it('keeps the agent in its one spelling', () => {
    expect(parseBotKey(JSON.stringify(jwk), 'https://BOT.example/')).toMatchObject({
      key: { agent: 'https://bot.example' },
    })
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const own = generateKeyPairSync('ed25519')
  it.each([
    ['nothing', ' \n', 'empty'],
    ['too much', 'x'.repeat(4097), 'too-long'],
    ['prose', 'my key', 'unreadable'],
    ['a list', '[]', 'unreadable'],
    ['a number', '7', 'unreadable'],
    ['a JWK without point', JSON.stringify({ kty: 'OKP', crv: 'Ed25519' }), 'unreadable'],
    ['a time that is none', JSON.stringify({ ...jwk, exp: 'soon' }), 'unreadable'],
    ['broken PEM', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'unreadable'],
    ['a directory of none', '{"keys":[]}', 'not-one-key'],
    ['a directory of two', JSON.stringify({ keys: [jwk, jwk] }), 'not-one-key'],
    ['an RSA key', JSON.stringify(rsa.publicKey.export({ format: 'jwk' })), 'not-ed25519'],
    ['an RSA key as PEM', String(rsa.publicKey.export({ type: 'spki', format: 'pem' })), 'not-ed25519'],
    ['an X25519 key', JSON.stringify({ ...jwk, crv: 'X25519' }), 'not-ed25519'],
    ['a key for encryption', JSON.stringify({ ...jwk, use: 'enc' }), 'not-ed25519'],
    ['a private JWK', JSON.stringify(own.privateKey.export({ format: 'jwk' })), 'private-key'],
    ['private PEM', String(own.privateKey.export({ type: 'pkcs8', format: 'pem' })), 'private-key'],
    ['a short point', withX('AAAA'), 'damaged-key'],
    ['a point with padding', withX(`${x}=`), 'damaged-key'],
    ['a point in plain base64', withX(x.replaceAll('_', '/')), 'damaged-key'],
  ])('refuses %s', (_what, text, code) => {
    expect(parseBotKey(text)).toEqual({ ok: false, code })
  })

  it('refuses an agent without https', () => {
    expect(parseBotKey(JSON.stringify(jwk), 'http://bot.example')).toEqual({ ok: false, code: 'bad-agent' })
  })

  it('never throws', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string().map((value) => `-----BEGIN ${value}`),
      fc.base64String().map(withX),
      fc.object().map((value) => JSON.stringify({ ...jwk, ...value })),
    )
    fc.assert(
      fc.property(text, (value) => {
        expect(typeof parseBotKey(value).ok).toBe('boolean')
        expect(typeof readDirectory(value).ok).toBe('boolean')
      }),
      { numRuns: runs(500) },
    )
  })
})

/** The points whose order divides 8 and their other encodings, little-endian with the sign bit cleared: 0, 1, p-1, p, p+1 and the two of order 8. */
const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
].flatMap((hex) => {
  const point = Buffer.from(hex, 'hex')
  const negative = Buffer.from(point)
  negative.writeUInt8(negative.readUInt8(31) | 0x80, 31)
  return [point, negative]
})

describe('a key of small order', () => {
  // By the arithmetic alone S = 0 with R of small order fits many messages under such a key, and all of them under the identity.
  it.each(smallOrder.map((point) => [point.toString('hex'), point] as const))(
    'lets nobody sign without a secret: %s',
    (_hex, point) => {
      const result = parseBotKey(withX(point.toString('base64url')))
      if (!result.ok) throw new Error(result.code)
      for (const nonce of smallOrder) {
        const forged = Buffer.concat([nonce, Buffer.alloc(32)])
        for (let message = 0; message < 16; message++)
          expect(verify(null, Buffer.of(message), result.key.publicKey, forged)).toBe(false)
      }
    },
  )
})

describe('readDirectory', () => {
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })

  it('keeps Ed25519 keys and leaves the rest out', () => {
    const entries = [{ ...jwk, kid: keyId, nbf: 1 }, other, { kty: 'RSA' }, null, { ...jwk, kid: 'somebody else' }]
    const result = readDirectory(JSON.stringify({ keys: entries }), 'https://bot.example')
    if (!result.ok) throw new Error(result.code)
    expect(result.skipped).toBe(3)
    expect(result.keys.map((key) => [key.agent, key.notBefore])).toEqual([
      ['https://bot.example', 1],
      ['https://bot.example', null],
    ])
    expect([...botKeys(result.keys).keys()][0]).toBe(keyId)
  })

  it.each([
    ['nothing', '', 'unreadable'],
    ['a list', '[]', 'unreadable'],
    ['keys that are no list', '{"keys":{}}', 'unreadable'],
    ['no keys', '{"keys":[]}', 'no-usable-key'],
    ['only others', '{"keys":[{"kty":"RSA"}]}', 'no-usable-key'],
    ['too many', JSON.stringify({ keys: Array.from({ length: 101 }, () => jwk) }), 'too-many-keys'],
    ['too much', ' '.repeat(65_537), 'too-long'],
  ])('refuses %s', (_what, json, code) => {
    expect(readDirectory(json)).toEqual({ ok: false, code })
  })
})
