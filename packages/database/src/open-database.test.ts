import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './open-database.ts'

let postgres: TestDatabase
beforeAll(async () => void (postgres = await startTestDatabase()))
afterAll(() => postgres.stop())

async function open() {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 1, statementTimeoutMs: 300 })
  onTestFinished(() => db.close())
  return db
}

test('a statement that takes too long is ended by the server', async () => {
  const db = await open()
  await expect(db.query('sleep', 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  expect(await db.query('after', 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a server that no longer answers ends the wait, inside a transaction too, and the next statement gets another connection', async () => {
  const db = await open()
  for (const ask of [
    (freeze: () => void) => (freeze(), db.query('frozen', 'select 1 as one')),
    (freeze: () => void) => db.transaction((tx) => (freeze(), tx.query('frozen', 'select 1 as one'))),
  ]) {
    const [row] = await db.query<{ pid: number }>('pid', 'select pg_backend_pid() as pid')
    const pid = row?.pid ?? 0
    try {
      await expect(ask(() => process.kill(pid, 'SIGSTOP'))).rejects.toThrow('Query read timeout')
      expect(await db.query('after', 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  }
})
