import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { startTestDatabase, type TestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { socketName } from './embedded/choose-endpoint.ts'
import { createBatcher } from './create-batcher.ts'
import { openDatabase } from './open-database.ts'

let postgres: TestDatabase
beforeAll(async () => void (postgres = await startTestDatabase()))
afterAll(() => postgres.stop())

/**
 * A door to the database that lets nothing through while it is frozen, and, like a backend that waits for a standby, does not
 * notice that a client has gone. `backends` are the connections that it has, or would still have.
 */
async function openDoor(connectionString: string) {
  const target = new URL(connectionString)
  const folder = target.searchParams.get('host')
  const { port, hostname } = target
  const state = { frozen: false, backends: 0 }
  const pairs = new Set<{ client: Socket; server: Socket }>()
  const door = createServer((client) => {
    state.backends += 1
    const server = folder === null ? connect(Number(port), hostname) : connect(join(folder, socketName))
    const pair = { client, server }
    pairs.add(pair)
    let closed = false
    const end = () => {
      if (closed || state.frozen) return
      closed = true
      state.backends -= 1
      pairs.delete(pair)
      client.destroy()
      server.destroy()
    }
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes) => void (state.frozen || to.write(bytes)))
      from.on('error', end).on('close', end)
    }
    if (state.frozen) client.pause()
  })
  await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve))
  const address = door.address()
  if (address === null || typeof address === 'string') throw new Error('The door has no port')
  const user = target.searchParams.get('user') ?? target.username
  const password = target.password === '' ? '' : `:${target.password}`
  return {
    connectionString: `postgresql://${user}${password}@127.0.0.1:${address.port}${target.pathname}`,
    backends: () => state.backends,
    freeze: () => void (state.frozen = true),
    /** As a restart of the server: what hung ends, and the next connection works. */
    restart() {
      state.frozen = false
      for (const { client } of pairs) client.destroy()
    },
    async close() {
      state.frozen = false
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
      await new Promise((resolve) => void door.close(resolve))
    },
  }
}

test(
  'a database that hangs never has more connections of a pool than the pool may have',
  { timeout: 30_000 },
  async () => {
    const door = await openDoor(await postgres.createDatabase())
    onTestFinished(() => door.close())
    const db = openDatabase({ connectionString: door.connectionString, max: 3, statementTimeoutMs: 100 })
    onTestFinished(() => db.close())
    const ask = () => db.query<{ one: number }>('one', 'select 1 as one')
    await Promise.all([ask(), ask(), ask()])
    expect(door.backends()).toBe(3)
    door.freeze()
    // The first wave waits for an answer, the others find no connection that could be asked.
    for (let wave = 0; wave < 3; wave += 1) {
      const asked = await Promise.allSettled([ask(), ask(), db.transaction((tx) => tx.query('one', 'select 1 as one'))])
      expect(asked.filter(({ status }) => status === 'fulfilled')).toEqual([])
      expect(door.backends()).toBe(3)
    }
    await expect(ask()).rejects.toThrow('The database does not answer')
    door.restart()
    await expect.poll(() => ask().catch(() => []), { timeout: 10_000 }).toEqual([{ one: 1 }])
    expect(door.backends()).toBeLessThanOrEqual(3)
  },
)

test('a batcher asks a database that hangs by one batch at a time, with longer and longer pauses', async () => {
  let now = 0
  let writes = 0
  let hangs = true
  const batcher = createBatcher<number, number>({
    write: async (items) => {
      writes += 1
      if (hangs) throw new Error('Query read timeout')
      return items
    },
    maxItems: 1,
    now: () => now,
  })
  const add = async (): Promise<string> => batcher.add(1).then(String, (error: Error) => error.message)
  // What waits with the batch that hangs is refused with it, and what comes next at once.
  expect(await Promise.all([add(), add(), add()])).toEqual([
    'Query read timeout',
    'The database does not answer',
    'The database does not answer',
  ])
  expect([await add(), writes]).toEqual(['The database does not answer', 1])
  const askedAt: number[] = []
  for (; now < 60_000; now += 500) if ((await add()) === 'Query read timeout') askedAt.push(now)
  expect(askedAt).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 47_000])
  hangs = false
  now = 63_000
  expect(await Promise.all([add(), add()])).toEqual(['1', '1'])
  // After it has answered, the next silence begins with the short pause again.
  hangs = true
  expect(await add()).toBe('Query read timeout')
  now += 1_000
  hangs = false
  expect(await add()).toBe('1')
})

test('a refusal of the database is no silence: the next batch is written at once', async () => {
  let refuses = true
  const batcher = createBatcher<number, number>({
    write: async (items) => {
      if (refuses) throw new Error('duplicate key')
      return items
    },
    maxItems: 1,
  })
  await expect(batcher.add(1)).rejects.toThrow('duplicate key')
  refuses = false
  expect(await batcher.add(2)).toBe(2)
})
