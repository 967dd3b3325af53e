import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { auditMigrations } from '@bollard/audit'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const postgres = await startTestDatabase()
const program = fileURLToPath(new URL('../testing/serve-things.ts', import.meta.url))
let db: ReturnType<typeof openDatabase>
const started: ChildProcess[] = []
/** A process whose clock is further on by as long as an attempt keeps its key, and one whose clock is right. */
let later: Started
let present: Started

beforeAll(async () => {
  const connectionString = await postgres.createDatabase()
  db = openDatabase({ connectionString, max: 2 })
  await migrate(db, auditMigrations)
  await migrate(db, {
    schema: 'captcha',
    directory: new URL('../../services/captcha/src/migrations/', import.meta.url),
  })
  await db.pool.query('create table public.things (id integer generated always as identity primary key)')
  ;[later, present] = await Promise.all([start(16_000), start()])
})
beforeEach(() => db.pool.query('truncate public.things restart identity; truncate captcha.repeated_calls'))
afterAll(async () => {
  for (const one of started) await kill(one)
  await db.close()
  await postgres.stop()
})

type Started = Awaited<ReturnType<typeof start>>
async function start(laterMs = 0) {
  const env = { ...process.env, DATABASE_URL: db.pool.options.connectionString, LATER_MS: String(laterMs) }
  const child = spawn(process.execPath, [program], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(child)
  const lines = createInterface(child.stdout)
  const [url] = (await once(lines, 'line')) as [string]
  const call = async (holdAt = '') => {
    const headers = { 'idempotency-key': 'k', 'content-type': 'application/json', 'x-hold-at': holdAt }
    const answer = await fetch(`${url}/things/1`, { method: 'POST', headers, body: '{}' })
    const body = (await answer.json()) as { code?: string; id?: number; secret?: string }
    return { status: answer.status, body, replayed: answer.headers.get('idempotency-replayed') }
  }
  /** Makes a call that is held there. */
  const hold = async (place: string) => {
    const held = once(lines, 'line')
    const answer = call(place).catch(() => 'killed' as const)
    await held
    return { answer }
  }
  return { child, call, hold, go: () => void child.stdin.write('go\n') }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const things = async () => (await db.query('test-things', 'select id from public.things')).length

test('a call that was killed before its commit is made once when it is repeated', async () => {
  for (const place of ['begin', 'effect', 'answer']) {
    await db.pool.query('truncate public.things restart identity; truncate captcha.repeated_calls')
    const first = await start()
    const { answer } = await first.hold(place)
    await kill(first.child)
    expect(await answer).toBe('killed')
    expect(await things(), place).toBe(0)
    expect(await later.call(), place).toMatchObject({ status: 201, body: { secret: 'told once' }, replayed: null })
    expect(await later.call(), place).toMatchObject({ status: 201, body: { secret: '' }, replayed: 'true' })
    expect(await things(), place).toBe(1)
  }
})

test('a call that was killed between its commit and its answer is not made again: its answer was kept with it', async () => {
  const first = await start()
  const { answer } = await first.hold('commit')
  await kill(first.child)
  expect(await answer).toBe('killed')
  // At once: nobody has to wait for a lease.
  expect(await present.call()).toEqual({ status: 201, body: { id: 1, secret: '' }, replayed: 'true' })
  expect(await things()).toBe(1)
})

test('a call that is only slow, and comes back after another took over, undoes what it did', async () => {
  for (const place of ['begin', 'effect']) {
    await db.pool.query('truncate public.things restart identity; truncate captcha.repeated_calls')
    const { answer } = await present.hold(place)
    const { status, body } = await later.call()
    expect(status).toBe(201)
    present.go()
    expect(await answer, place).toMatchObject({ status: 409, body: { code: 'state-conflict' } })
    expect(await things(), place).toBe(1)
    expect(await present.call(), place).toEqual({ status: 201, body: { ...body, secret: '' }, replayed: 'true' })
  }
})

test('whoever repeats while the answer is about to be committed waits for that, whatever the lease says', async () => {
  const { answer } = await present.hold('answer')
  const repeated = later.call()
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(() => db.query('test-waits', waits), { timeout: 20_000 }).toHaveLength(1)
  present.go()
  expect(await answer).toMatchObject({ status: 201, body: { id: 1, secret: 'told once' }, replayed: null })
  expect(await repeated).toEqual({ status: 201, body: { id: 1, secret: '' }, replayed: 'true' })
  expect(await things()).toBe(1)
})
