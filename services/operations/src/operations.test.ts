import type { DeadLetter, Flag, Job, Notice, OutboxMail, Problem, Queue, System } from '@bollard/contracts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { describeError } from './job/describe-error.ts'
import { createJobRunner } from './job/run-jobs.ts'
import { recordBackup } from './system/record-backup.ts'
import { keepProcess } from './system/keep-process.ts'
import { knownBounce, knownSolution, startService } from './testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())
beforeEach(async () => {
  // Limits begin anew.
  it.clock.now = new Date(it.clock.now.getTime() + 86_400_000)
  it.told.length = 0
  await it.db.query(
    'test-empty',
    'truncate operations.jobs, operations.flags, operations.backups, operations.processes',
    [],
  )
  await it.service.flags.read()
})

const reason = 'a campaign on television'
const read = async <Body>(path: string) => (await it.call('operator', 'GET', path)).json<Body>()
const refusal = async (path: string, payload: object) => {
  const { code, errors } = (await it.call('operator', 'POST', path, payload)).json<Problem>()
  return [code, errors?.[0]?.pointer]
}
const later = (minutes: number) => new Date(it.clock.now.getTime() + minutes * 60_000).toISOString()
const runner = (run: () => Promise<unknown>) => {
  const jobs = createJobRunner({
    db: it.worker,
    now: () => it.clock.now,
    onError: (_error, what) => it.faults.push(what),
  })
  jobs.repeat({ name: 'billing.run-due', everyMs: 3_600_000, run })
  return jobs
}
const job = async () => (await read<{ items: Job[] }>('/jobs')).items[0]

test.each([
  '/overview',
  '/jobs',
  '/queues',
  '/mails',
  '/bounces',
  '/flags',
  '/backups',
  '/system',
  '/figures',
  '/abuse/keys',
])('%s is for operators alone', async (path) => {
  expect((await it.call(null, 'GET', path)).status).toBe(401)
  expect((await it.call('ada', 'GET', path)).status).toBe(403)
  expect((await it.call('outside', 'GET', path)).json<Problem>().code).toBe('operator-session-needed')
  expect((await it.call('reader', 'GET', path)).status).toBe(200)
})

test.each<[string, object]>([
  ['/job-runs', { name: 'billing.run-due' }],
  ['/dead-letter-retries', { queue: 'mails', ids: null }],
  ['/dead-letter-drops', { queue: 'mails', ids: null, reason: 'a reason of its own' }],
  ['/bounce-releases', { bounceId: knownBounce, reason: 'a reason of its own' }],
  [
    '/flags',
    { name: 'sign-ups-closed', scope: 'INSTALLATION', reason: 'a reason of its own', endsAt: '2026-12-01T00:00:00Z' },
  ],
  ['/flag-ends', { flagId: knownSolution, reason: 'a reason of its own' }],
])('%s changes nothing without the change mode', async (path, payload) => {
  const answers = (['ada', 'outside', 'reader'] as const).map(
    async (person) => (await it.call(person, 'POST', path, payload)).json<Problem>().code,
  )
  expect(await Promise.all(answers)).toEqual(['forbidden', 'operator-session-needed', 'change-mode-needed'])
  expect(it.told).toEqual([])
})

test('a run that is asked for twice, or twenty times at once, happens once and is audited once', async () => {
  let ran = 0
  const jobs = runner(async () => (ran += 1))
  expect((await it.call('operator', 'POST', '/job-runs', { name: 'billing.run-due' })).status).toBe(409)
  await jobs.start()
  const before = (await it.audited()).length
  const asks = Array.from({ length: 20 }, () => it.call('operator', 'POST', '/job-runs', { name: 'billing.run-due' }))
  expect(new Set((await Promise.all(asks)).map(({ status }) => status))).toEqual(new Set([202]))
  await Promise.all([jobs.look(), runner(async () => (ran += 1)).look()])
  await jobs.look()
  expect(ran).toBe(1)
  expect((await it.audited()).slice(before).map(({ action }) => action)).toEqual(['job.asked'])
  expect(await job()).toMatchObject({ runs: 1, failuresInARow: 0, error: null, askedAt: null })
  await jobs.stop()
})

test('a run that a killed process took is done by another one', async () => {
  let ran = 0
  const jobs = runner(async () => (ran += 1))
  await jobs.start()
  await it.call('operator', 'POST', '/job-runs', { name: 'billing.run-due' })
  await it.db.query('test-killed', `update operations.jobs set taken_until = $1::timestamptz + interval '15 minutes'`, [
    it.clock.now,
  ])
  await jobs.look()
  expect(ran).toBe(0)
  it.clock.now = new Date(it.clock.now.getTime() + 16 * 60_000)
  await jobs.look()
  expect(ran).toBe(1)
  await jobs.stop()
})

test('failures are counted until a run works, and p95 is of the last hundred runs', async () => {
  let durationMs = 10
  let fault: Error | null = new Error('no connection to "ada@example.org"')
  const jobs = runner(async () => {
    it.clock.now = new Date(it.clock.now.getTime() + durationMs)
    if (fault) throw fault
  })
  await jobs.start()
  const run = async () => {
    await it.call('operator', 'POST', '/job-runs', { name: 'billing.run-due' })
    await jobs.look()
  }
  await run()
  await run()
  expect(await job()).toMatchObject({ failuresInARow: 2, error: 'Error: no connection to …', lastDurationMs: 10 })
  fault = null
  durationMs = 400
  await run()
  expect(await job()).toMatchObject({ failuresInARow: 0, error: null, runs: 3, p95DurationMs: 400 })
  await jobs.stop()
})

test('an error says nothing of people', () => {
  const error = Object.assign(
    new Error(
      'duplicate key ada@example.org from 203.0.113.9 or 2001:db8::1 of 019a9b1c-5d3e-7000-8000-000000000001\nrow',
    ),
    { code: '23505' },
  )
  expect(describeError(error)).toBe('Error 23505: duplicate key a…@example.org from … or … of …')
  expect(describeError('text')).toBe('Unknown error')
})

test('queues tell what waits; what they gave up is retried or dropped, with a reason for the audit log', async () => {
  expect((await read<{ items: Queue[] }>('/queues')).items).toHaveLength(6)
  const [letter] = (await read<{ items: DeadLetter[] }>('/dead-letters?queue=mails')).items
  expect([letter?.to, letter?.attempts]).toEqual(['a…@example.org', 8])
  const [alert] = (await read<{ items: DeadLetter[] }>('/dead-letters?queue=monitoring-alerts')).items
  expect(alert).toMatchObject({
    kind: 'SLACK',
    to: 'Team',
    solutionId: knownSolution,
    owner: { label: 'Shop', organization: 'Agency' },
  })
  const retried = await it.call('operator', 'POST', '/dead-letter-retries', { queue: 'mails', ids: null })
  expect(retried.json()).toEqual({ changed: 2 })
  await it.call('operator', 'POST', '/dead-letter-drops', { queue: 'webhooks', ids: [knownSolution], reason })
  expect(it.told).toEqual(['mails retry all', 'webhooks drop 1'])
  const entries = (await it.audited()).slice(-2)
  expect(entries.map(({ action }) => action)).toEqual(['dead-letters.retried', 'dead-letters.dropped'])
  expect(entries[1]?.after).toEqual({ changed: 1, reason, operatorReason: 'a customer asked for it', ticket: 'T-1' })
  const drop = { queue: 'mails', ids: null, reason: 'short' }
  expect(await refusal('/dead-letter-drops', drop)).toEqual(['validation-failed', '/reason'])
  expect(await refusal('/dead-letter-retries', { queue: 'roll-ups', ids: null })).toEqual([
    'validation-failed',
    '/queue',
  ])
  expect((await it.call('ada', 'POST', '/dead-letter-retries', { queue: 'mails', ids: null })).status).toBe(403)
})

test('addresses are masked unless somebody is searched for', async () => {
  const first = async (path: string) => (await read<{ items: OutboxMail[] }>(path)).items[0]?.to
  expect(await first('/mails')).toBe('a…@example.org')
  expect(await first('/mails?address=bob@example.org')).toBe('bob@example.org')
  const release = (bounceId: string) => it.call('operator', 'POST', '/bounce-releases', { bounceId, reason })
  expect((await release(knownBounce)).status).toBe(204)
  expect((await release(knownSolution)).status).toBe(404)
})

const closed = () => ({ name: 'sign-ups-closed', scope: 'INSTALLATION', reason, endsAt: later(60) })
const set = async (flag: object) => (await it.call('operator', 'POST', '/flags', flag)).json<Flag>()

test('a flag holds in every process until it ends, is replaced by the next one, and ends by itself', async () => {
  const { flags } = it.service
  await set(closed())
  await set({ ...closed(), name: 'sign-ups-per-hour', scope: 'NETWORK', scopeId: '203.0.113.7/24', number: 50 })
  await set({ ...closed(), name: 'sign-ups-per-hour', number: 7 })
  await set({ ...closed(), name: 'sign-ups-per-hour', scope: 'NETWORK', scopeId: '203.0.113.0/25', number: 90 })
  await set({ ...closed(), name: 'expected-visitors', scope: 'SOLUTION', scopeId: knownSolution, number: 5 })
  await flags.read()
  expect(flags.ofInstallation('sign-ups-closed')).not.toBeNull()
  const limits = ['203.0.113.4', '203.0.113.200', '198.51.100.1'].map(
    (ip) => flags.ofAddress('sign-ups-per-hour', ip)?.number,
  )
  expect(limits).toEqual([90, 50, 7])
  expect(flags.ofSolution('expected-visitors', knownSolution.toUpperCase())?.number).toBe(5)
  expect(flags.ofSolution('expected-visitors', people3)).toBeNull()
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => set({ ...closed(), name: 'sign-ups-per-hour', number: n + 1 })),
  )
  const { items } = await read<{ items: Flag[] }>('/flags?limit=100')
  expect(
    items.filter(({ name, scope, holds }) => name === 'sign-ups-per-hour' && scope === 'INSTALLATION' && holds),
  ).toHaveLength(1)
  const named = await read<{ items: Flag[] }>('/flags?limit=100&name=sign-ups-closed')
  expect(named.items.map(({ name }) => name)).toEqual(['sign-ups-closed'])
  it.clock.now = new Date(it.clock.now.getTime() + 61 * 60_000)
  expect(flags.ofInstallation('sign-ups-closed')).toBeNull()
})
const people3 = '019a9b1c-5d3e-7000-8000-0000000000bb'

test('a flag is ended once, and its notice is there for everybody until then', async () => {
  const texts = { en: 'Maintenance at 22:00 UTC', de: 'Wartung um 22:00 UTC' }
  const { id } = await set({ ...closed(), name: 'maintenance-notice', texts })
  await it.service.flags.read()
  const notice = async () => (await it.call(null, 'GET', '/notice')).json<{ notice: Notice | null }>().notice
  expect((await notice())?.texts).toEqual(texts)
  const end = () => it.call('operator', 'POST', '/flag-ends', { flagId: id, reason })
  const ends = await Promise.all(Array.from({ length: 20 }, end))
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  await it.service.flags.read()
  expect(await notice()).toBeNull()
  expect((await it.call('operator', 'POST', '/flag-ends', { flagId: knownSolution, reason })).status).toBe(404)
})

test.each<[string, () => object, string]>([
  ['a scope that the flag does not have', () => ({ scope: 'SOLUTION', scopeId: knownSolution }), '/scope'],
  ['an id of the installation', () => ({ scopeId: '203.0.113.0/24' }), '/scopeId'],
  ['no network', () => ({ scope: 'NETWORK' }), '/scopeId'],
  ['what is no network', () => ({ scope: 'NETWORK', scopeId: 'example.org' }), '/scopeId'],
  ['the whole internet', () => ({ scope: 'NETWORK', scopeId: '0.0.0.0/0' }), '/scopeId'],
  [
    'an unknown solution',
    () => ({ name: 'expected-visitors', scope: 'SOLUTION', scopeId: people3, number: 2 }),
    '/scopeId',
  ],
  ['a number that the flag does not take', () => ({ number: 4 }), '/number'],
  ['a number out of bounds', () => ({ name: 'sign-ups-per-hour', number: 0 }), '/number'],
  ['a notice without a text', () => ({ name: 'maintenance-notice', texts: {} }), '/texts'],
  ['a text that the flag does not take', () => ({ texts: { en: 'Hello' } }), '/texts'],
  ['an end in the past', () => ({ endsAt: later(0) }), '/endsAt'],
  ['an end beyond 90 days', () => ({ endsAt: later(91 * 1440) }), '/endsAt'],
  ['a reason too short', () => ({ reason: 'because' }), '/reason'],
])('a flag with %s is refused', async (_what, more, pointer) => {
  expect(await refusal('/flags', { ...closed(), ...more() })).toEqual(['validation-failed', pointer])
})

test('the system shows migrations, processes that live, and the last backup and restore test', async () => {
  const at = it.clock.now
  const run = { startedAt: at, endedAt: at, ok: true, detail: { bytes: 7 } }
  await recordBackup(it.worker, { kind: 'BACKUP', ...run })
  await recordBackup(it.worker, { kind: 'RESTORE_TEST', ...run, ok: false, detail: { reason: 'row counts differ' } })
  const alive = keepProcess({ db: it.db, now: () => at, role: 'edge', release: '0.1.0', onError: () => {} })
  await alive.stop()
  const system = await read<System>('/system')
  expect(system.migrations.map(({ schema, name }) => `${schema}/${name}`)).toContain('operations/0100-tables.sql')
  expect(system.processes.map(({ role }) => role)).toEqual(['edge'])
  expect([system.lastBackup?.detail, system.lastRestoreTest?.ok]).toEqual([{ bytes: 7 }, false])
  expect(system.settings).toEqual([{ name: 'SESSION_SECRET', value: null, secret: true, changed: true }])
  it.clock.now = new Date(at.getTime() + 121_000)
  expect((await read<System>('/system')).processes).toEqual([])
})

test('the sweep keeps the last backup of each kind, however old', async () => {
  const at = (days: number) => new Date(it.clock.now.getTime() - days * 86_400_000)
  for (const days of [900, 800, 700])
    await recordBackup(it.worker, {
      kind: 'BACKUP',
      startedAt: at(days),
      endedAt: at(days),
      ok: true,
      detail: { days },
    })
  await it.service.sweep(it.clock.now)
  const { items } = await read<{ items: { detail: object }[] }>('/backups?kind=BACKUP')
  expect(items.map(({ detail }) => detail)).toEqual([{ days: 700 }])
})
