import { expect, test } from 'vitest'
import { failoverToken } from './failover-token.ts'

const contentOf = (token: string): unknown => JSON.parse(Buffer.from(token.slice(5), 'base64url').toString())

test('the token says which site could not be checked, when and how', () => {
  const id = Uint8Array.from({ length: 16 }, (_, index) => 255 - index)
  const token = failoverToken({ siteKey: 'bsk_ä', at: new Date(Date.UTC(2026, 10, 21, 12)), id, reason: 'unreachable' })
  expect(token).toMatch(/^bfo1\.[\w-]+$/u)
  expect(contentOf(token)).toEqual({
    siteKey: 'bsk_ä',
    at: '2026-11-21T12:00:00.000Z',
    id: Buffer.from(id).toString('base64url'),
    reason: 'unreachable',
  })
})
