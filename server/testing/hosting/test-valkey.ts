import { strict as assert } from 'node:assert'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  connectValkey,
  createMemoryStore,
  createValkeyStore,
  type Guard,
  guardStore,
  type OutagePolicy,
  type ValkeyConnection,
} from '@bollard/limits'
import { begin, charging, leaseOf } from '../../../packages/limits/src/testing/charges.ts'
import { countsAsMemory } from '../../../packages/limits/src/testing/counts-as-memory.ts'
import { findFreePorts } from '../free-ports.ts'
import { endOf } from '../start-product.ts'

/*
 * Plays requests to a real server of Valkey or Redis, kills it under load, and starts it again.
 *   node_modules/.bin/node server/testing/hosting/test-valkey.ts
 * Needs valkey-server or redis-server of Debian. Writes deploy/last-run-of-valkey.json.
 */
const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0)
assert.ok(program, 'needs valkey-server or redis-server')
const [port = 0] = await findFreePorts(1)
const folder = mkdtempSync(join(tmpdir(), 'bollard-valkey-'))
const connections: ValkeyConnection[] = []
let server = startServer(program)
try {
  for (let number = 0; number < 4; number++)
    connections.push(connectValkey(`valkey://127.0.0.1:${port}`, () => undefined))
  const stores = connections.map(createValkeyStore)
  const [first = assert.fail(), ...others] = stores
  for (const connection of connections) await answers(connection)
  await countsAsMemory(first)
  await admitsExactly([first, ...others])
  await forgetsByItself(connections[0] ?? assert.fail())
  await outlivesItsServer(first)
  const version = /v=([\d.]+)/u.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]
  const record = {
    date: new Date().toISOString().slice(0, 10),
    program,
    version,
    passed: ['counts as the memory does', 'exact over four connections', 'forgets by itself', 'killed under load'],
  }
  writeFileSync(
    new URL('../../../deploy/last-run-of-valkey.json', import.meta.url),
    `${JSON.stringify(record, null, 2)}\n`,
  )
  console.log(record)
} finally {
  for (const connection of connections) await connection.close()
  server.kill('SIGKILL')
  await endOf(server)
  rmSync(folder, { recursive: true })
}

function startServer(name: string): ChildProcess {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  return spawn(name, settings, { stdio: 'ignore' })
}

async function answers(connection: ValkeyConnection): Promise<void> {
  for (const until = Date.now() + 10_000; Date.now() < until; await pause(50))
    if ((await connection.sendCommand(['PING']).catch(() => null)) === 'PONG') return
  assert.fail('the server does not answer')
}

/** Of a thousand requests at once, no more and no fewer pass than the limits allow. */
async function admitsExactly(stores: readonly ReturnType<typeof createValkeyStore>[]): Promise<void> {
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
  for (const key of keys.slice(0, 50)) assert.ok(Number(await connection.sendCommand(['PTTL', String(key)])) > 0)
}

/** Each outage policy does what it says while the server is dead, no request fails, and it counts again afterwards. */
async function outlivesItsServer(store: ReturnType<typeof createValkeyStore>): Promise<void> {
  const guard: Guard = { local: createMemoryStore({ keysMax: 100 }), restMs: 50 }
  const guarded = guardStore(store, guard)
  const limit = { kind: 'FIXED_WINDOW', limit: 1_000_000, windowMs: 3_600_000 } as const
  const policies = ['OPEN', 'CLOSED', 'LOCAL'] as const satisfies readonly OutagePolicy[]
  const chargesOf = (now: number) => policies.map((outage) => charging(limit, outage, { outage })(now))
  const sources = new Set<string>()
  const ask = async () => {
    const outcomes = await guarded.take(chargesOf(Date.now()), Date.now(), leaseOf(1))
    const said = outcomes.map(({ source, fits }) => `${source} ${fits}`).join(', ')
    sources.add(said)
    return said
  }
  const counted = 'STORE true, STORE true, STORE true'
  assert.equal(await ask(), counted)
  const load = Array.from({ length: 200 }, ask)
  server.kill('SIGKILL')
  await Promise.all(load)
  await endOf(server)
  const away = 'OPEN true, CLOSED false, LOCAL true'
  for (let number = 0; number < 20; number++) assert.equal(await ask(), away)
  assert.deepEqual([...sources].toSorted(), [away, counted])
  server = startServer(program ?? '')
  for (const until = Date.now() + 10_000; (await ask()) !== counted; await pause(50))
    assert.ok(Date.now() < until, 'the server is not asked again')
}
