import type { Actor } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import type { Database } from '@bollard/database'
import { installProblems } from '@bollard/http'
import { lendDatabase, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { createTelemetryService, type TelemetryService } from '../create-telemetry-service.ts'

const personOf = (end: number, more: Partial<Actor> = {}): Actor => ({
  userId: `019a9b1c-5d3e-7000-8000-00000000000${end}`,
  isAdmin: false,
  emailVerified: true,
  email: `person${end}@example.org`,
  givenName: `Person ${end}`,
  language: 'en',
  provenAt: new Date(),
  ...more,
})

/** People of the tests, by the cookie that each sends. */
export const people = {
  ada: personOf(1),
  operator: personOf(3, {
    isAdmin: true,
    hasSecondFactor: true,
    operating: { change: { reason: 'A test of operators', ticket: null, until: new Date('2100-01-01') } },
  }),
} as const

export interface TestService {
  readonly service: TelemetryService
  /** As the owner of the tables, for what tests look at past the service. */
  readonly db: Database
  readonly clock: { now: Date }
  /** Where visitors come from. */
  readonly from: { ip: string }
  /** Calls in somebody's name; null is nobody. */
  call(
    person: keyof typeof people | null,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json<Body>(): Body }>
  stop(): Promise<void>
}

const migrations = [auditMigrations, { schema: 'telemetry', directory: new URL('../migrations/', import.meta.url) }]

/** The service on a real PostgreSQL, as the roles that it has in production. Addresses that begin with 192 are in Germany. */
export async function startService(): Promise<TestService> {
  const server = await startTestDatabase()
  const db = await lendDatabase(server, { migrations, max: 5 })
  const [api, worker] = [db.as('bollard_api'), db.as('bollard_worker')]
  const clock = { now: new Date('2026-11-20T12:00:00Z') }
  const from = { ip: '192.0.2.1' }
  const service = createTelemetryService({
    db: api,
    workerDb: worker,
    now: () => clock.now,
    clientIp: () => from.ip,
    findCountry: (address) => (address.startsWith('192.') ? 'DE' : null),
    identity: { findActor: async (cookie) => people[cookie as keyof typeof people] ?? null },
  })
  const app = Fastify()
  installProblems(app, { logger: { error: () => {} } })
  await app.register(service.routes)
  return {
    service,
    db,
    clock,
    from,
    async call(person, method, path, payload, headers = {}) {
      const answer = await app.inject({
        method,
        url: `/telemetry/v1${path}`,
        headers: { ...(person === null ? {} : { cookie: person }), ...headers },
        ...(payload === undefined ? {} : { payload }),
      })
      return { status: answer.statusCode, json: () => answer.json() }
    },
    async stop() {
      await app.close()
      await db.close()
      await server.stop()
    },
  }
}
