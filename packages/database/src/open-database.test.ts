import { createServer } from 'node:net'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'

let postgres: TestDatabase
beforeAll(async () => void (postgres = await startTestDatabase()))
afterAll(() => postgres.stop())

// Tests wait for time limits, so they wait side by side; which of them has finished only their own context knows.
async function open(onTestFinished: (work: () => Promise<void>) => void) {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 2, statementTimeoutMs: 300 })
  onTestFinished(() => db.close())
  return db
}

test.concurrent('a statement that takes too long is ended by the server', async ({ onTestFinished }) => {
  const db = await open(onTestFinished)
  await expect(db.query('sleep', 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
  expect(await db.query('after', 'select 1 as one')).toEqual([{ one: 1 }])
})

test.concurrent.for([
  ['', (db: Database, freeze: () => void) => (freeze(), db.query('frozen', 'select 1 as one'))],
  [
    ' inside a transaction',
    (db: Database, freeze: () => void) => db.transaction((tx) => (freeze(), tx.query('frozen', 'select 1 as one'))),
  ],
] as const)(
  'a server that no longer answers%s ends the wait, and the next statement gets another connection',
  async ([, ask], { onTestFinished }) => {
    const db = await open(onTestFinished)
    const [row] = await db.query<{ pid: number }>('pid', 'select pg_backend_pid() as pid')
    const pid = row?.pid ?? 0
    try {
      await expect(ask(db, () => process.kill(pid, 'SIGSTOP'))).rejects.toThrow('Query read timeout')
      expect(await db.query('after', 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  },
)

test('a server that ends in the moment it is ready fails the query, and never the process', async () => {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const fatal = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0')
  const greeting = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I')), message('E', fatal)])
  const server = createServer(
    (socket) => void socket.on('error', () => undefined).once('data', () => socket.end(greeting)),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const db = openDatabase({ connectionString: `postgresql://nobody@127.0.0.1:${port}/none`, max: 1 })
  for (let time = 0; time < 2; time++) await expect(db.query('test-ended', 'select 1')).rejects.toThrow()
  await db.close()
  await new Promise((resolve) => void server.close(resolve))
})
