import { randomBytes } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditMigrations, countChains, recordAudit, useAuditKey, verifyChains } from '@bollard/audit'
import { createCaptchaService } from '@bollard/captcha-service'
import { type Database, openDatabase } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import { createOutbox } from '@bollard/mail'
import { makeTestFolder, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLoneService } from '../../services/monitoring/src/testing/lone-service.ts'
import { selfSignedCertificate } from '../../packages/tls-fingerprint/src/testing/self-signed-certificate.ts'
import { measureAuditLogs } from '../api/measure-audit-logs.ts'
import { measureMails } from '../api/measure-mails.ts'
import { keepRecord } from '../backup/keep-record.ts'
import { measureBackups } from '../backup/measure-backups.ts'
import { keepCertificate } from '../child/keep-certificate.ts'
import { watchForwarding } from '../child/watch-forwarding.ts'
import { schemas } from '../migrate-every-schema.ts'
import { answers } from '../supervise/serve-health.ts'
import { alertRules } from './alert-rules.ts'
import { measureDatabases, measurePools } from './measure-database.ts'
import { measureJobs } from './measure-jobs.ts'
import { measureNotifications } from './measure-monitoring.ts'
import { measureArchive, measureLateWork } from './measure-services.ts'
import { openLog } from './open-log.ts'
import { watchRegistry, type WatchedRegistry } from './testing/watch-registry.ts'

const postgres = await startTestDatabase()
const connectionString = await postgres.createDatabase(...schemas)
const owner = openDatabase({ connectionString, max: 4 })
afterAll(async () => {
  await owner.close()
  await postgres.stop()
})
const { secretKey } = await captchaOf(owner).provisionSite({
  solutionId: '01941f29-7c00-7000-8000-000000000001',
  domains: ['shop.example'],
})
const day = 86_400
/** Nobody listens there. */
const away = 'postgresql://nobody@127.0.0.1:1/nothing'
/** Those that this file has caused. Processes that die are caused in `run.test.ts`. */
const caused = new Set(['ProcessDown', 'ProcessRestarted'])

async function watched(options: Parameters<typeof watchRegistry>[0] = {}): Promise<WatchedRegistry> {
  const registry = await watchRegistry(options)
  onTestFinished(() => registry.close())
  return registry
}

function expectFiring(firing: readonly string[], ...wanted: readonly string[]): void {
  expect(firing).toEqual(expect.arrayContaining([...wanted]))
  for (const rule of wanted) caused.add(rule)
}

function open(
  options: Omit<Parameters<typeof openDatabase>[0], 'connectionString'> & { connectionString?: string } = {},
) {
  const db = openDatabase({ connectionString, ...options })
  onTestFinished(() => db.close())
  return db
}

function captchaOf(db: Database) {
  return createCaptchaService({
    db,
    findActor: async () => null,
    findRole: async () => null,
    noteVisit: async () => {},
    signingKeys: [{ id: 1, secret: randomBytes(32) }],
    now: () => Date.now(),
    randomBytes,
    trustedProxies: [],
  })
}

/** The routes of the captcha, measured, and calls of a customer's server; the process knows nothing of its key yet. */
async function serve({ measures }: WatchedRegistry, db: Database) {
  const app = Fastify(serverOptions())
  onTestFinished(() => app.close())
  measures.watch(app)
  installProblems(app, { logger: { error: () => {} } })
  await app.register(captchaOf(db).edgeRoutes)
  const ask = (headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/captcha/v1/siteverify',
      headers,
      payload: { secret: secretKey, response: 'x' },
    })
  return (count: number, headers?: Record<string, string>) =>
    Promise.all(Array.from({ length: count }, () => ask(headers)))
}

test('nothing fires while all is well', async () => {
  const db = open()
  const registry = await watched({ databases: [() => answers(db)] })
  const { measures } = registry
  // As in the product, figures have a pool of their own.
  measureDatabases(measures.registry, [owner])
  measurePools(measures.registry, { api: db.pool })
  measureLateWork(measures.registry, captchaOf(owner))
  measureNotifications(measures.registry, createLoneService(owner).notifications)
  measureMails(measures.registry, createOutbox(owner, { send: async () => {} }))
  measureAuditLogs(measures.registry, () => countChains(owner, new Date()))
  const ask = await serve(registry, db)
  const calls = await ask(12)
  expect(calls.map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 200))
  expect(await registry.firingAt(0)).toEqual([])
  await ask(12)
  expect(await registry.firingAt(60)).toEqual([])
  expect(await registry.firingAt(600)).toEqual([])
})

test('a database that is away', async () => {
  const db = open({ connectionString: away })
  const registry = await watched({ databases: [() => answers(db)] })
  const ask = await serve(registry, db)
  expect(await registry.firingAt(0)).toEqual([])
  const calls = await ask(12)
  expect(calls.map(({ statusCode }) => statusCode)).toEqual(calls.map(() => 503))
  await registry.firingAt(60)
  await ask(12)
  expectFiring(
    await registry.firingAt(360),
    'DatabaseDown',
    'CallsFail',
    'AvailabilityBurn1H',
    'AvailabilityBurn6H',
    'AvailabilityBurn1D',
    'AvailabilityBurn3D',
  )
})

test('a further cell that is away is told by its number, and the figures of the others go on', async () => {
  const [db, other] = [open(), open({ connectionString: away })]
  const registry = await watched({ databases: [db, other].map((one) => () => answers(one)) })
  const { measures, watch } = registry
  measureDatabases(measures.registry, [owner, other])
  measurePools(measures.registry, { edge: db.pool, 'edge of cell 1': { totalCount: 1, idleCount: 0, waitingCount: 3 } })
  expect(await registry.firingAt(0)).toEqual([])
  const text = await (await registry.readMetrics()).text()
  expect(text).toMatch(/^bollard_database_up\{.*cell="0".*\} 1$/mu)
  expect(text).toMatch(/^bollard_database_up\{.*cell="1".*\} 0$/mu)
  expect(await registry.firingAt(120)).toEqual(expect.arrayContaining(['DatabaseDown', 'DatabasePoolExhausted']))
  const { databases, databaseBytes } = watch.health()
  expect(databases).toEqual([
    {
      cell: 0,
      up: true,
      bytes: databaseBytes,
      connections: expect.any(Number),
      connectionsMax: expect.any(Number),
      lockWaits: 0,
    },
    { cell: 1, up: false, bytes: null, connections: null, connectionsMax: null, lockWaits: null },
  ])
  expect(databaseBytes).toBeGreaterThan(1_000_000)
})

test('a lock that others wait for, longer than visitors should', async () => {
  const db = open()
  const registry = await watched()
  measurePools(registry.measures.registry, { edge: db.pool })
  const ask = await serve(registry, db)
  await registry.firingAt(0)
  // Its answers are kept for a few seconds, so it is asked for the first time while the lock holds.
  measureDatabases(registry.measures.registry, [owner])
  const begun = performance.now()
  let waiting: Promise<unknown> = Promise.resolve()
  await owner.transaction(async (tx) => {
    await tx.query('test-lock', 'lock table captcha.api_keys in access exclusive mode')
    // Misses of a key share one statement, so what else uses the pool brings the crowd.
    const others = Array.from({ length: 14 }, () => db.query('test-read', 'select from captcha.api_keys'))
    waiting = Promise.all([...others, ask(12)])
    await vi.waitUntil(() => db.pool.waitingCount > 0, { interval: 5, timeout: 20_000 })
    await vi.waitUntil(
      async () => {
        // Other files have databases on the same server.
        const { rows } = await owner.pool.query(
          `select from pg_locks where not granted
           and database = (select oid from pg_database where datname = current_database())`,
        )
        return rows.length > 4 && performance.now() - begun > 260
      },
      { interval: 10, timeout: 20_000 },
    )
    await registry.firingAt(60)
    expectFiring(await registry.firingAt(180), 'DatabasePoolExhausted', 'DatabaseLocked')
  })
  await waiting
  expectFiring(await registry.firingAt(240), 'LatencyBurn1H', 'LatencyBurn6H', 'LatencyBurn1D', 'LatencyBurn3D')
})

test('work that nobody does', async () => {
  const db = open()
  const registry = await watched()
  const captcha = captchaOf(db)
  measureLateWork(registry.measures.registry, captcha)
  const before = new Date(Date.now() - 20 * 60_000)
  const outbox = createOutbox(db, { send: async () => {} }, { now: () => before })
  await outbox.send({
    to: 'ada@example.org',
    subject: 'Hello',
    text: 'Hello',
    html: '<p>Hello</p>',
    tag: 'verify-email',
  })
  measureMails(registry.measures.registry, createOutbox(db, { send: async () => {} }))
  await db.pool.query(`insert into captcha.alert_outbox (id, site_id, mail_to, type, body, created_at, next_try_at)
    select gen_random_uuid(), id, 'ada@example.org', 'ALERT', '{}', now() - interval '10 minutes', now() - interval '10 minutes' from captcha.sites limit 1`)
  await db.pool.query(
    `insert into captcha.pending_counts (site_ids, environment_ids, at_ms, kinds, ns) values ('{1}', '{1}', '{0}', '{10}', '{1}')`,
  )
  await db.pool.query(`update captcha.rollup_turns set next_at = now() - interval '10 minutes'`)
  await registry.firingAt(0)
  expectFiring(await registry.firingAt(300), 'RollUpsLate', 'MailsWaiting', 'DeliveriesWaiting')
})

test('alerts of monitoring that nobody tells, and those that reach nobody', async () => {
  const db = open()
  const { notifications, provisionSpace } = createLoneService(db)
  const solutionId = '01941f29-7c00-7000-8000-000000000002'
  await provisionSpace({ solutionId, timeZone: 'Europe/Berlin' })
  await db.pool.query(
    `insert into monitoring.channels (id, solution_id, name, language, active, target, secret_names, created_at, updated_at)
     values ($1, $1, 'Team', 'en', true, '{"kind": "SLACK", "url": null}', '{}', now(), now())`,
    [solutionId],
  )
  const add = (state: 'PENDING' | 'FAILED', count: number) =>
    db.pool.query(
      `insert into monitoring.notifications (id, solution_id, channel_id, dedupe_key, alerts, state, next_at, ended_at, created_at)
       select gen_random_uuid(), $1, $1, 'k', '[]', $2, now() - interval '3 minutes', now(), now() from generate_series(1, $3)`,
      [solutionId, state, count],
    )
  await add('FAILED', 21)
  const registry = await watched()
  measureNotifications(registry.measures.registry, notifications)
  expectFiring(await registry.firingAt(0), 'MonitoringAlertsGivenUp')
  await add('PENDING', 1)
  const later = await watched()
  measureNotifications(later.measures.registry, notifications)
  expectFiring(await later.firingAt(0), 'MonitoringAlertsLate')
})

test('a job that fails each time', async () => {
  const registry = await watched()
  let now = Date.now()
  const jobs = measureJobs(registry.measures.registry, () => now)
  const run = jobs.follow('sweeping', 60_000, async () => {
    throw new Error('The disk is full')
  })
  await expect(run()).rejects.toThrow('The disk is full')
  expect(await registry.firingAt(0)).toEqual([])
  now += 17 * 60_000
  expectFiring(await registry.firingAt(17 * 60), 'JobLate')
})

test('an audit log that somebody changed, and one that nobody verifies', async () => {
  const db = open({ connectionString: await postgres.createDatabase(auditMigrations), max: 2 })
  useAuditKey(randomBytes(32).toString('hex'))
  const at = new Date('2026-03-01T10:00:00.000Z')
  let now = at
  const registry = await watched()
  measureAuditLogs(registry.measures.registry, () => countChains(db, now))
  await db.transaction((tx) =>
    recordAudit(tx, { at, scope: 'SOLUTION', scopeId: 's1', actor: { kind: 'SYSTEM' }, action: 'test.done' }),
  )
  await verifyChains(db, at)
  expect(await registry.firingAt(0)).toEqual([])
  now = new Date(at.getTime() + 3 * day * 1_000)
  expectFiring(await registry.firingAt(3 * day), 'AuditLogUnverified')
  await db.pool.query(`alter table audit.entries disable trigger user; update audit.entries set action = 'test.undone'`)
  await verifyChains(db, now)
  expectFiring(await registry.firingAt(3 * day + 60), 'AuditLogBroken')
})

test('a disk that is nearly full, and a certificate that ends soon', async () => {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const [TLS_CERT_FILE, TLS_KEY_FILE] = [join(folder.path, 'certificate.pem'), join(folder.path, 'key.pem')]
  const { cert, key } = selfSignedCertificate()
  await writeFile(TLS_CERT_FILE, cert)
  await writeFile(TLS_KEY_FILE, key)
  // No test can fill a disk; how it is read is tested by the product's own figures.
  const readDisk = async () => ({ bavail: 9, blocks: 100, bsize: 4_096 })
  const registry = await watched({ readDisk })
  const log = { warn: () => {}, info: () => {} }
  const kept = await keepCertificate({ TLS_CERT_FILE, TLS_KEY_FILE }, { log, registry: registry.measures.registry })
  onTestFinished(() => kept?.stop())
  await registry.firingAt(0)
  expectFiring(await registry.firingAt(300), 'DiskFilling', 'CertificateExpires')
})

test('backups that are late, one that cannot be restored, and a log that waits', async () => {
  const folder = await makeTestFolder()
  onTestFinished(() => folder.remove())
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const ended = (kind: 'BACKUP' | 'RESTORE_TEST', hours: number, ok: boolean) =>
    keepRecord(folder.path, { kind, startedAt: ago(hours), endedAt: ago(hours), ok, detail: {} })
  ended('BACKUP', 25, true)
  ended('RESTORE_TEST', 25, true)
  const registry = await watched({
    alsoFrom: [measureBackups({ DATA_DIR: folder.path, BACKUP_TARGET: 'file:///mnt/backup' })],
  })
  expect(await registry.firingAt(0)).toEqual([])
  ended('BACKUP', 1, false)
  ended('RESTORE_TEST', 1, false)
  const waits = join(folder.path, 'postgres/cluster/pg_wal/archive_status')
  await mkdir(waits, { recursive: true })
  await writeFile(join(waits, '000000010000000000000002.ready'), '')
  await utimes(join(waits, '000000010000000000000002.ready'), ago(1), ago(1))
  await registry.firingAt(2 * 3_600)
  expectFiring(await registry.firingAt(3 * 3_600), 'BackupLate', 'RestoreTestFailed', 'LogNotArchived')
})

test('a log that waits for its archive', async () => {
  await owner.query(
    '',
    `insert into captcha.archive_state (ran_at, waiting_days, oldest_waiting) values (now(), 2, '2026-03-14')`,
  )
  onTestFinished(async () => void (await owner.query('', 'delete from captcha.archive_state')))
  const registry = await watched()
  measureArchive(registry.measures.registry, captchaOf(owner).operating)
  expect(await registry.firingAt(0)).toEqual([])
  expectFiring(await registry.firingAt(6 * 3_600), 'LogWaitsForArchive')
})

test('a process that is busy with itself', async () => {
  const registry = await watched()
  const tick = () => new Promise((resolve) => void setTimeout(resolve, 25))
  const keepBusy = async () => {
    // The first tick after a scrape is where the next one is measured from.
    await tick()
    const begun = performance.now()
    while (performance.now() - begun < 260);
    await tick()
  }
  await keepBusy()
  await registry.watch.look(Date.now())
  await keepBusy()
  await registry.watch.look(Date.now() + 300_000)
  expectFiring(
    registry.watch.health().firing.map(({ rule }) => rule),
    'ProcessBusy',
  )
})

test('a flood of errors, and a proxy that is not trusted', async () => {
  const registry = await watched()
  const { measures } = registry
  const written: string[] = []
  const log = openLog({ LOG_LEVEL: 'warn', ROLE: 'api' }, 'api', {
    registry: measures.registry,
    destination: { write: (line) => void written.push(line) },
  })
  watchForwarding(measures.registry, { trustedProxies: [], log, now: () => performance.now() })
  const ask = await serve(registry, open())
  await registry.firingAt(0)
  for (let index = 0; index < 51; index += 1) log.error({ route: '/a' }, 'It failed')
  await ask(101, { 'x-forwarded-for': '192.0.2.1' })
  expectFiring(await registry.firingAt(60), 'ErrorsLogged', 'ProxyNotTrusted')
  expect(written.filter((line) => line.includes('It failed'))).toHaveLength(10)
})

test('every rule was caused', () => {
  expect([...caused].toSorted()).toEqual(alertRules.map(({ name }) => name).toSorted())
})
