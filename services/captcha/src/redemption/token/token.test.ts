import { hkdfSync } from 'node:crypto'
import { sign, signingKey } from '@bollard/proof-of-work/server'
import { expect, test } from 'vitest'
import { createTokenMint } from './token.ts'

const secret = Buffer.alloc(32, 7)
const mint = createTokenMint([{ id: 1, secret }])
const claims = {
  verificationId: '01941f29-7c00-7000-8000-000000000001',
  environmentId: 0x0102_0304,
  issuedAt: 1_000,
  expiresAt: 1_900,
  score: 1,
  page: 0xdead_beef,
  data: '',
}

/** Tokens as the service wrote them before: id, environment, times, key, score, then a page and two zeros, signature. */
function formerToken(prefix: 'btk1.' | 'btk2.' = 'btk1.'): string {
  const signed = prefix === 'btk1.' ? 31 : 37
  const bytes = Buffer.alloc(signed + 32)
  bytes.write(claims.verificationId.replaceAll('-', ''), 0, 'hex')
  for (const [offset, value] of [claims.environmentId, claims.issuedAt, claims.expiresAt].entries())
    bytes.writeUInt32BE(value, 16 + 4 * offset)
  bytes[28] = 1
  bytes.writeUInt16BE(65_535, 29)
  const key = signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha token 1', 32)))
  if (prefix === 'btk2.') bytes.writeUInt32BE(claims.page, 31)
  sign(key, bytes.subarray(0, signed), bytes, signed)
  return prefix + bytes.toString('base64url')
}

test('a token says what was signed into it', () => {
  expect(mint.read(mint.sign(claims), 1_500)).toEqual({ status: 'valid', claims })
})

test('it has the length that clients of other captchas ask for, whatever data it carries, and gives the data back', () => {
  for (let length = 0; length <= 255; length++) {
    const data = 'aZ09_-'.repeat(43).slice(0, length)
    const token = mint.sign({ ...claims, data })
    expect(token).toMatch(/^btk3\.[\w-]{123,2042}$/u)
    expect(mint.read(token, 1_500)).toEqual({ status: 'valid', claims: { ...claims, data } })
  }
  expect(mint.sign(claims)).toHaveLength(133)
})

test('a token that was on its way during an upgrade still counts, and names no page', () => {
  expect(mint.read(formerToken(), 1_500)).toEqual({ status: 'valid', claims: { ...claims, page: 0 } })
  expect(mint.read(formerToken('btk2.'), 1_500)).toEqual({ status: 'valid', claims })
  for (const prefix of ['btk1.', 'btk2.'] as const)
    expect(mint.read(formerToken(prefix), 1_900)).toEqual({ status: 'expired' })
})

test('no token of one format is a token of another', () => {
  const all = [mint.sign(claims), mint.sign({ ...claims, data: 'order-7' }), formerToken('btk2.'), formerToken()]
  for (const token of all)
    for (const prefix of ['btk1.', 'btk2.', 'btk3.', 'btk4.', 'BTK3.', ''])
      for (const length of [token.length, 97, 89, 133, 437])
        for (const text of [
          token.slice(5, length),
          `${token.slice(5)}${'A'.repeat(Math.max(0, length - token.length))}`,
        ])
          if (prefix + text !== token) expect(mint.read(prefix + text, 1_500).status).not.toBe('valid')
})

test('a token has one spelling', () => {
  for (const token of [mint.sign(claims), mint.sign({ ...claims, data: 'x'.repeat(61) }), formerToken()]) {
    const bytes = Buffer.from(token.slice(5), 'base64url')
    for (const other of [
      `${token}=`,
      `${token}AAAA`,
      token.slice(0, -1),
      token.slice(0, -4),
      ` ${token}`,
      `${token}\n`,
      token.slice(0, 5) + bytes.toString('base64'),
      `${token.slice(0, 20)}.${token.slice(20)}`,
    ])
      if (other !== token) expect(mint.read(other, 1_500).status).not.toBe('valid')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = Buffer.from(bytes)
      altered.writeUInt8(altered.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(mint.read(token.slice(0, 5) + altered.toString('base64url'), 1_500).status).not.toBe('valid')
    }
  }
})
