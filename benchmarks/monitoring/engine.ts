/**
 * Whether one worker keeps up with 5,000 HTTPS checks a minute, through the whole engine: leases, real handshakes with a server of
 * its own process, states, results and schedules in a real PostgreSQL. CPU time of the worker per check, beside as many bare requests of
 * node:https in the same run, and how late checks begin. Exits with 1 where they begin more than a second late at the 99th percentile, or
 * where the worker takes more than one core.
 * Run: node_modules/.bin/node benchmarks/monitoring/engine.ts [--seconds 60] [--monitors 5000]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { auditMigrations } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import type { MonitoringService } from '@bollard/monitoring-service'
import { startTestDatabase } from '@bollard/testing'
import { nextDue, offsetOf, startMachine } from '@bollard/uptime'
import { createLoneService } from '../../services/monitoring/src/testing/lone-service.ts'
import { openPages, pageCheck, servePages } from './page-server.ts'

const lagSecondsMax = 1
const solutionId = '019a9b1c-5d3e-7000-8000-000000000001'
/** What is compiled and looked up at first is nobody's cost later. */
const warmSeconds = 10
/** Each service is checked so often, in milliseconds. */
const everyMs = 60_000

interface Cost {
  /** Of the checks or requests in the measured seconds. */
  readonly count: number
  readonly cpuMs: number
  readonly coreShare: number
  readonly lagSecondsP99: number
  readonly notUp: number
}

const [role = 'lead', first = '', second = '', third = ''] = process.argv[2]?.startsWith('--')
  ? []
  : process.argv.slice(2)
if (role === 'serve') servePages()
else if (role === 'engine') process.send?.(await runEngine(first, Number(second)))
else if (role === 'bare') process.send?.(await runBare(Number(first), Number(second), Number(third)))
else await lead()

async function lead(): Promise<void> {
  const { values } = parseArgs({
    options: { seconds: { type: 'string', default: '60' }, monitors: { type: 'string', default: '5000' } },
  })
  const [seconds, monitors] = [Number(values.seconds), Number(values.monitors)]
  const pages = await openPages(import.meta.url)
  const postgres = await startTestDatabase({ durable: true })
  try {
    const directory = new URL('../../services/monitoring/src/migrations/', import.meta.url)
    const connectionString = await postgres.createDatabase(auditMigrations, { schema: 'monitoring', directory })
    await fill(connectionString, monitors, pages.port)
    const { bollard_worker: address } = addressesOfRoles(
      connectionString,
      'as whom it signs in, the server does not check',
    )
    const begun = Date.now() + warmSeconds * 1_000
    const engine = {
      ...(await pages.ask<Cost>('engine', address ?? '', String(seconds))),
      ...(await lagOf(connectionString, begun)),
    }
    const bare = await pages.ask<Cost>('bare', String(pages.port), String(monitors), String(seconds))
    report({ engine, bare, seconds, monitors })
  } finally {
    await postgres.stop()
    pages.close()
  }
}

function report({
  engine,
  bare,
  seconds,
  monitors,
}: {
  engine: Cost
  bare: Cost
  seconds: number
  monitors: number
}): void {
  const result = {
    measuredAt: new Date().toISOString(),
    machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
    monitors,
    seconds,
    engine,
    bare,
    cpuTimesBare: round(engine.cpuMs / bare.cpuMs),
  }
  const folder = new URL('../results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL('monitoring-engine.json', folder), `${JSON.stringify(result, null, 2)}\n`)
  console.log(result)
  const expected = (monitors * seconds) / 60
  const isBehind = engine.count < 0.98 * expected || engine.lagSecondsP99 > lagSecondsMax
  if (isBehind || engine.coreShare > 1 || engine.notUp > 0) process.exitCode = 1
}

/** Services that are checked every minute, each at its own moment. */
async function fill(connectionString: string, monitors: number, port: number): Promise<void> {
  const db = openDatabase({ connectionString, statementTimeoutMs: 60_000 })
  const check = pageCheck(`https://localhost:${port}/`, 10_000)
  await db.pool.query(`insert into monitoring.spaces (solution_id, created_at) values ($1, now())`, [solutionId])
  const { rows } = await db.pool.query<{ id: string }>(
    `with made as (insert into monitoring.services (id, solution_id, name, tags, kind, config, interval_seconds, retries, confirmations, recoveries,
        created_at, updated_at)
      select gen_random_uuid(), $1, 'page ' || n, '{}', 'HTTP', $3, 60, 1, 1, 1, now(), now() from generate_series(1, $2::int) n returning id)
    insert into monitoring.service_states (service_id, solution_id, state, since, machine)
      select id, $1, 'UNKNOWN', now(), $4 from made returning service_id as id`,
    [solutionId, monitors, check, startMachine(Date.now())],
  )
  const now = Date.now() + 2_000
  const due = rows.map(({ id }) => new Date(nextDue(`${id} main`, everyMs, now)))
  await db.pool.query(`insert into monitoring.places (name, seen_at) values ('main', now())`)
  await db.pool.query(
    `insert into monitoring.schedules (service_id, place, solution_id, due_at)
      select id, 'main', $1, due from unnest($2::uuid[], $3::timestamptz[]) as n (id, due)`,
    [solutionId, rows.map(({ id }) => id), due],
  )
  await db.pool.query('vacuum analyze')
  await db.close()
}

/** How late every check of the measured seconds began: each has its own moment of the minute. */
async function lagOf(connectionString: string, since: number): Promise<Pick<Cost, 'lagSecondsP99'>> {
  const db = openDatabase({ connectionString })
  const { rows } = await db.pool.query<{ id: string; at: Date }>(
    'select service_id as id, at from monitoring.results where at >= $1',
    [new Date(since)],
  )
  await db.close()
  const lags = rows.map(({ id, at }) => (at.getTime() - offsetOf(`${id} main`, everyMs)) % everyMs)
  return { lagSecondsP99: percentile(lags, 0.99) / 1_000 }
}

/** One worker, as a product runs it. */
async function runEngine(address: string, seconds: number): Promise<Cost> {
  const db = openDatabase({ connectionString: address, max: 5 })
  const { engine } = createLoneService(db)
  engine.start()
  await pause(warmSeconds * 1_000)
  const countOf = ({ checks }: ReturnType<MonitoringService['engine']['figures']>) =>
    Object.values(checks).reduce((sum, count) => sum + count, 0)
  const [before, begun, usage] = [engine.figures(), performance.now(), process.cpuUsage()]
  await pause(seconds * 1_000)
  const after = engine.figures()
  const count = countOf(after) - countOf(before)
  const cost = costOf(usage, performance.now() - begun, count)
  const notUp = countOf(after) - countOf(before) - (after.checks.UP - before.checks.UP)
  return { ...cost, lagSecondsP99: after.lagSeconds, notUp }
}

/** As many requests in as many seconds, evenly. */
async function runBare(port: number, monitors: number, seconds: number): Promise<Cost> {
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(`https://localhost:${port}/`, { agent: false }, (response) => {
        response.on('end', resolve).on('error', reject).resume()
      })
      asked.on('error', reject).end()
    })
  for (let time = 0; time < 20; time += 1) await Promise.all(Array.from({ length: 10 }, ask))
  const every = 60_000 / monitors
  const total = Math.round((seconds * 1_000) / every)
  const asked: Promise<void>[] = []
  const lags: number[] = []
  const [begun, usage] = [performance.now(), process.cpuUsage()]
  while (asked.length < total) {
    const now = performance.now() - begun
    for (; asked.length < total && asked.length * every <= now;) {
      lags.push((now - asked.length * every) / 1_000)
      asked.push(ask())
    }
    await pause(5)
  }
  await Promise.all(asked)
  const lagSecondsP99 = round(percentile(lags, 0.99))
  return { ...costOf(usage, performance.now() - begun, total), lagSecondsP99, notUp: 0 }
}

function costOf(usage: NodeJS.CpuUsage, wallMs: number, count: number): Pick<Cost, 'count' | 'cpuMs' | 'coreShare'> {
  const { user, system } = process.cpuUsage(usage)
  const cpuMs = (user + system) / 1_000
  return { count, cpuMs: round(cpuMs / count), coreShare: round(cpuMs / wallMs) }
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
