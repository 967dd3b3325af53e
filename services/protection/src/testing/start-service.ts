import { createHash } from 'node:crypto'
import type { Actor, Person } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import { protectionRoutes, type Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { installProblems } from '@bollard/http'
import { limitMigrations } from '@bollard/limits'
import { lendDatabase, openForRoles, type RolesDatabase, startTestDatabase } from '@bollard/testing'
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import {
  createProtectionService,
  type ProtectionService,
  type ProtectionServiceOptions,
} from '../create-protection-service.ts'
import type { PlanTerms } from '../protection-context.ts'
import { createTestReports, type TestReports } from './test-reports.ts'
import { createTestCaptcha, type TestCaptcha } from './test-captcha.ts'

const personOf = (end: number): Actor => ({
  userId: `019a9b1c-5d3e-7000-8000-00000000000${end}`,
  isAdmin: false,
  emailVerified: true,
  email: `person${end}@example.org`,
  givenName: `Person ${end}`,
  language: 'en',
  provenAt: new Date('2100-01-01'),
})

/** People of the tests, by the cookie that each sends: Ada administers, Mia is a member and Vic a viewer of `ours`; Eve has `theirs`. */
export const people = { ada: personOf(1), mia: personOf(2), vic: personOf(3), eve: personOf(4) } as const
export type Name = keyof typeof people

export const ours = '019a9b1c-5d3e-7000-8000-0000000000a1'
export const theirs = '019a9b1c-5d3e-7000-8000-0000000000b1'
const roles: Readonly<Record<string, Partial<Record<Name, Role>>>> = {
  [ours]: { ada: 'ADMIN', mia: 'MEMBER', vic: 'VIEWER' },
  [theirs]: { eve: 'ADMIN' },
}

function roleOf(userId: string, id: string): Role | null {
  const name = (Object.keys(people) as Name[]).find((one) => people[one].userId === userId)
  return (name && roles[id]?.[name]) ?? null
}

function toPerson({ userId, email, givenName, language }: Actor): Person {
  return { userId, email, givenName, language }
}

/** Seals what the service keeps of visitors. */
export const keyOfTests = { id: 1, secret: createHash('sha256').update('a key of the tests').digest() }

export interface Answer {
  readonly status: number
  readonly headers: LightMyRequestResponse['headers']
  json<Body>(): Body
}

export interface TestService {
  readonly service: ProtectionService
  /** As the owner of the tables, for what tests look at past the service. */
  readonly db: Database
  readonly clock: { now: Date }
  /** The captchas beside it: keys `bsec_ours` and `bsec_theirs`. */
  readonly captcha: TestCaptcha
  /** Plans of solutions; nothing is limited without one. */
  readonly plans: Map<string, PlanTerms>
  /** Mail servers of domains, as name servers tell them. */
  readonly mail: Map<string, { readonly exchange: string; readonly priority: number }[]>
  /** What the rest of the installation says for reports, and the mails that went out. */
  readonly reports: TestReports
  /** The database of processes, as tests take it away. */
  readonly breakable: Database & { away: boolean }
  /** What went wrong outside of requests. */
  readonly faults: unknown[]
  /** Another process that does the same work. */
  another(more?: Partial<ProtectionServiceOptions>): ProtectionService
  /** Calls in somebody's name, or with a secret key where it begins with `bsec_`; null is nobody. */
  call(
    who: Name | `bsec_${string}` | null,
    id: keyof typeof protectionRoutes,
    how?: { readonly params?: Readonly<Record<string, string>>; readonly body?: object; readonly query?: string },
  ): Promise<Answer>
  /** Another process behind its own server, asked with a secret key, `bsec_ours` where none is said. */
  anotherServer(more?: Partial<ProtectionServiceOptions>): Promise<{
    readonly service: ProtectionService
    readonly raw: (request: InjectOptions) => Promise<LightMyRequestResponse>
    readonly ask: (
      id: keyof typeof protectionRoutes,
      how?: {
        readonly params?: Readonly<Record<string, string>>
        readonly body?: object
        readonly query?: string
        readonly key?: string
      },
    ) => Promise<LightMyRequestResponse>
  }>
  /** A request as it is, with its headers. */
  raw(request: InjectOptions): Promise<LightMyRequestResponse>
  stop(): Promise<void>
}

/** Path of a call about `ours`, with its other parameters by their names. */
export function pathOf(id: keyof typeof protectionRoutes, params: Readonly<Record<string, string>> = {}): string {
  return protectionRoutes[id].path.replaceAll(
    /\{(\w+)\}/gu,
    (_whole, name: string) => params[name] ?? (name === 'solutionId' ? ours : name),
  )
}

/** A database that fails at once while it is away, as one does that nobody listens for. */
function breakableOf(db: Database): Database & { away: boolean } {
  const fail = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  const pool = new Proxy(db.pool, {
    get: (whole, name) => (broken.away && name === 'query' ? fail : Reflect.get(whole, name, whole)),
  })
  const broken: Database & { away: boolean } = {
    ...db,
    away: false,
    pool,
    query: (name: string, text: string, values?: readonly unknown[]) =>
      broken.away ? fail() : db.query<never>(name, text, values),
    transaction: (work, limits) => (broken.away ? fail() : db.transaction(work, limits)),
  }
  return broken
}

const migrations = [
  auditMigrations,
  limitMigrations,
  { schema: 'protection', directory: new URL('../migrations/', import.meta.url) },
]

/** Makes a database on a server of the test's own, and answers with its connection string. */
type MakeDatabase = (those: typeof migrations) => Promise<string>

async function openTables(make: MakeDatabase | undefined): Promise<{ db: RolesDatabase; end(): Promise<void> }> {
  if (make !== undefined) {
    const db = openForRoles(await make(migrations), 5)
    return { db, end: () => db.close() }
  }
  const server = await startTestDatabase()
  const db = await lendDatabase(server, { migrations, max: 5 })
  return { db, end: () => db.close().then(() => server.stop()) }
}

/** The service on a real PostgreSQL, as the roles that it has in production. */
export async function startService(
  more: Partial<ProtectionServiceOptions> = {},
  given?: MakeDatabase,
): Promise<TestService> {
  const { db, end } = await openTables(given)
  const [api, worker] = [db.as('bollard_api'), db.as('bollard_worker')]
  const clock = { now: new Date('2026-03-02T12:00:00.000Z') }
  const plans: TestService['plans'] = new Map()
  const captcha = createTestCaptcha(ours, theirs)
  const reports = createTestReports()
  const faults: unknown[] = []
  const breakable = breakableOf(api)
  const mail: TestService['mail'] = new Map([['shop.example', [{ exchange: 'mx.shop.example', priority: 10 }]]])
  const options: ProtectionServiceOptions = {
    db: api,
    workerDb: worker,
    now: () => clock.now,
    clientIp: () => '192.0.2.1',
    apiUrl: 'https://captcha.example',
    websiteUrl: 'https://www.captcha.example',
    identity: { findActor: async (cookie) => people[cookie as Name] ?? null },
    solution: {
      findRole: async ({ userId }, id) => roleOf(userId, id),
      findAdmins: async (id) =>
        Object.values(people)
          .filter(({ userId }) => roleOf(userId, id) === 'ADMIN')
          .map(toPerson),
      isSecondFactorDue: async () => false,
      noteVisit: async () => undefined,
    },
    billing: { plansOf: async () => plans },
    captcha: captcha.port,
    sealingKeys: [keyOfTests],
    // A busy machine is no outage.
    waits: { storeMs: 20_000, decisionMs: 25_000 },
    limitClock: { clock: 'CALLER' },
    resolver: { resolveMx: async (domain) => mail.get(domain) ?? [], resolveAddresses: async () => [] },
    solutionsOfOwner: async (id) => [id],
    ownCaptcha: { verify: async (token) => (token === 'passed' ? 'passed' : 'refused') },
    lookUpNetwork: (address) => ({ asn: address.startsWith('203.0.113.') ? 64_500 : 0, country: null }),
    identifyProgram: () => null,
    operatorName: (operator) => (operator === 64_500 ? 'Example Net' : null),
    reports: reports.port,
    onError: (error) => void faults.push(error),
  }
  const another: TestService['another'] = (other = {}) => createProtectionService({ ...options, ...more, ...other })
  const service = another()
  for (const solutionId of [ours, theirs]) await service.provisionSpace({ solutionId, timeZone: 'Europe/Berlin' })
  const apps: FastifyInstance[] = []
  const serve = async ({ routes }: ProtectionService): Promise<FastifyInstance> => {
    const served = Fastify()
    apps.push(served)
    installProblems(served, { logger: { error: (...said: unknown[]) => faults.push(...said) } })
    await served.register(routes)
    return served
  }
  const app = await serve(service)
  return {
    service,
    db,
    clock,
    captcha,
    plans,
    mail,
    reports,
    faults,
    breakable,
    another,
    async anotherServer(other) {
      const made = another(other)
      const served = await serve(made)
      return {
        service: made,
        raw: (request) => served.inject(request),
        ask: (id, { params, body, query = '', key = 'bsec_ours' } = {}) =>
          served.inject({
            method: protectionRoutes[id].method,
            url: pathOf(id, params) + query,
            headers: { authorization: `Bearer ${key}` },
            ...(body === undefined ? {} : { payload: body }),
          }),
      }
    },
    async call(who, id, { params, body, query = '' } = {}) {
      const isKey = who?.startsWith('bsec_') ?? false
      const answer = await app.inject({
        method: protectionRoutes[id].method,
        url: pathOf(id, params) + query,
        headers: who === null ? {} : isKey ? { authorization: `Bearer ${who}` } : { cookie: who },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: answer.statusCode, headers: answer.headers, json: () => answer.json() }
    },
    raw: (request) => app.inject(request),
    async stop() {
      await Promise.all(apps.map((one) => one.close()))
      await end()
    },
  }
}
