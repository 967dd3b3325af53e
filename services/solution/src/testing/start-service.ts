import type { Role, Solution } from '@bollard/contracts'
import { type Database, migrate, openDatabase } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import type { TestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { createSolutionService, type SolutionService, type SolutionServiceDeps } from '../create-solution-service.ts'
import type { Actor } from '../solution-context.ts'

/** People of the tests, by the cookie that each sends. */
export const people: Readonly<Record<Person, Actor>> = {
  ada: { userId: 'user-ada', isAdmin: false, emailVerified: true },
  bob: { userId: 'user-bob', isAdmin: false, emailVerified: true },
  eve: { userId: 'user-eve', isAdmin: false, emailVerified: true },
  newcomer: { userId: 'user-newcomer', isAdmin: false, emailVerified: false },
  operator: { userId: 'user-operator', isAdmin: true, emailVerified: true },
}
export type Person = 'ada' | 'bob' | 'eve' | 'newcomer' | 'operator'

export interface TestService {
  readonly db: Database
  readonly service: SolutionService
  readonly provisioned: { solutionId: string; domains: readonly string[] }[]
  readonly clock: { now: Date }
  /** Calls in somebody's name; null is nobody. */
  call(person: Person | null, method: 'GET' | 'POST', url: string, payload?: unknown, headers?: Record<string, string>): Promise<Answer>
  create(person: Person, label?: string): Promise<Solution & { siteKey: string; secretKey: string }>
  join(person: Person, solutionId: string, role: Role): Promise<void>
  count(table: 'solutions' | 'members' | 'audit' | 'answers'): Promise<number>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  json<Body>(): Body
}

/** The service on a fresh database of a real PostgreSQL, behind real HTTP handling. Closes when the running test ends. */
export async function startService(postgres: TestDatabase, overrides: Partial<SolutionServiceDeps> = {}): Promise<TestService> {
  const db = openDatabase({ connectionString: await postgres.createDatabase(), max: 4 })
  const clock = { now: new Date('2026-03-01T10:00:00.000Z') }
  const provisioned: TestService['provisioned'] = []
  const service = createSolutionService({
    db,
    findActor: async (cookie) => Object.entries(people).find(([name]) => cookie === `session=${name}`)?.[1] ?? null,
    provisionSite: async (request) => {
      // Takes a connection of its own while the creation holds one, as the real one does.
      await db.query('test-provision', 'select 1 as one')
      provisioned.push(request)
      return { siteKey: `bsk_${provisioned.length}`, secretKey: `bsec_secret_${provisioned.length}` }
    },
    now: () => clock.now,
    ...overrides,
  })
  await migrate(db, { schema: 'solution', directory: service.migrations })
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: () => {} } })
  await app.register(service.routes)
  onTestFinished(async () => {
    await app.close()
    await db.close()
  })

  const call: TestService['call'] = async (person, method, url, payload, headers = {}) => {
    const cookie: Record<string, string> = person ? { cookie: `session=${person}` } : {}
    const body = payload === undefined ? {} : { payload: JSON.stringify(payload), headers: { ...cookie, 'content-type': 'application/json', ...headers } }
    const answer = await app.inject({ method, url: `/solution/v1${url}`, headers: { ...cookie, ...headers }, ...body })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() }
  }
  return {
    db,
    service,
    provisioned,
    clock,
    call,
    create: async (person, label = 'Shop') => (await call(person, 'POST', '/solutions', { type: 'CAPTCHA', label, domains: ['shop.example'] })).json(),
    join: async (person, solutionId, role) => {
      const values = [solutionId, people[person].userId, role, clock.now]
      await db.query('test-join', 'insert into solution.members (solution_id, user_id, role, created_at) values ($1, $2, $3, $4)', values)
    },
    count: async (table) => (await db.query<{ count: number }>(`test-count-${table}`, `select count(*)::int as count from solution.${table}`))[0]?.count ?? -1,
  }
}
