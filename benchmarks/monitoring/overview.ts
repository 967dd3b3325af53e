/**
 * What the overview of monitoring costs with a year of history: 10, 100 and 1,000 services of one solution among 20,000 of others,
 * asked over HTTP of the service on a real PostgreSQL. Wall time, the median of several calls. Exits with 1 where the overview of
 * 1,000 services over 90 days takes more than 300 ms.
 * Run: node_modules/.bin/node benchmarks/monitoring/overview.ts
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Actor } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import { openDatabase } from '@bollard/database'
import { createMonitoringService } from '@bollard/monitoring-service'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { createTestCaptcha } from '../../services/monitoring/src/testing/test-captcha.ts'
import { statusPortsOf } from '../../services/monitoring/src/testing/status-ports.ts'

const counts = [10, 100, 1_000] as const
const others = 20_000
const historyDays = 365
const rounds = 15
const overviewMsMax = 300
const actor: Actor = {
  userId: '019a9b1c-5d3e-7000-8000-000000000001',
  isAdmin: false,
  emailVerified: true,
  email: 'ada@example.org',
  givenName: 'Ada',
  language: 'en',
  provenAt: null,
}
const solutionOf = (count: number): string => `019a9b1c-5d3e-7000-8000-${String(count).padStart(12, '0')}`

const postgres = await startTestDatabase()
const directory = new URL('../../services/monitoring/src/migrations/', import.meta.url)
const connectionString = await postgres.createDatabase(auditMigrations, { schema: 'monitoring', directory })
const db = openDatabase({ connectionString, statementTimeoutMs: 600_000 })
const service = createMonitoringService({
  db,
  now: () => new Date(),
  clientIp: () => '192.0.2.1',
  place: 'main',
  allowPrivate: false,
  browser: null,
  apiKeysFor: 'operators',
  sealingKeys: [{ id: 1, secret: randomBytes(32) }],
  identity: { findActor: async () => actor },
  solution: {
    findRole: async () => 'VIEWER',
    isSecondFactorDue: async () => false,
    noteVisit: async () => undefined,
  },
  billing: { plansOf: async () => new Map() },
  captcha: createTestCaptcha().port,
  channels: {
    enqueueMail: async () => undefined,
    memberOf: async () => null,
    isBounced: async () => false,
    nameOf: async () => null,
    dashboardUrl: 'https://dashboard.example',
    identityUrl: 'https://id.example',
    apiUrl: 'https://api.example',
    allowPrivate: false,
  },
  status: statusPortsOf({ mails: [], posts: [], bounced: new Set(), outcomes: [], tokens: new Set() }),
  runCheck: () => Promise.reject(new Error('Nothing is checked here')),
  onError: (error) => console.error(error),
})
const app = Fastify()
await app.register(service.routes)

for (const count of [...counts, others]) await fill(solutionOf(count), count, count === others ? 30 : historyDays)
await db.pool.query('vacuum analyze monitoring.services, monitoring.service_states, monitoring.day_rollups')
const services = []
for (const count of counts)
  services.push({
    count,
    days30Ms: await measure(count, 30),
    days90Ms: await measure(count, 90),
    days365Ms: await measure(count, 365),
  })
const result = {
  measuredAt: new Date().toISOString(),
  machine: { cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version },
  historyDays,
  servicesOfOthers: others,
  services,
}
const folder = new URL('../results/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('monitoring-overview.json', folder), `${JSON.stringify(result, null, 2)}\n`)
console.table(services)
await app.close()
await db.close()
await postgres.stop()
const slowest = services.at(-1)?.days90Ms ?? Infinity
console.log(`Overview of 1,000 services over 90 days: ${slowest} ms, at most ${overviewMsMax}`)
process.exit(slowest <= overviewMsMax ? 0 : 1)

/** Services with a state and a day of figures for each of `days`. */
async function fill(solutionId: string, count: number, days: number): Promise<void> {
  await service.provisionSpace({ solutionId, timeZone: 'Europe/Berlin' })
  await db.pool.query(
    `with made as (insert into monitoring.services (id, solution_id, name, tags, kind, config, interval_seconds, retries, confirmations,
        recoveries, created_at, updated_at)
      select gen_random_uuid(), $1, 'page ' || n, '{shop}', 'HTTP', '{"kind": "HTTP"}', 60, 1, 1, 1, now(), now()
      from generate_series(1, $2::int) n returning id),
    known as (insert into monitoring.service_states (service_id, solution_id, state, since, machine, last_at, last_total_ms)
      select id, $1, 'UP', now(), '{}', now(), 120 from made)
    insert into monitoring.day_rollups (service_id, day, solution_id, rollup, until, counted_seconds, up_seconds, down_seconds)
      select id, current_date - n, $1, '{"checks": {"UP": 1440}}', now(), 86400, 86400 - n % 90, n % 90
      from made, generate_series(0, $3::int - 1) n`,
    [solutionId, count, days],
  )
}

/** Milliseconds of a call, the median. */
async function measure(count: number, days: number): Promise<number> {
  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    const answer = await app.inject(`/monitoring/v1/solutions/${solutionOf(count)}/overview?days=${days}`)
    times.push(performance.now() - begun)
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
  return Math.round((times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0) * 10) / 10
}
