import { auditMigrations } from '@bollard/audit'
import type { InvoiceAddress, PaymentMethod, Role, SolutionPlan } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import { lendDatabase, type TestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { expect, onTestFinished } from 'vitest'
import type { Actor, BillingDeps } from '../billing-context.ts'
import { type BillingService, type BillingServiceDeps, createBillingService } from '../create-billing-service.ts'
import type { PlanUse } from '../plan/exceeded-limits.ts'
import { defaultPlans } from '../plan/default-plans.ts'
import type { SettledPayment } from '../payment/payment-row.ts'
import { findUnrecorded, watchStates } from './watch-states.ts'

export type Person = 'ada' | 'bob' | 'eve' | 'newcomer' | 'operator' | 'stale'

/** People of the tests, by the cookie that each sends. */
export const people: Readonly<Record<Person, Actor>> = {
  ada: person('ada'),
  bob: person('bob'),
  eve: person('eve'),
  newcomer: { ...person('newcomer'), emailVerified: false },
  operator: { ...person('operator'), isAdmin: true },
  // Signed in long ago: sensitive calls ask for a proof first. Everybody else has always just proved who they are.
  stale: { ...person('stale'), provenAt: new Date('2026-03-09T10:00:00.000Z') },
}
function person(name: string): Actor {
  const provenAt = new Date('2026-03-10T09:58:00.000Z')
  return { userId: `user-${name}`, isAdmin: false, emailVerified: true, email: `${name}@example.org`, provenAt }
}

export const companyInBerlin = {
  company: 'Ada & Co',
  street: 'Unter den Linden 1',
  postalCode: '10117',
  city: 'Berlin',
  countryCode: 'DE',
  email: 'bills@ada.example',
}

export interface TestService {
  readonly db: Database
  readonly service: BillingService
  /** What the service itself works with; for verbs that no route calls. */
  readonly deps: BillingDeps
  readonly mails: { mail: Mail; key: string | undefined }[]
  /** Solutions of which `chargesArose` told, newest last. */
  readonly arose: string[]
  readonly settled: SettledPayment[]
  readonly dropped: string[]
  readonly errors: unknown[]
  readonly clock: { now: Date }
  readonly usage: Map<string, number>
  readonly use: Map<string, PlanUse>
  /** Answers of VIES by VAT id; "unavailable" without one. */
  readonly vies: Map<string, boolean>
  readonly asked: string[]
  /** Calls in somebody's name; null is nobody. */
  call(
    person: Person | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** A solution with a plan, of which these people are members; the first one creates it. */
  open(
    members: Partial<Record<Person, Role>>,
    request?: Partial<Parameters<BillingService['openSubscription']>[0]>,
  ): Promise<string>
  address(person: Person, more?: object): Promise<InvoiceAddress>
  transfer(person: Person): Promise<PaymentMethod>
  plan(person: Person, solutionId: string): Promise<SolutionPlan>
  /** Chooses a plan with an address and a method of the person's own, as the plan is now. */
  choose(person: Person, solutionId: string, choice: object): Promise<Answer>
  charges(
    solutionId: string,
  ): Promise<{ kind: string; planCode: string; from: string; to: string; amount: number; status: string }[]>
  later(span: { days?: number; hours?: number }): void
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  json<Body>(): Body
}

const migrations = [auditMigrations, { schema: 'billing', directory: new URL('../migrations/', import.meta.url) }]

/** The service on an empty database of a real PostgreSQL, behind real HTTP handling. Closes when the running test ends. */
export async function startService(
  postgres: TestDatabase,
  overrides: Partial<BillingServiceDeps> = {},
  wrap = (ports: BillingServiceDeps) => ports,
): Promise<TestService> {
  const db = await lendDatabase(postgres, { migrations, max: 6, prepare: watchStates })
  const clock = { now: new Date('2026-03-10T10:00:00.000Z') }
  const roles = new Map<string, Role>()
  const seen = {
    mails: [] as TestService['mails'],
    arose: [] as string[],
    settled: [] as SettledPayment[],
    dropped: [] as string[],
    errors: [] as unknown[],
    asked: [] as string[],
  }
  const known = { usage: new Map<string, number>(), use: new Map<string, PlanUse>(), vies: new Map<string, boolean>() }
  let lastId = 0
  const newId = () => `019f0000-0000-7000-8000-${String((lastId += 1)).padStart(12, '0')}`
  let lastToken = 0
  const newToken = () => `token-${String((lastToken += 1)).padStart(37, '0')}`
  const ports = wrap({
    db,
    findActor: async (cookie) => {
      const [name, actor] = Object.entries(people).find(([each]) => cookie === `session=${each}`) ?? []
      if (actor === undefined) return null
      return name === 'stale' ? actor : { ...actor, provenAt: new Date(clock.now.getTime() - 120_000) }
    },
    findRole: async ({ userId }, solutionId) => roles.get(`${solutionId} ${userId}`) ?? null,
    findAdmins: async (solutionId) =>
      Object.values(people)
        .filter(({ userId }) => roles.get(`${solutionId} ${userId}`) === 'ADMIN')
        .map(({ userId, email }) => ({
          userId,
          email,
          givenName: 'Ada',
          language: userId === 'user-bob' ? 'de' : 'en',
        })),
    findPerson: async (userId) => {
      const found = Object.values(people).find((one) => one.userId === userId && one.emailVerified)
      return found
        ? { userId, email: found.email, givenName: 'Ada', language: userId === 'user-bob' ? 'de' : 'en' }
        : null
    },
    findLabel: async () => 'Shop',
    findLanguage: async () => 'de',
    findTimeZone: async () => 'UTC',
    countUse: async (solutionId) => known.use.get(solutionId) ?? { counts: {}, features: [] },
    countUsage: async (ids) =>
      new Map(ids.flatMap((id) => (known.usage.has(id) ? [[id, known.usage.get(id) ?? 0] as const] : []))),
    enqueueMail: async (_tx, mail, key) => void seen.mails.push({ mail, key }),
    unsubscribeUrlOf: async (userId) =>
      userId === 'user-eve' ? null : `https://identity.example/unsubscribe/${userId}`,
    checkVatId: async ({ text }) => {
      seen.asked.push(text)
      const valid = known.vies.get(text)
      return valid === undefined ? 'unavailable' : { valid, requestId: valid ? 'WAPIAAAAX1' : null }
    },
    provider: null,
    plans: defaultPlans(),
    seller: { countryCode: 'DE', vatId: 'DE123456789' },
    chargesArose: async (solutionId) => void seen.arose.push(solutionId),
    periodDropped: async (_tx, solutionId) => void seen.dropped.push(solutionId),
    paymentSettled: async (_tx, payment) => void seen.settled.push(payment),
    dashboardUrl: 'https://dashboard.example',
    now: () => clock.now,
    newId,
    newToken,
    onError: (error) => void seen.errors.push(error),
    clientIp: () => '198.51.100.7',
    ...overrides,
  })
  const service = createBillingService(ports)
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: (fields) => void seen.errors.push(fields) } })
  await app.register(service.routes)
  onTestFinished(async () => {
    await app.close()
    const unrecorded = await findUnrecorded(db)
    await db.close()
    expect(unrecorded, 'states that no entry of the audit log tells of').toEqual([])
  })

  const call: TestService['call'] = async (who, method, url, payload, headers = {}) => {
    const cookie: Record<string, string> = who ? { cookie: `session=${who}` } : {}
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const body =
      payload === undefined
        ? {}
        : { payload: text, headers: { ...cookie, 'content-type': 'application/json', ...headers } }
    const answer = await app.inject({ method, url: `/solution/v1${url}`, headers: { ...cookie, ...headers }, ...body })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body, json: () => answer.json() }
  }
  const made = async <Body>(who: Person, url: string, payload: object): Promise<Body> => {
    const answer = await call(who, 'POST', url, payload)
    if (answer.status >= 300) throw new Error(answer.text)
    return answer.json()
  }
  const plan: TestService['plan'] = async (who, solutionId) =>
    (await call(who, 'GET', `/solutions/${solutionId}/plan`)).json()
  return {
    db,
    service,
    deps: { ...ports, newId, newToken, findCustomerDiscount: async () => null },
    ...seen,
    ...known,
    clock,
    call,
    plan,
    async open(members, request = {}) {
      const solutionId = newId()
      for (const [name, role] of Object.entries(members)) roles.set(`${solutionId} user-${name}`, role)
      await service.openSubscription({
        solutionId,
        type: 'CAPTCHA',
        userId: `user-${Object.keys(members)[0]}`,
        ...request,
      })
      if (request.planCode !== undefined) await service.billNewPlan(solutionId)
      return solutionId
    },
    async address(who, more = {}) {
      const address = await made<InvoiceAddress>(who, '/invoice-addresses', { ...companyInBerlin, ...more })
      // As if somebody there had said yes; the mails that ask are the business of their own tests.
      const sql =
        'insert into billing.confirmed_emails select $1, lower(e), $3 from unnest($2::text[]) e on conflict do nothing'
      await db.query('test-confirm', sql, [`user-${who}`, [address.email, ...address.ccEmails], clock.now])
      await db.query('test-confirmed', 'delete from billing.email_confirmations')
      for (const asked of seen.mails.filter(({ mail }) => mail.tag === 'invoice-address-confirm'))
        seen.mails.splice(seen.mails.indexOf(asked), 1)
      return { ...address, unconfirmedEmails: [] }
    },
    transfer: (who) => made(who, '/payment-methods', { kind: 'BANK_TRANSFER' }),
    choose: async (who, solutionId, choice) =>
      call(who, 'PUT', `/solutions/${solutionId}/plan`, { version: (await plan(who, solutionId)).version, ...choice }),
    async charges(solutionId) {
      const sql = `select kind, plan_code as "planCode", to_char(period_from at time zone 'UTC', 'YYYY-MM-DD') as "from",
        to_char(period_to at time zone 'UTC', 'YYYY-MM-DD') as "to", amount_minor as amount, status from billing.charges where solution_id = $1 order by id`
      return db.query('test-charges', sql, [solutionId])
    },
    later: ({ days = 0, hours = 0 }) =>
      void (clock.now = new Date(clock.now.getTime() + days * 86_400_000 + hours * 3_600_000)),
  }
}
