import { expect, test } from 'vitest'
import { createRequestId } from './trusted-request.ts'

const secret = 'a-secret-between-sites-and-services'
const idOf = createRequestId({ internalSecret: secret, trustedProxies: ['10.0.0.0/8'] })
const told = (remoteAddress: string, id: string, more: Record<string, string> = {}) =>
  idOf({ headers: { 'x-request-id': id, ...more }, socket: { remoteAddress } })

test('an id is taken over from a trusted proxy and from our own sites', () => {
  expect(told('10.1.2.3', 'from-the-proxy')).toBe('from-the-proxy')
  expect(told('127.0.0.1', 'from-the-site', { 'x-bollard-internal': secret })).toBe('from-the-site')
})

test('an id from anybody else, and one that is none, is replaced by a new one', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/u
  expect(told('203.0.113.9', 'from-a-stranger')).toMatch(uuid)
  expect(told('127.0.0.1', 'from-a-stranger', { 'x-bollard-internal': 'guessed' })).toMatch(uuid)
  for (const id of ['', 'short', 'two words', 'line\nbreak-here', 'x'.repeat(65)])
    expect(told('10.1.2.3', id), id).toMatch(uuid)
})
