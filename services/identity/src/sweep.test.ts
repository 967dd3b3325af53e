import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from './testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('what has ended is deleted, and what lives stays', async () => {
  const { db, call, becomeUser, clock, service } = await start()
  const cookie = await becomeUser()
  await call('POST', '/accounts', { body: { ...ada, email: 'unconfirmed@example.org' } })
  await service.sweep()
  const count = async (table: string) => (await db.pool.query(`select 1 from identity.${table}`)).rows.length
  expect([await count('users'), await count('sessions'), await count('email_tokens')]).toEqual([2, 1, 1])
  expect(await service.findActor(cookie)).not.toBeNull()
  clock.offset = 8 * 86_400_000 + 1000
  await service.sweep()
  expect([
    await count('users'),
    await count('sessions'),
    await count('email_tokens'),
    await count('rate_limits'),
  ]).toEqual([2, 0, 0, 0])
  clock.offset = 31 * 86_400_000
  await service.sweep()
  expect((await db.pool.query('select email from identity.users')).rows).toEqual([{ email: ada.email }])
})
