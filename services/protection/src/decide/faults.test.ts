import { join } from 'node:path'
import type { ProtectionDecision } from '@bollard/contracts'
import { migrate, openDatabase } from '@bollard/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@bollard/database/embedded'
import { connectValkey, createValkeyStore } from '@bollard/limits'
import { startLuaServer } from '@bollard/limits/testing'
import { makeTestFolder } from '@bollard/testing'
import { expect, onTestFinished, test } from 'vitest'
import { ours, startService, type TestService } from '../testing/start-service.ts'

const policies = ['OPEN', 'CLOSED', 'LOCAL'] as const
type Policy = (typeof policies)[number]
const atOnce = 6
/** Of the recorder, and of a connection that has to be made anew. */
const soon = { timeout: 60_000, interval: 20 }
/** Much longer than it takes: a busy machine is no fault. */
const patienceMs = 180_000

test(
  'PostgreSQL is killed under load: each outage policy holds, nothing answers 500, all is right again after it is back',
  { timeout: patienceMs },
  async () => {
    const folder = await makeTestFolder({})
    const settings = { fsync: 'off', autovacuum: 'off', shared_buffers: '32MB' }
    const start = () => startEmbeddedPostgres({ dataDirectory: join(folder.path, 'postgres'), settings })
    let postgres: EmbeddedPostgres = await start()
    onTestFinished(async () => {
      await postgres.stop()
      await folder.remove()
    })
    const it = await startService(real, async (migrations) => {
      const database = openDatabase({ connectionString: postgres.connectionString, max: 1 })
      for (const one of migrations) await migrate(database, one)
      await database.close()
      return postgres.connectionString
    })
    onTestFinished(() => it.stop())
    await outlives(it, await it.anotherServer(), {
      async kill() {
        process.kill(postgres.pid, 'SIGKILL')
        // It would start again by itself.
        await postgres.stop()
      },
      async startAgain() {
        postgres = await start()
      },
    })
  },
)

test('Valkey is killed under load: the same holds', { timeout: patienceMs }, async () => {
  const server = await startLuaServer()
  const connection = connectValkey(server.url, () => undefined)
  const it = await startService(real)
  onTestFinished(async () => {
    await it.stop()
    await connection.close()
    await server.kill()
  })
  const limitStore = { ...createValkeyStore(connection), close: async () => connection.close() }
  await outlives(it, await it.anotherServer({ limitStore }), server)
})

const real = {
  now: () => new Date(),
  waits: { storeMs: 2_000, decisionMs: 3_000 },
  limitClock: { clock: 'STORE' },
} as const

async function outlives(
  it: TestService,
  { ask, raw, service }: Awaited<ReturnType<TestService['anotherServer']>>,
  store: { readonly kill: () => Promise<void>; readonly startAgain: () => Promise<void> },
): Promise<void> {
  for (const outage of policies) await limit(it, outage)
  const said = { OPEN: new Set<string>(), CLOSED: new Set<string>(), LOCAL: new Set<string>() }
  const statuses = new Set<number>()
  let asked = 0
  const load = new AbortController()
  const decide = async (outage: Policy, address: string) => {
    asked++
    const request = { address, method: 'GET', host: 'shop.example', path: `/${outage}` }
    const answer = await ask('decide', { body: { request } })
    statuses.add(answer.statusCode)
    const decision = answer.json<ProtectionDecision>()
    const { conclusion, failedOpen, reasons } = decision
    said[outage].add(`${conclusion}${failedOpen ? ' open' : ''} ${reasons[0]?.code ?? ''}`)
    const ended = await ask('endDecision', { params: { decisionId: decision.id }, body: { ending: 'SUCCESS' } })
    statuses.add(ended.statusCode)
    return conclusion
  }
  const forward = async (outage: Policy) => {
    asked++
    const headers = {
      'bollard-secret-key': 'bsec_ours',
      'x-forwarded-uri': `/${outage}`,
      'x-forwarded-for': '192.0.2.9',
    }
    statuses.add((await raw({ url: '/protection/v1/forward-auth', headers })).statusCode)
  }
  const loaded = Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      for (let time = 0; !load.signal.aborted; time++) {
        const outage = policies[time % policies.length] ?? 'OPEN'
        await decide(outage, `198.51.100.${worker}`)
        await forward(outage)
      }
    }),
  )
  onTestFinished(async () => {
    load.abort()
    await loaded
  })
  const seen = (outage: Policy, what: string) => expect.poll(() => [...said[outage]], soon).toContain(what)
  for (const outage of policies) await seen(outage, 'THROTTLE limit-reached')
  for (const outage of policies) said[outage].clear()
  await store.kill()
  await seen('OPEN', 'ALLOW open store-away-open')
  await seen('CLOSED', 'THROTTLE store-away-closed')
  await seen('LOCAL', 'ALLOW counted-by-one-process')
  await seen('LOCAL', 'THROTTLE limit-reached')
  // What was under way when it went may have been counted before.
  for (const outage of policies) said[outage].clear()
  await seen('OPEN', 'ALLOW open store-away-open')
  expect([...said.OPEN]).toEqual(['ALLOW open store-away-open'])
  await store.startAgain()
  for (const outage of policies) said[outage].clear()
  // All limits begin anew, and hold.
  for (const outage of policies) await seen(outage, 'THROTTLE limit-reached')
  await seen('CLOSED', 'ALLOW ')
  load.abort()
  await loaded
  const after = []
  for (let time = 0; time < 4; time++) after.push(await decide('CLOSED', '203.0.113.200'))
  expect(after).toEqual(['ALLOW', 'ALLOW', 'ALLOW', 'THROTTLE'])
  expect([...statuses].toSorted((one, other) => one - other)).toEqual([200, 204, 429])
  // Nothing that was decided meanwhile is lost or counts twice.
  const counted = async () => {
    await service.flush()
    const [row] = await it.db.query<{ all: number }>(
      'test-counted',
      `select sum(allow + challenge + throttle + deny)::int as all from protection.counts where solution_id = $1 and dimension = 'all'`,
      [ours],
    )
    return row?.all
  }
  await expect.poll(counted, soon).toBe(asked)
}

async function limit(it: TestService, outage: Policy): Promise<void> {
  const body = {
    name: outage.toLowerCase(),
    match: { paths: [`/${outage}`] },
    limit: { kind: 'FIXED_WINDOW', limit: 3, windowSeconds: 86_400 },
    key: [{ from: 'network' }],
    // So that each request that passes leaves a note, too.
    counts: 'AFTER_SUCCESS',
    outage,
  }
  const made = await it.call('mia', 'createLimiter', { body })
  if (made.status !== 201) throw new Error(JSON.stringify(made.json()))
  await it.db.query('test-live', `update protection.limiters set mode = 'LIVE' where solution_id = $1`, [ours])
}
