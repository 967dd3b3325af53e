import type { Actor } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import type { AbuseCluster, Health } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { installProblems, ProblemError } from '@bollard/http'
import { lendDatabase, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { createOperationsService, type OperationsService } from '../create-operations-service.ts'
import type { DeadLetters } from '../operations-context.ts'

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

const change = { reason: 'a customer asked for it', ticket: 'T-1', until: new Date('2030-01-01T00:00:00Z') }

/** People of the tests, by the cookie that each sends. */
export const people = {
  ada: personOf(1),
  operator: personOf(3, { isAdmin: true, hasSecondFactor: true, operating: { change } }),
  /** An operator without change mode. */
  reader: personOf(4, { isAdmin: true, hasSecondFactor: true, operating: { change: null } }),
  /** An administrator who has not opened the admin site. */
  outside: personOf(5, { isAdmin: true, hasSecondFactor: true }),
} as const

export const knownBounce = '019a9b1c-5d3e-8000-8000-0000000000cc'
export const knownSolution = '019a9b1c-5d3e-7000-8000-0000000000aa'

export interface TestService {
  readonly service: OperationsService
  /** As the owner of the tables, for what tests look at past the service. */
  readonly db: Database
  /** As jobs and backups sign in. */
  readonly worker: Database
  readonly clock: { now: Date }
  readonly clusters: Omit<AbuseCluster, 'note'>[]
  /** What the machine has measured; null while nobody watches it. */
  readonly watch: { health: Health | null }
  /** What queues were told, such as `mails retry all`. */
  readonly told: string[]
  /** Faults of work outside of a call. */
  readonly faults: string[]
  /** Calls in somebody's name; null is nobody. */
  call(
    person: keyof typeof people | null,
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
  ): Promise<{ status: number; json<Body>(): Body }>
  /** Actions in the audit log of the service, the oldest first. */
  audited(): Promise<{ action: string; after: unknown }[]>
  stop(): Promise<void>
}

const migrations = [auditMigrations, { schema: 'operations', directory: new URL('../migrations/', import.meta.url) }]

/** The service on a real PostgreSQL, as the roles that it has in production, beside other services of the tests. */
export async function startService(): Promise<TestService> {
  const server = await startTestDatabase()
  const db = await lendDatabase(server, { migrations, max: 5 })
  const [api, worker] = [db.as('bollard_api'), db.as('bollard_worker')]
  const clock = { now: new Date('2026-11-20T12:00:00Z') }
  const told: string[] = []
  const faults: string[] = []
  const clusters: Omit<AbuseCluster, 'note'>[] = []
  const watch: TestService['watch'] = { health: null }
  const lettersOf = (queue: string, more: object = {}): DeadLetters => ({
    list: async () => [
      {
        id: knownSolution,
        kind: 'verify-email',
        to: queue === 'webhooks' ? 'hooks.example' : 'ada@example.org',
        createdAt: clock.now,
        endedAt: null,
        attempts: 8,
        error: 'ETIMEDOUT',
        retryable: true,
        ...more,
      },
    ],
    retry: async (_tx, ids) => told.push(`${queue} retry ${ids?.length ?? 'all'}`) && 2,
    drop: async (_tx, ids) => told.push(`${queue} drop ${ids?.length ?? 'all'}`) && 1,
  })
  const measure = async () => ({ depth: 3, oldestSeconds: 12.5, retries: 1, deadLetters: 2 })
  const queue = { measure }
  const service = createOperationsService({
    db: api,
    workerDb: worker,
    now: () => clock.now,
    clientIp: () => '192.0.2.1',
    onError: (error, what) => faults.push(`${what}: ${String(error)}`),
    identity: {
      findActor: async (cookie) => people[cookie as keyof typeof people] ?? null,
      countSignUps: async (by) => [
        {
          value: by === 'NETWORK' ? '192.0.2.0/24' : 'yopmail.com',
          signUps: 4,
          confirmed: 1,
          disposable: by !== 'NETWORK',
        },
      ],
      countNewAccounts: async ({ to }) =>
        to < clock.now ? { accounts: 3, confirmed: 3 } : { accounts: 5, confirmed: 2 },
      countSuspended: async () => 1,
    },
    solution: {
      findLabel: async (id) => (id === knownSolution ? 'Shop' : null),
      findOwnedLabel: async () => ({ label: 'Shop', organization: 'Agency' }),
      listIncidents: async () => [{ solutionId: knownSolution, lockedAt: clock.now, unlockedAt: null }],
      countIncidents: async () => [{ day: clock.now.toISOString().slice(0, 10), solutions: 1 }],
      countLocks: async () => [{ reason: 'ABUSE', n: 2 }],
      countFrozen: async () => 0,
    },
    captcha: {
      listClusters: async () => clusters,
      isSecretRotated: async () => false,
      countFirstVerified: async ({ to }) => (to < clock.now ? 1 : 4),
    },
    billing: { countOverdue: async (max) => max },
    mails: {
      listOutbox: async ({ address }) => [
        {
          id: knownSolution,
          to: address ?? 'ada@example.org',
          kind: 'verify-email',
          state: 'PENDING',
          attempts: 1,
          answer: 'ETIMEDOUT',
          retryable: false,
          createdAt: clock.now,
          endedAt: null,
          nextTryAt: clock.now,
        },
      ],
      listBounces: async ({ address }) => [
        { id: knownBounce, address: address ?? 'ada@example.org', at: clock.now, answer: '550' },
      ],
      releaseBounce: async (_tx, id) => id === knownBounce,
    },
    queues: {
      mails: queue,
      'alert-mails': queue,
      webhooks: queue,
      'monitoring-alerts': queue,
      'roll-ups': queue,
      'lock-notices': queue,
    },
    deadLetters: {
      mails: lettersOf('mails'),
      'alert-mails': lettersOf('alert-mails'),
      webhooks: lettersOf('webhooks'),
      'monitoring-alerts': lettersOf('monitoring-alerts', { solutionId: knownSolution, kind: 'SLACK', to: 'Team' }),
    },
    system: {
      release: '0.1.0',
      servesVisitors: true,
      settings: () => [{ name: 'SESSION_SECRET', value: null, secret: true, changed: true }],
      certificates: async () => [],
      readHealth: async () => {
        if (watch.health === null) throw new ProblemError('unavailable')
        return watch.health
      },
      readFigures: async () => ({ at: clock.now.toISOString(), items: [] }),
    },
  })
  const app = Fastify()
  installProblems(app, { logger: { error: () => {} } })
  await app.register(service.routes)
  return {
    service,
    db,
    worker,
    clock,
    clusters,
    watch,
    told,
    faults,
    async call(person, method, path, payload) {
      const answer = await app.inject({
        method,
        url: `/operations/v1${path}`,
        headers: person === null ? {} : { cookie: person },
        ...(payload === undefined ? {} : { payload }),
      })
      return { status: answer.statusCode, json: () => answer.json() }
    },
    audited: () =>
      db.query(
        'test-audited',
        `select action, after from audit.entries where scope = 'SYSTEM' and scope_id = 'operations' order by id`,
        [],
      ),
    async stop() {
      await app.close()
      await db.close()
      await server.stop()
    },
  }
}
