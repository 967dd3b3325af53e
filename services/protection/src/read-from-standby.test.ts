import { auditMigrations } from '@bollard/audit'
import type { LimiterWhatIf, ProtectionStatistics, StoredDecision } from '@bollard/contracts'
import { createStandby, openDatabase, type StandbyState } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { limitMigrations } from '@bollard/limits'
import { startPair } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { decisionOf } from './testing/decision-of.ts'
import { startService, theirs } from './testing/start-service.ts'

const directory = new URL('migrations/', import.meta.url)
const pair = await startPair(auditMigrations, limitMigrations, { schema: 'protection', directory })
const [atPrimary, atStandby] = [pair.primary, pair.standby].map((address) =>
  addressesOfRoles(address, 'the server does not check'),
)
const told: StandbyState[] = []
const elapsed = { now: 0 }
const primary = openDatabase({ connectionString: atPrimary?.bollard_api ?? '', max: 2 })
const onStandby = openDatabase({ connectionString: pair.standby, max: 1 })
const standby = createStandby({
  primary,
  db: openDatabase({ connectionString: atStandby?.bollard_api ?? '', max: 4 }),
  onChange: (state) => told.push(state),
  now: () => (elapsed.now += 1),
})
const world = await startService({ standby }, async () => pair.primary)
afterAll(async () => {
  await world.stop()
  await Promise.all([primary.close(), onStandby.close(), standby.close()])
  await pair.stop()
})

const { recorder } = world.service
let recorded = 0
/** One refused request of each site, on its row and in its counts. */
async function record(): Promise<void> {
  const at = new Date(world.clock.now.getTime() - 3_600_000)
  recorded += 1
  for (const [index, more] of [[recorded, {}] as const, [500 + recorded, { solutionId: theirs }] as const])
    recorder.record(decisionOf({ index, at, conclusion: 'DENY', visitor: Buffer.alloc(16, 1), ...more }), 100)
  await recorder.flush()
}
const limiter = {
  name: 'tried',
  match: {},
  limit: { kind: 'FIXED_WINDOW', limit: 2, windowSeconds: 60 },
  key: [{ from: 'network' }],
}
/** What Vic is shown of the requests by each call that reads them. */
async function shown() {
  const figures = await world.call('vic', 'getProtectionStatistics', { query: '?period=24h' })
  const list = await world.call('vic', 'listDecisions')
  const { items } = list.json<{ items: StoredDecision[] }>()
  const one = await world.call('vic', 'getDecision', { params: { decisionId: items[0]?.id ?? '' } })
  const file = await world.call('vic', 'exportDecisions', { query: '?format=JSON' })
  const tried = await world.call('vic', 'tryLimiter', { body: { limiter, days: 7 } })
  expect([figures, list, one, file, tried].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  return [
    figures.json<ProtectionStatistics>().totals.deny,
    items.length,
    file.json<StoredDecision[]>().length,
    tried.json<LimiterWhatIf>().replayed,
  ]
}
/** Names of the statements about decisions that a server has run from a line of its log on. */
const ran = (server: 'primary' | 'standby', since = 0) =>
  new Set(
    pair.logged[server]
      .slice(since)
      .flatMap((line) => /LOG: {2}execute (protection-[a-z0-9-]+)/u.exec(line)?.[1] ?? []),
  )
const reading = ['protection-decisions-list', 'protection-decision-find', 'protection-decisions-export']

test('statistics, decisions, their export and what-if are read from the standby, bound to the site, with what was done a moment before', async () => {
  for (let requests = 1; requests <= 3; requests += 1) {
    await record()
    expect(await shown()).toEqual([requests, requests, requests, requests])
  }
  expect(standby.reads).toEqual({ primary: 0, standby: 15 })
  await expect.poll(() => [...ran('standby')]).toEqual(expect.arrayContaining(reading))
  expect([...ran('primary')].filter((name) => reading.includes(name))).toEqual([])
  // As the bound role: the rows of the other site are there, and not seen.
  expect(pair.logged.standby.some((line) => line.includes('execute take-role'))).toBe(true)
  const strange = await world.call('eve', 'listDecisions', { params: { solutionId: theirs } })
  expect(strange.json<{ items: unknown[] }>().items).toHaveLength(3)
  expect((await world.call('eve', 'listDecisions')).status).toBe(404)
  // Nothing that decides or writes.
  expect(pair.logged.standby.filter((line) => /execute [a-z-]+: (?:insert|update|delete)/u.test(line))).toEqual([])
  expect(pair.logged.standby.filter((line) => /\|(?:ERROR|FATAL):/u.test(line))).toEqual([])
})

test('a standby that lags or is away changes nothing but who answers', async () => {
  const before = standby.reads.standby
  await onStandby.pool.query('select pg_wal_replay_pause()')
  await record()
  expect(await shown()).toEqual([4, 4, 4, 4])
  expect([told, standby.reads.standby]).toEqual([['lags'], before])
  await onStandby.close()
  await pair.stopStandby()
  elapsed.now += 60_000
  await record()
  expect(await shown()).toEqual([5, 5, 5, 5])
  expect([told.at(-1), standby.reads.standby, world.faults]).toEqual(['away', before, []])
})
