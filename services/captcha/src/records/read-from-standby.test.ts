import { auditMigrations } from '@bollard/audit'
import { captchaRoutes, statisticsSchema } from '@bollard/contracts'
import { createStandby, type Database, openDatabase, type StandbyState } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import { openForRoles, startPair } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster, type TestService } from '../testing/start-service.ts'
import { pass, siteverify, visit } from '../testing/walk-through.ts'

const migrations = new URL('../migrations/', import.meta.url)
const pair = await startPair(auditMigrations, { schema: 'captcha', directory: migrations })
const [atPrimary, atStandby] = [pair.primary, pair.standby].map((address) =>
  addressesOfRoles(address, 'the server does not check'),
)
const elapsed = { now: 0 }
const told: StandbyState[] = []
const primary = openDatabase({ connectionString: atPrimary?.bollard_api ?? '', max: 2 })
const onStandby = openDatabase({ connectionString: pair.standby, max: 1 })
const standby = createStandby({
  primary,
  db: openDatabase({ connectionString: atStandby?.bollard_api ?? '', max: 4, applicationName: 'reading' }),
  onChange: (state) => told.push(state),
  now: () => (elapsed.now += 1),
})
const cluster = await startCluster()
const it = await cluster.startService({
  beside: {
    cells: [{ connectionString: pair.primary, db: openForRoles(pair.primary, 5), isAway: false }],
    clock: { now: Date.now() },
    roles: new Map(),
  } as Partial<TestService> as TestService,
  standby,
})
await it.service.start()
afterAll(async () => {
  await cluster.stop()
  await Promise.all([primary.close(), onStandby.close(), standby.close()])
  await pair.stop()
})

const site = await makeSite(it)
it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
const url = (path: string) => `/captcha/v1/sites/${site.solutionId}/${path}`
async function read(path: string, payload?: object) {
  const answer = await it.app.inject({
    ...(payload === undefined ? { method: 'GET' } : { method: 'POST', payload }),
    url: url(path),
    headers: { cookie: 'ada' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer
}
const startedOf = async () => statisticsSchema.parse((await read('statistics?period=24h')).json()).totals.started
const listed = async () =>
  captchaRoutes.listVerifications.response.schema.parse((await read('verifications')).json()).items.length
/** Names of the statements that a server has run since, as whom. */
const ran = (server: 'primary' | 'standby', since = 0) =>
  pair.logged[server].slice(since).flatMap((line) => {
    const [, as, name] = /^[^|]*\|([^|]*)\|LOG: {2}execute ([a-z0-9-]+)/u.exec(line) ?? []
    return name === undefined ? [] : [{ as, name }]
  })
const namesAt = (server: 'primary' | 'standby', since = 0) => new Set(ran(server, since).map(({ name }) => name))

test('log, statistics, exports and what-if are read from the standby, and show what was done a moment before', async () => {
  const at = pair.logged.primary.length
  for (let visitors = 1; visitors <= 3; visitors += 1) {
    const { token, verificationId } = await pass(it.app, site.siteKey)
    expect(await siteverify(it.app, { secret: site.secretKey, response: token })).toMatchObject({
      success: true,
    })
    expect(await listed()).toBe(visitors)
    expect(await startedOf()).toBe(visitors)
    await read(`verifications/${verificationId}`)
  }
  it.clock.now += 1_000
  await read('verifications/count')
  expect((await read('exports/direct?format=CSV')).body.trim().split('\n')).toHaveLength(4)
  await read('what-if', { days: 1 })
  expect(standby.reads).toMatchObject({ primary: 0 })
  expect(standby.reads.standby).toBeGreaterThanOrEqual(11)
  const expected = ['captcha-statistics-scope', 'standby-position']
  await expect.poll(() => [...namesAt('standby')]).toEqual(expect.arrayContaining(expected))
  expect(namesAt('primary', at)).not.toContain('captcha-statistics-scope')
  // As the bound role, whatever the statement says.
  expect(namesAt('standby')).toContain('take-role')
  // Nothing that decides, and nothing that writes.
  expect([...namesAt('standby')].filter((name) => /redeem|record|key|gate|settings|token/u.test(name))).toEqual([])
  expect(pair.logged.standby.filter((line) => /execute [a-z-]+: (?:insert|update|delete)/u.test(line))).toEqual([])
  expect(pair.logged.standby.filter((line) => /\|(?:ERROR|FATAL):/u.test(line))).toEqual([])
  expect(it.errors).toEqual([])
})

test('a standby that lags is not waited for long: the primary answers, with all there is, and it is said', async () => {
  const visitors = await listed()
  const before = standby.reads.standby
  await onStandby.pool.query('select pg_wal_replay_pause()')
  await visit(it.app, site.siteKey)
  expect(await listed()).toBe(visitors + 1)
  expect(await startedOf()).toBe(visitors + 1)
  expect([standby.state(), told.at(-1)]).toEqual(['lags', 'lags'])
  expect(standby.reads.standby).toBe(before)
  await onStandby.pool.query('select pg_wal_replay_resume()')
  await expect
    .poll(async () => {
      elapsed.now += 60_000
      return (await listed()) === visitors + 1 && standby.state()
    })
    .toBe('follows')
  expect(told.at(-1)).toBe('follows')
})

test('while the standby is away the primary answers, and it is asked again later', async () => {
  elapsed.now += 60_000
  await onStandby.close()
  await pair.stopStandby()
  await visit(it.app, site.siteKey)
  const visitors = await listed()
  expect([standby.state(), told.at(-1)]).toEqual(['away', 'away'])
  const asked = standby.reads.primary
  expect(await startedOf()).toBe(visitors)
  expect(standby.reads.primary).toBe(asked + 1)
  await pair.startStandby()
  await expect
    .poll(async () => {
      elapsed.now += 60_000
      return (await listed()) === visitors && standby.state()
    })
    .toBe('follows')
  expect(it.errors).toEqual([])
})

test('a primary that was demoted answers as one that is away, and its connections are let go', async () => {
  const demoted = openDatabase({ connectionString: pair.standby, max: 1 })
  const pid = async () => (await demoted.query<{ pid: number }>('test-pid', 'select pg_backend_pid() as pid'))[0]?.pid
  const before = await pid()
  await expect(
    demoted.query('test-write', `insert into captcha.volume_counts values (1, 1, 1, gen_random_uuid(), 1, now())`),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^25006$|^0A000$/u) })
  await expect(demoted.query('test-write-2', `update captcha.sites set changed_at = now()`)).rejects.toMatchObject({
    code: '25006',
  })
  expect(await pid()).not.toBe(before)
  await demoted.close()
})

test('a synchronous standby that is frozen holds writes up, and never more connections than a pool may have', async () => {
  const admin = openDatabase({ connectionString: pair.primary, max: 1 })
  const ask = async (db: Database, text: string) => (await db.pool.query<Record<string, unknown>>(text)).rows[0]
  await ask(admin, `alter system set synchronous_standby_names = '*'`)
  await ask(admin, 'select pg_reload_conf()')
  await expect.poll(() => ask(admin, 'select sync_state as state from pg_stat_replication')).toEqual({ state: 'sync' })
  const receiver = openDatabase({ connectionString: pair.standby, max: 1 })
  const pid = Number((await ask(receiver, 'select pid from pg_stat_wal_receiver'))?.pid)
  await receiver.close()
  const db = openDatabase({
    connectionString: pair.primary,
    max: 3,
    statementTimeoutMs: 100,
    applicationName: 'frozen',
  })
  const write = () =>
    db.query(
      'test-frozen-logged',
      `insert into captcha.outages (id, cause, from_at, to_at) values (gen_random_uuid(), 'DATABASE', clock_timestamp(), clock_timestamp())`,
    )
  process.kill(pid, 'SIGSTOP')
  try {
    for (let wave = 0; wave < 3; wave += 1) {
      const written = await Promise.allSettled([write(), write(), write(), write()])
      expect(written.filter(({ status }) => status === 'fulfilled')).toEqual([])
      expect(
        Number((await ask(admin, `select count(*) from pg_stat_activity where application_name = 'frozen'`))?.count),
      ).toBeLessThanOrEqual(3)
    }
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await expect.poll(() => write().then(() => 'written', String), { timeout: 15_000 }).toBe('written')
  await ask(admin, 'alter system reset synchronous_standby_names')
  await ask(admin, 'select pg_reload_conf()')
  await Promise.all([db.close(), admin.close()])
})
