import { expect, test } from 'vitest'
import { LimitFault } from '../limit/limit-fault.ts'
import { begin, charging, leaseOf } from '../testing/charges.ts'
import { agreesForAllClocks } from '../testing/clocks-apart.ts'
import { countsAsMemory } from '../testing/counts-as-memory.ts'
import { startLua } from '../testing/start-lua.ts'
import { connectValkey } from './connect-valkey.ts'
import { createValkeyStore } from './valkey-store.ts'

const charge = charging({ kind: 'FIXED_WINDOW', limit: 3, windowMs: 3_600_000 })

test('the script for Valkey counts as the memory does: every kind, clocks that differ, what is given back', async () => {
  await countsAsMemory(createValkeyStore(await startLua(), { clock: 'CALLER' }))
})

test('machines whose clocks are days apart share a limit: the clock of the server counts', async () => {
  for (const at of [Date.UTC(2026, 10, 28, 9), Date.UTC(2026, 0, 31, 10), Date.UTC(2028, 1, 29, 20)]) {
    const lua = await startLua(() => at)
    await agreesForAllClocks([createValkeyStore(lua), createValkeyStore(lua)], at)
  }
})

test('a request is one command, and a server that was started anew gets the script once more', async () => {
  let lua = await startLua()
  const sent: unknown[] = []
  const store = createValkeyStore({
    sendCommand(words) {
      sent.push(words[0])
      return lua.sendCommand(words)
    },
  })
  const take = () => store.take([charge(begin)], begin, leaseOf(1))
  expect([...(await take()), ...(await take())].map(({ used }) => used)).toEqual([1, 2])
  lua = await startLua()
  expect(await take()).toMatchObject([{ used: 1, source: 'STORE' }])
  expect(sent).toEqual(['EVALSHA', 'EVAL', 'EVALSHA', 'EVALSHA', 'EVAL'])
})

test('whatever else a server says is a failure of the store, and no limit is asked for nothing', async () => {
  const sent: unknown[] = []
  const store = createValkeyStore({
    async sendCommand(words) {
      sent.push(words[0])
      throw new Error('OOM command not allowed')
    },
  })
  await expect(Promise.resolve(store.take([charge(begin)], begin, leaseOf(1)))).rejects.toThrow('OOM')
  expect(sent).toEqual(['EVALSHA'])
  expect(await store.take([], begin, leaseOf(1))).toEqual([])
  expect(sent).toEqual(['EVALSHA'])
})

test('an address that names no server is refused without telling its password', () => {
  for (const url of ['', 'localhost:6379', 'http://valkey:hunter2@localhost', 'redis://', 'redis://:hunter2@a b'])
    expect(() => connectValkey(url, () => undefined)).toThrow(
      expect.objectContaining({ code: 'bad-store-url', field: 'url', message: expect.not.stringContaining('hunter2') }),
    )
  expect(() => connectValkey('', () => undefined)).toThrow(LimitFault)
})

test('a command without a connection is refused at once, and the failure is told', async () => {
  const faults: unknown[] = []
  // Nobody listens on port 1.
  const connection = connectValkey('valkey://127.0.0.1:1', (error) => faults.push(error))
  await expect(connection.sendCommand(['PING'])).rejects.toThrow()
  await expect.poll(() => faults.length).toBeGreaterThan(0)
  await connection.close()
})
