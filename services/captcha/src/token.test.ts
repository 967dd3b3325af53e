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
}

/** A token as the service wrote them before they named a page: id, environment, times, key, score, signature. */
function formerToken(): string {
  const bytes = Buffer.alloc(63)
  bytes.write(claims.verificationId.replaceAll('-', ''), 0, 'hex')
  for (const [offset, value] of [claims.environmentId, claims.issuedAt, claims.expiresAt].entries())
    bytes.writeUInt32BE(value, 16 + 4 * offset)
  bytes[28] = 1
  bytes.writeUInt16BE(65_535, 29)
  const key = signingKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'bollard captcha token 1', 32)))
  sign(key, bytes.subarray(0, 31), bytes, 31)
  return `btk1.${bytes.toString('base64url')}`
}

test('a token says what was signed into it', () => {
  expect(mint.read(mint.sign(claims), 1_500)).toEqual({ status: 'valid', claims })
})

test('a token that was on its way during an upgrade still counts, and names no page', () => {
  expect(mint.read(formerToken(), 1_500)).toEqual({ status: 'valid', claims: { ...claims, page: 0 } })
  expect(mint.read(formerToken(), 1_900)).toEqual({ status: 'expired' })
})

test('no token of one format is a token of the other', () => {
  const [young, former] = [mint.sign(claims), formerToken()]
  for (const token of [
    young.replace('btk2', 'btk1'),
    former.replace('btk1', 'btk2'),
    young.slice(0, former.length).replace('btk2', 'btk1'),
    `btk2.${former.slice(5)}AAAAAAAA`,
  ])
    expect(mint.read(token, 1_500).status).not.toBe('valid')
})
