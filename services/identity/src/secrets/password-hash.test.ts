import { expect, test } from 'vitest'
import type { InTurn } from '../limits/fair-queue.ts'
import { hashPassword, usualCost, verifyPassword } from './password-hash.ts'

const atOnce: InTurn = (work) => work()

test('a password matches its own hash and no other', async () => {
  const hash = await hashPassword('correct horse battery', usualCost, atOnce)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u)
  expect(await verifyPassword({ hash, password: 'correct horse battery' }, atOnce)).toBe(true)
  expect(await verifyPassword({ hash, password: 'correct horse batterY' }, atOnce)).toBe(false)
  expect(await hashPassword('correct horse battery', usualCost, atOnce)).not.toBe(hash)
})

test('the same accents typed on another keyboard match', async () => {
  const hash = await hashPassword('cafe\u0301 cafe\u0301 cafe\u0301', { memory: 64, passes: 1, parallelism: 1 }, atOnce)
  expect(await verifyPassword({ hash, password: 'caf\u00e9 caf\u00e9 caf\u00e9' }, atOnce)).toBe(true)
})

test('a hash made at another cost stays valid', async () => {
  const hash = '$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$'
  const { argon2Sync } = await import('node:crypto')
  const tag = argon2Sync('argon2id', {
    message: 'an older password',
    nonce: Buffer.from('somesaltsomesalt'),
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  })
  const stored = hash + tag.toString('base64').replace(/=+$/u, '')
  expect(await verifyPassword({ hash: stored, password: 'an older password' }, atOnce)).toBe(true)
  expect(await verifyPassword({ hash: stored, password: 'another password' }, atOnce)).toBe(false)
})

test('what is no hash matches nothing', async () => {
  for (const hash of ['', 'plain', '$argon2i$v=19$m=8192,t=1,p=1$AAAA$AAAA', '$2b$10$abc'])
    expect(await verifyPassword({ hash, password: 'plain' }, atOnce)).toBe(false)
})
