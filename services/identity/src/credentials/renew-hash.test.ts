import { argon2Sync } from 'node:crypto'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('a hash of an earlier cost is renewed at the next sign-in, and nothing else changes', async () => {
  // The usual cost, as in a deployment.
  const service = await start({ passwordCost: undefined })
  const { becomeUser, db } = service
  const { signIn, security } = protect(service)
  const cookie = await becomeUser()
  const { passwordChangedAt } = await security(cookie)
  const nonce = Buffer.from('somesaltsomesalt')
  const tag = argon2Sync('argon2id', {
    message: ada.password,
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 8192,
    passes: 1,
  })
  const old = `$argon2id$v=19$m=8192,t=1,p=1$${toText(nonce)}$${toText(tag)}`
  await db.pool.query('update identity.accounts set password_hash = $1', [old])
  const kept = async () =>
    (await db.pool.query<{ hash: string }>('select password_hash as hash from identity.accounts')).rows[0]?.hash
  expect(outcome(await signIn({}, { email: ada.email, password: 'not the password' }))).toBe('401 credentials-invalid')
  expect(await kept()).toBe(old)
  expect(outcome(await signIn())).toBe('201')
  const renewed = await kept()
  expect(renewed).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/u)
  expect(outcome(await signIn())).toBe('201')
  expect(await kept(), 'once').toBe(renewed)
  expect((await security(cookie)).passwordChangedAt).toBe(passwordChangedAt)
  expect(await service.service.findActor(cookie)).not.toBeNull()
})

const toText = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/u, '')
