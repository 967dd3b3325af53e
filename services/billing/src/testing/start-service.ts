import type { Actor, Person as AccountHolder } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import {
  dayMs,
  hourMs,
  type InvoiceAddress,
  type PaymentMethod,
  type Role,
  type SolutionPlan,
} from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import type { Mail } from '@bollard/mail'
import { lendDatabase, type TestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { expect, onTestFinished } from 'vitest'
import type { BillingContext } from '../billing-context.ts'
import { type BillingService, type BillingServiceOptions, createBillingService } from '../create-billing-service.ts'
import { NoSellerError } from '../jobs/run-due.ts'
import { defaultPlans } from '../plan/default-plans.ts'
import type { PlanUse } from '../plan/exceeded-limits.ts'
import { findUnrecorded, watchStates } from './watch-states.ts'

export type Person = 'ada' | 'bob' | 'eve' | 'newcomer' | 'operator' | 'colleague' | 'stale'

/** People of the tests, by the cookie that each sends. */
export const people: Readonly<Record<Person, Actor>> = {
  ada: person('ada'),
  bob: person('bob'),
  eve: person('eve'),
  newcomer: { ...person('newcomer'), emailVerified: false },
  operator: operator('operator'),
  // Signed in long ago: sensitive calls ask for a proof first. Everybody else has always just proved who they are.
  stale: { ...person('stale'), provenAt: new Date('2026-03-09T10:00:00.000Z') },
  // A second operator.
  colleague: operator('colleague'),
}
/** An administrator in change mode. */
function operator(name: string): Actor {
  const change = { reason: 'A test of operators', ticket: null, until: new Date('2100-01-01') }
  return { ...person(name), isAdmin: true, operating: { change } }
}

/** Somebody who is signed in, has a confirmed address, and proved who they are two minutes ago. Bob reads German. */
export function person(name: string): Actor {
  return {
    userId: `user-${name}`,
    isAdmin: false,
    emailVerified: true,
    email: `${name}@example.org`,
    givenName: 'Ada',
    language: name === 'bob' ? 'de' : 'en',
    provenAt: new Date('2026-03-10T09:58:00.000Z'),
  }
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
  readonly context: BillingContext
  readonly mails: { mail: Mail; key: string | undefined }[]
  /** Solutions that were billed at once, newest last. */
  readonly billed: string[]
  readonly errors: unknown[]
  readonly clock: { now: Date }
  readonly usage: Map<string, number>
  /** Requests that page protection decided about, by solution. */
  readonly requests: Map<string, number>
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

/** Doubles of other services: what is given here takes the place of single answers. */
export interface Overrides extends Partial<Omit<BillingServiceOptions, 'identity' | 'solution' | 'captcha'>> {
  readonly identity?: Partial<BillingContext['identity']>
  readonly solution?: Partial<BillingContext['solution']>
  readonly captcha?: Partial<BillingContext['captcha']>
}

function toPerson({ userId, email, givenName, language }: Actor): AccountHolder {
  return { userId, email, givenName, language }
}

/** The last step of billing a solution at once asks what is to be collected of it. */
function noteBilled(db: Database, billed: string[]): Database {
  return {
    ...db,
    query(name: string, text: string, values?: readonly unknown[]) {
      if (name === 'billing-collect-due' && typeof values?.[1] === 'string') billed.push(values[1])
      return db.query<never>(name, text, values)
    },
  }
}

/** The service on an empty database of a real PostgreSQL, behind real HTTP handling. Closes when the running test ends. */
export async function startService(
  postgres: TestDatabase,
  { identity, solution, captcha, ...overrides }: Overrides = {},
  wrap = (options: BillingServiceOptions) => options,
): Promise<TestService> {
  const db = await lendDatabase(postgres, { migrations, max: 6, prepare: watchStates })
  const clock = { now: new Date('2026-03-10T10:00:00.000Z') }
  const roles = new Map<string, Role>()
  const seen = {
    mails: [] as TestService['mails'],
    billed: [] as string[],
    errors: [] as unknown[],
    asked: [] as string[],
  }
  const known = {
    usage: new Map<string, number>(),
    requests: new Map<string, number>(),
    use: new Map<string, PlanUse>(),
    vies: new Map<string, boolean>(),
  }
  let lastId = 0
  const newId = () => `019f0000-0000-7000-8000-${String((lastId += 1)).padStart(12, '0')}`
  let lastToken = 0
  const newToken = () => `token-${String((lastToken += 1)).padStart(37, '0')}`
  const options = wrap({
    db: noteBilled(db, seen.billed),
    identity: {
      findActor: async (cookie) => {
        const [name, actor] = Object.entries(people).find(([each]) => cookie === `session=${each}`) ?? []
        if (actor === undefined) return null
        return name === 'stale' ? actor : { ...actor, provenAt: new Date(clock.now.getTime() - 120_000) }
      },
      findPeople: async (userIds) =>
        Object.values(people)
          .filter(({ userId, emailVerified }) => userIds.includes(userId) && emailVerified)
          .map(toPerson),
      findOperators: async () => [],
      mailAllowed: async (userId) => userId !== 'user-eve',
      unsubscribeUrl: (userId) => `https://identity.example/unsubscribe/${userId}`,
      ...identity,
    },
    solution: {
      findRole: async ({ userId }, solutionId) => roles.get(`${solutionId} ${userId}`) ?? null,
      noteVisit: async () => {},
      isSecondFactorDue: async () => false,
      findAdmins: async (solutionId) =>
        Object.values(people)
          .filter(({ userId }) => roles.get(`${solutionId} ${userId}`) === 'ADMIN')
          .map(toPerson),
      findLabel: async () => 'Shop',
      findLanguage: async () => 'de',
      findTimeZone: async () => 'UTC',
      countMembers: async (solutionId) => known.use.get(solutionId)?.counts.members ?? 0,
      setLock: async () => {},
      openLock: async () => {},
      findOrganizationRole: async () => null,
      findReferrer: async () => null,
      payoutTermsOf: async () => null,
      findOrganizationAdmins: async () => [],
      ...solution,
    },
    captcha: {
      countUse: async (solutionId) => known.use.get(solutionId) ?? { counts: {}, features: [] },
      countUsage: async (ids) =>
        new Map(ids.flatMap((id) => (known.usage.has(id) ? [[id, known.usage.get(id) ?? 0] as const] : []))),
      readUsage: async () => [],
      ...captcha,
    },
    protection: { countRequests: async (solutionId) => known.requests.get(solutionId) ?? 0 },
    enqueueMail: async (_tx, mail, key) => void seen.mails.push({ mail, key }),
    checkVatId: async ({ text }) => {
      seen.asked.push(text)
      const valid = known.vies.get(text)
      return valid === undefined ? 'unavailable' : { valid, requestId: valid ? 'WAPIAAAAX1' : null }
    },
    provider: null,
    plans: defaultPlans(),
    operator: null,
    seller: { countryCode: 'DE', vatId: 'DE123456789' },
    dashboardUrl: 'https://dashboard.example',
    now: () => clock.now,
    newId,
    newToken,
    // Each run reports that nobody sells; a test that names no operator is not about that.
    onError: (error) =>
      void ((error instanceof NoSellerError && !('operator' in overrides)) || seen.errors.push(error)),
    clientIp: () => '198.51.100.7',
    ...overrides,
  })
  const service = createBillingService(options)
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
    context: { ...options, newId, newToken },
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
      void (clock.now = new Date(clock.now.getTime() + days * dayMs + hours * hourMs)),
  }
}
