import { createHash } from 'node:crypto'
import type { Actor } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import { type MonitoredService, monitoringRoutes, type Role } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { installProblems } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import { lendDatabase, startTestDatabase } from '@bollard/testing'
import type { CheckResult, Verdict } from '@bollard/uptime'
import type { PublicAnswer, PublicRequest } from '@bollard/webhooks'
import Fastify, { type InjectOptions } from 'fastify'
import {
  createMonitoringService,
  type MonitoringService,
  type MonitoringServiceOptions,
} from '../create-monitoring-service.ts'
import type { PlanTerms, RunCheck } from '../monitoring-context.ts'
import { createTestCaptcha, type TestCaptcha } from './test-captcha.ts'
import { type Sent, statusPortsOf } from './status-ports.ts'

const personOf = (end: number, more: Partial<Actor> = {}): Actor => ({
  userId: `019a9b1c-5d3e-7000-8000-00000000000${end}`,
  isAdmin: false,
  emailVerified: true,
  email: `person${end}@example.org`,
  givenName: `Person ${end}`,
  language: 'en',
  provenAt: new Date('2100-01-01'),
  ...more,
})

/** People of the tests, by the cookie that each sends: Ada administers, Mia is a member and Vic a viewer of `ours`; Eve has `theirs`. */
export const people = {
  ada: personOf(1),
  mia: personOf(2),
  vic: personOf(3),
  eve: personOf(4),
} as const
export type Name = keyof typeof people

export const ours = '019a9b1c-5d3e-7000-8000-0000000000a1'
export const theirs = '019a9b1c-5d3e-7000-8000-0000000000b1'
const roles: Readonly<Record<string, Partial<Record<Name, Role>>>> = {
  [ours]: { ada: 'ADMIN', mia: 'MEMBER', vic: 'VIEWER' },
  [theirs]: { eve: 'ADMIN' },
}

export interface Answer {
  readonly status: number
  readonly text: string
  json<Body>(): Body
}

export interface TestService {
  readonly service: MonitoringService
  /** As the owner of the tables, for what tests look at past the service. */
  readonly db: Database
  readonly clock: { now: Date }
  /** What checks find next, by host; UP where nothing is said. */
  readonly found: Map<string, Verdict>
  /** What the captchas beside it answer. */
  readonly captcha: TestCaptcha
  /** Every check that was run: its host and its secret. */
  readonly ran: { readonly host: string; readonly check: Parameters<RunCheck>[0] }[]
  /** Mails in the outbox, by their keys. */
  readonly mails: Map<string, Mail>
  /** What channels were told, and what they answer next; 200 where nothing is said. */
  readonly requests: PublicRequest[]
  readonly answers: PublicAnswer[]
  /** What went out to subscribers. */
  readonly sent: Sent
  /** Plans of solutions; nothing is limited without one. */
  readonly plans: Map<string, PlanTerms>
  /** Another process that does the same work. */
  another(more?: Partial<MonitoringServiceOptions>): MonitoringService
  /** Calls in somebody's name, or with a key where it begins with `bmk_`; null is nobody. */
  call(
    who: Name | `bmk_${string}` | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ): Promise<Answer>
  /** A request as it is, with its headers. */
  raw(request: InjectOptions): Promise<{ readonly statusCode: number; readonly body: string }>
  /** Monitors a web page of `ours`, every minute. */
  monitor(name: string, more?: object): Promise<MonitoredService>
  read(id: string): Promise<MonitoredService>
  /** Lets time pass, and does all that is due by then. */
  pass(seconds: number): Promise<void>
  /** Answers real connections on loopback from now on; where. */
  listen(): Promise<string>
  stop(): Promise<void>
}

export const services = `/monitoring/v1/solutions/${ours}/services`
export const page = (host: string) => ({ kind: 'HTTP', target: { url: `https://${host}/` } })

/** A result as a prober writes it. */
export function resultOf(verdict: Verdict, at: Date): CheckResult {
  const fault = verdict === 'UP' ? null : verdict === 'CHALLENGED' ? 'challenged' : 'status'
  return {
    at: at.getTime(),
    verdict,
    phases: { dnsMs: 1, connectMs: 2, tlsMs: 3, firstByteMs: 40, totalMs: 50 },
    fault,
    detail: fault === null ? null : 'found by a test',
    assertions: [],
    facts: { statusCode: verdict === 'UP' ? 200 : 503 },
    sample: null,
  }
}

/** What a provider answers. */
export function answered(status: number, retryAfterSeconds: number | null = null): PublicAnswer {
  return {
    status,
    body: Buffer.from('as a test wants it'),
    complete: true,
    isPublic: true,
    retryAfterSeconds,
    fault: null,
  }
}

const migrations = [auditMigrations, { schema: 'monitoring', directory: new URL('../migrations/', import.meta.url) }]

/** The service on a real PostgreSQL, as the roles that it has in production. */
export async function startService(more: Partial<MonitoringServiceOptions> = {}): Promise<TestService> {
  const server = await startTestDatabase()
  const db = await lendDatabase(server, { migrations, max: 5 })
  const [api, worker] = [db.as('bollard_api'), db.as('bollard_worker')]
  const clock = { now: new Date('2026-03-02T12:00:00.000Z') }
  const found: TestService['found'] = new Map()
  const plans: TestService['plans'] = new Map()
  const captcha = createTestCaptcha()
  const mails: TestService['mails'] = new Map()
  const requests: PublicRequest[] = []
  const answers: PublicAnswer[] = []
  const sent: Sent = { mails: [], posts: [], bounced: new Set(), outcomes: [], tokens: new Set() }
  const ran: { host: string; check: Parameters<RunCheck>[0] }[] = []
  const options: MonitoringServiceOptions = {
    db: api,
    workerDb: worker,
    now: () => clock.now,
    clientIp: () => '192.0.2.1',
    place: 'main',
    allowPrivate: false,
    browser: null,
    apiKeysFor: 'solution-admins',
    sealingKeys: [{ id: 1, secret: createHash('sha256').update('a key of the tests').digest() }],
    identity: { findActor: async (cookie) => people[cookie as Name] ?? null },
    solution: {
      findRole: async ({ userId }, id) => {
        const name = (Object.keys(people) as Name[]).find((one) => people[one].userId === userId)
        return (name && roles[id]?.[name]) ?? null
      },
      isSecondFactorDue: async () => false,
      noteVisit: async () => undefined,
    },
    billing: { plansOf: async () => plans },
    captcha: captcha.port,
    channels: {
      enqueueMail: async (_tx, mail, key) => void mails.set(key, mail),
      memberOf: async (email) => (/^person[1-3]@/u.test(email) ? { unsubscribeUrl: 'https://id.example/off' } : null),
      isBounced: async (address) => sent.bounced.has(address),
      nameOf: async () => 'Our shop',
      dashboardUrl: 'https://dashboard.example',
      identityUrl: 'https://id.example',
      apiUrl: 'https://api.example',
      allowPrivate: false,
      request: async (call) => {
        requests.push(call)
        return answers.shift() ?? answered(200)
      },
    },
    status: statusPortsOf(sent),
    runCheck: async (check) => {
      const host = check.kind === 'HTTP' ? new URL(check.target.url).hostname : check.kind
      ran.push({ host, check })
      return resultOf(found.get(host) ?? 'UP', clock.now)
    },
    onError: (error) => {
      throw error
    },
  }
  const another: TestService['another'] = (other = {}) => createMonitoringService({ ...options, ...more, ...other })
  const service = another()
  for (const solutionId of [ours, theirs]) await service.provisionSpace({ solutionId, timeZone: 'Europe/Berlin' })
  const app = Fastify()
  installProblems(app, { logger: { error: (...said: unknown[]) => console.error(...said) } })
  await app.register(service.routes)
  const call: TestService['call'] = async (who, method, path, payload) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: who === null ? {} : who.startsWith('bmk_') ? { authorization: `Bearer ${who}` } : { cookie: who },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: answer.statusCode, text: answer.payload, json: () => answer.json() }
  }
  return {
    service,
    db,
    clock,
    found,
    captcha,
    ran,
    mails,
    requests,
    answers,
    sent,
    plans,
    another,
    call,
    raw: (request) => app.inject(request),
    async monitor(name, more = {}) {
      const made = await call('mia', 'POST', services, { name, check: page(`${name}.example`), ...more })
      if (made.status !== 201) throw new Error(JSON.stringify(made.json()))
      return made.json()
    },
    read: async (id) => (await call('vic', 'GET', `${services}/${id}`)).json(),
    async pass(seconds) {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000)
      await service.engine.turn()
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      await app.close()
      await db.close()
      await server.stop()
    },
  }
}

/** Path of a call about a service or another thing of `ours`. */
export function pathOf(id: keyof typeof monitoringRoutes, params: Readonly<Record<string, string>> = {}): string {
  const { path } = monitoringRoutes[id]
  return path.replaceAll(/\{(\w+)\}/gu, (_whole, name: string) => params[name] ?? (name === 'solutionId' ? ours : name))
}
