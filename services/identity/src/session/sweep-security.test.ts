import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('what was begun and never finished is deleted, and what protects an account stays', async () => {
  const service = await start()
  const { call, becomeUser, clock, db } = service
  const { setUpTotp, signIn, startPasskey, startProof } = protect(service)
  const cookie = await becomeUser()
  await call('POST', '/password-resets', { body: { email: ada.email } })
  await service.service.drain()
  await setUpTotp(cookie)
  await startPasskey(cookie)
  await startProof()
  await signIn()
  const grace = await becomeUser({ email: 'grace@example.org' })
  await call('POST', '/users/me/totp', { headers: { cookie: grace } })
  const tables = [
    'pending_sign_ins',
    'passkey_challenges',
    'password_resets',
    'totp_secrets',
    'recovery_codes',
    'known_browsers',
    'new_factor_undos',
  ]
  const after = async (days: number) => {
    clock.offset = days * 86_400_000
    await service.service.sweep()
    const counts = await Promise.all(
      tables.map(async (table) => (await db.pool.query(`select 1 from identity.${table}`)).rows.length),
    )
    return Object.fromEntries(tables.map((table, index) => [table, counts[index]]))
  }
  const all = {
    pending_sign_ins: 1,
    passkey_challenges: 2,
    password_resets: 1,
    totp_secrets: 2,
    recovery_codes: 10,
    known_browsers: 2,
    new_factor_undos: 1,
  }
  expect(await after(0)).toEqual(all)
  expect(await after(1.1)).toEqual({ ...all, pending_sign_ins: 0, passkey_challenges: 0, totp_secrets: 1 })
  expect(await after(8)).toMatchObject({
    password_resets: 0,
    totp_secrets: 1,
    recovery_codes: 10,
    known_browsers: 2,
    new_factor_undos: 1,
  })
  expect(await after(10.1)).toMatchObject({ totp_secrets: 1, new_factor_undos: 0 })
  expect(await after(401)).toMatchObject({ totp_secrets: 1, recovery_codes: 10, known_browsers: 0 })
})
