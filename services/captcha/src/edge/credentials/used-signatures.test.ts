import { afterAll, expect, test } from 'vitest'
import { startDatabases } from '../../testing/start-database.ts'
import { createUsedSignatures, createUseRecord, forgetSignatures } from './used-signatures.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db, connectionString } = await databases.create()
const now = 1_800_000_000

test('of parallel uses in many processes one counts, and none after a restart', async () => {
  const { db: other } = await databases.create(connectionString)
  const processes = Array.from({ length: 6 }, (_, index) =>
    createUsedSignatures(createUseRecord(index % 2 ? db : other)),
  )
  const uses = await Promise.all(processes.flatMap((one) => [1, 2].map(() => one.use('key nonce', now + 60, now))))
  expect(uses.filter(Boolean)).toHaveLength(1)
  expect(await createUsedSignatures(createUseRecord(db)).use('key nonce', now + 60, now + 59)).toBe(false)
  expect(await createUsedSignatures(createUseRecord(db)).use('key other', now + 60, now)).toBe(true)
})

test('what has expired may come again, and is forgotten an hour later', async () => {
  expect(await createUsedSignatures(createUseRecord(db)).use('old', now + 60, now)).toBe(true)
  expect(await createUsedSignatures(createUseRecord(db)).use('old', now + 120, now + 60)).toBe(true)
  expect(await createUsedSignatures(createUseRecord(db)).use('old', now + 120, now + 61)).toBe(false)
  const count = async () =>
    (await db.pool.query<{ n: number }>('select count(*)::int as n from captcha.used_signatures')).rows[0]?.n
  const before = await count()
  await forgetSignatures(db, (now + 120) * 1_000)
  expect(await count()).toBe(before)
  await forgetSignatures(db, (now + 121 + 3_600) * 1_000)
  expect(await count()).toBe(0)
})

test('a signature whose use could not be recorded passes nobody', async () => {
  const away = { ...db, query: () => Promise.reject(new Error('away')) }
  const used = createUsedSignatures(createUseRecord(away))
  await expect(used.use('lost', now + 60, now)).rejects.toThrow('away')
  expect(await used.use('lost', now + 60, now)).toBe(false)
})
