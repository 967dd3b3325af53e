import type { Actor, Person } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import type { Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { installProblems } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import { lendDatabase, startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { type ContactService, createContactService } from '../create-contact-service.ts'

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
  eve: personOf(2, { language: 'de' }),
  operator: personOf(3, {
    isAdmin: true,
    hasSecondFactor: true,
    operating: { change: { reason: 'A test of operators', ticket: null, until: new Date('2100-01-01') } },
  }),
} as const
export const adasSolution = '019a9b1c-5d3e-7000-8000-0000000000aa'

export interface TestService {
  readonly service: ContactService
  /** As the owner of the tables, for what tests look at past the service. */
  readonly db: Database
  readonly mails: Mail[]
  readonly clock: { now: Date }
  /** Whether a process that puts a mail on its way dies there. */
  readonly post: { isKilled: boolean }
  /** Calls in somebody's name; null is nobody. */
  call(
    person: keyof typeof people | null,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json<Body>(): Body }>
  stop(): Promise<void>
}

const migrations = [auditMigrations, { schema: 'contact', directory: new URL('../migrations/', import.meta.url) }]

/** The service on a real PostgreSQL, as the roles that it has in production. */
export async function startService(): Promise<TestService> {
  const server = await startTestDatabase()
  const db = await lendDatabase(server, { migrations, max: 5 })
  const [api, worker] = [db.as('bollard_api'), db.as('bollard_worker')]
  const clock = { now: new Date() }
  const mails: Mail[] = []
  const post = { isKilled: false }
  const known = Object.values(people).map(({ userId, email, givenName, language }): Person => ({
    userId,
    email: email ?? '',
    givenName,
    language,
  }))
  const service = createContactService({
    db: api,
    workerDb: worker,
    now: () => clock.now,
    enqueueMail: async (_tx, mail) => {
      if (post.isKilled) throw new Error('killed')
      mails.push(mail)
    },
    dashboardUrl: 'https://dashboard.example.org',
    websiteUrl: 'https://website.example.org',
    clientIp: ({ headers }) => String(headers['client-ip'] ?? '198.51.100.7'),
    secret: 'a secret of the tests, which nobody else has',
    mailFrom: 'no-reply@website.example.org',
    identity: {
      findActor: async (cookie) => people[cookie as keyof typeof people] ?? null,
      findPeople: async (ids) => known.filter(({ userId }) => ids.includes(userId)),
      findOperators: async () => known.filter(({ userId }) => userId === people.operator.userId),
    },
    captcha: { verify: async (token) => (token === 'good' ? 'passed' : token === 'down' ? 'unavailable' : 'refused') },
    solution: {
      findRole: async ({ userId }, solutionId): Promise<Role | null> =>
        solutionId === adasSolution && userId === people.ada.userId ? 'VIEWER' : null,
      findLabel: async () => 'Shop',
    },
  })
  const app = Fastify()
  installProblems(app, { logger: { error: () => {} } })
  await app.register(service.routes)
  return {
    service,
    db,
    mails,
    clock,
    post,
    async call(person, method, path, payload, headers = {}) {
      const answer = await app.inject({
        method,
        url: `/contact/v1${path}`,
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
