import { expect, test } from 'vitest'
import { deriveProbeKey, isSignedBy, readProbeHeader } from './signature.ts'

const token = `bmp_${'a'.repeat(43)}`
const call = { method: 'POST', path: '/monitoring/v1/probe/results', body: Buffer.from('{}'), time: 1_700, nonce: 4 }

test('a signature holds for its call alone: another method, path, body, time or nonce breaks it', () => {
  const claimed = readProbeHeader(deriveProbeKey(token).authorize(call))
  if (claimed === null) throw new Error('the header cannot be read')
  expect(isSignedBy(claimed, call)).toBe(true)
  const others = [
    { method: 'PUT' },
    { path: '/monitoring/v1/probe/assignments' },
    { body: Buffer.from('{ }') },
    { time: 1_701 },
    { nonce: 5 },
  ]
  for (const other of others) expect(isSignedBy(claimed, { ...call, ...other })).toBe(false)
})

test('neither the key that is kept nor the header tells the token, and another token has another key', () => {
  const key = deriveProbeKey(token)
  expect(key.publicKey).not.toBe(deriveProbeKey(`bmp_${'b'.repeat(43)}`).publicKey)
  expect(key.authorize(call)).not.toContain(token.slice(4))
  expect(readProbeHeader(`Bearer ${token}`)).toBeNull()
  expect(readProbeHeader(undefined)).toBeNull()
})
