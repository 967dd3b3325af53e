import { strict as assert } from 'node:assert'
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createMemoryStore,
  createValkeyStore,
  guardStore,
  type LimitStore,
  type OutagePolicy,
  type ValkeyConnection,
} from '@bollard/limits'
import { begin, charging, leaseOf } from '../../../packages/limits/src/testing/charges.ts'
import { agreesForAllClocks } from '../../../packages/limits/src/testing/clocks-apart.ts'
import { countsAsMemory } from '../../../packages/limits/src/testing/counts-as-memory.ts'
import { connectedValkey, startValkey } from './start-valkey.ts'

/*
 * Plays requests to a real server of Valkey or Redis, kills it under load, and starts it again.
 *   node_modules/.bin/node server/testing/hosting/test-valkey.ts
 * Needs valkey-server or redis-server of Debian. Writes deploy/last-run-of-valkey.json.
 */
const server = await startValkey()
const connections: ValkeyConnection[] = []
try {
  for (let number = 0; number < 4; number++) connections.push(await connectedValkey(server.url))
  const [connection = assert.fail()] = connections
  const stores = connections.map((one) => createValkeyStore(one, { clock: 'CALLER' }))
  const [store = assert.fail()] = stores
  const checks = {
    'counts as the memory does': () => countsAsMemory(store),
    'counts by its own clock': () =>
      agreesForAllClocks(
        connections.map((one) => createValkeyStore(one)),
        Date.now(),
      ),
    'exact over four connections': () => admitsExactly(stores),
    'forgets by itself': () => forgetsByItself(connection),
    'killed under load': () => outlivesItsServer(store),
  }
  for (const check of Object.values(checks)) await check()
  const date = new Date().toISOString().slice(0, 10)
  const record = { date, server: server.version, passed: Object.keys(checks) }
  writeFileSync(
    new URL('../../../deploy/last-run-of-valkey.json', import.meta.url),
    `${JSON.stringify(record, null, 2)}\n`,
  )
  console.log(record)
} finally {
  for (const connection of connections) await connection.close()
  await server.stop()
}

/** Of a thousand requests at once, no more and no fewer pass than the limits allow. */
async function admitsExactly(stores: readonly LimitStore[]): Promise<void> {
  const hour = charging({ kind: 'FIXED_WINDOW', limit: 70, windowMs: 3_600_000 }, 'by hour')
  const minute = charging({ kind: 'SLIDING_WINDOW', limit: 50, windowMs: 60_000 }, 'by minute')
  const answered = await Promise.all(
    Array.from({ length: 1_000 }, (_, number) =>
      stores[number % stores.length]?.take([hour(begin), minute(begin)], begin, leaseOf(number)),
    ),
  )
  assert.equal(answered.filter((outcomes) => outcomes?.every(({ counted }) => counted)).length, 50)
}

async function forgetsByItself(connection: ValkeyConnection): Promise<void> {
  const keys = await connection.sendCommand(['KEYS', 'bollard:limit:*'])
  assert.ok(Array.isArray(keys) && keys.length > 20)
  for (const key of keys) assert.ok(Number(await connection.sendCommand(['PTTL', String(key)])) > 0)
}

/** Each outage policy does what it says while the server is dead, no request fails, and it counts again afterwards. */
async function outlivesItsServer(store: LimitStore): Promise<void> {
  const guarded = guardStore(store, { local: createMemoryStore({ keysMax: 100 }), restMs: 50 })
  const limit = { kind: 'FIXED_WINDOW', limit: 1_000_000, windowMs: 3_600_000 } as const
  const policies = ['OPEN', 'CLOSED', 'LOCAL'] as const satisfies readonly OutagePolicy[]
  const charges = policies.map((outage) => charging(limit, outage, { outage }))
  const seen = new Set<string>()
  const ask = async () => {
    const now = Date.now()
    const outcomes = await guarded.take(
      charges.map((charge) => charge(now)),
      now,
      leaseOf(1),
    )
    const said = outcomes.map(({ source, fits }) => `${source} ${fits}`).join(', ')
    seen.add(said)
    return said
  }
  const counted = 'STORE true, STORE true, STORE true'
  const away = 'OPEN true, CLOSED false, LOCAL true'
  assert.equal(await ask(), counted)
  const load = Array.from({ length: 200 }, ask)
  await server.kill()
  await Promise.all(load)
  for (let number = 0; number < 20; number++) assert.equal(await ask(), away)
  assert.deepEqual([...seen].toSorted(), [away, counted])
  server.startAgain()
  for (const until = Date.now() + 10_000; (await ask()) !== counted; await pause(50))
    assert.ok(Date.now() < until, 'the server is not asked again')
}
