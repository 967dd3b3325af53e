import { setTimeout as pause } from 'node:timers/promises'
import { auditMigrations } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { addressesOfRoles } from '@bollard/database/roles'
import type { MonitoringService } from '@bollard/monitoring-service'
import type { TestDatabase } from '@bollard/testing'
import { nextDue, startMachine } from '@bollard/uptime'
import { createLoneService } from '../../services/monitoring/src/testing/lone-service.ts'
import { pageCheck } from './page-server.ts'

const solutionId = '019a9b1c-5d3e-7000-8000-000000000001'

/** What is compiled and looked up at first is nobody's cost later. */
export const warmSeconds = 10
/** Each service is checked so often, in milliseconds. */
export const everyMs = 60_000

export interface Cost {
  /** Of the checks or requests in the measured seconds. */
  readonly count: number
  readonly cpuMs: number
  readonly coreShare: number
  readonly lagSecondsP99: number
  readonly notUp: number
}

/**
 * A database with services that are checked every minute, each at its own moment: pages of that port. Answers with its connection string
 * and with the address by which a worker reaches it.
 */
export async function createServices(
  postgres: TestDatabase,
  monitors: number,
  port: number,
): Promise<{ connectionString: string; worker: string }> {
  const directory = new URL('../../services/monitoring/src/migrations/', import.meta.url)
  const connectionString = await postgres.createDatabase(auditMigrations, { schema: 'monitoring', directory })
  await fillServices(connectionString, monitors, port)
  const { bollard_worker: worker = '' } = addressesOfRoles(
    connectionString,
    'as whom it signs in, the server does not check',
  )
  return { connectionString, worker }
}

async function fillServices(connectionString: string, monitors: number, port: number): Promise<void> {
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

/** One worker, as a product runs it, for `seconds` after the warm ones; they call `onMeasured` at their beginning and at their end. */
export async function runEngine(
  address: string,
  seconds: number,
  onMeasured?: (is: 'BEGUN' | 'ENDED') => Promise<void>,
): Promise<Cost> {
  const db = openDatabase({ connectionString: address, max: 5 })
  const { engine } = createLoneService(db)
  engine.start()
  await pause(warmSeconds * 1_000)
  await onMeasured?.('BEGUN')
  const countOf = ({ checks }: ReturnType<MonitoringService['engine']['figures']>) =>
    Object.values(checks).reduce((sum, count) => sum + count, 0)
  const [before, begun, usage] = [engine.figures(), performance.now(), process.cpuUsage()]
  await pause(seconds * 1_000)
  const after = engine.figures()
  await onMeasured?.('ENDED')
  const count = countOf(after) - countOf(before)
  const cost = costOf(usage, performance.now() - begun, count)
  const notUp = countOf(after) - countOf(before) - (after.checks.UP - before.checks.UP)
  return { ...cost, lagSecondsP99: after.lagSeconds, notUp }
}

/** CPU time per check or request, in milliseconds, and as a share of one core, since `usage` was taken `wallMs` ago. */
export function costOf(
  usage: NodeJS.CpuUsage,
  wallMs: number,
  count: number,
): Pick<Cost, 'count' | 'cpuMs' | 'coreShare'> {
  const { user, system } = process.cpuUsage(usage)
  const cpuMs = (user + system) / 1_000
  return { count, cpuMs: round(cpuMs / count), coreShare: round(cpuMs / wallMs) }
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? Number.NaN
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
