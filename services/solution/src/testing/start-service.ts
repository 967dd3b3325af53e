import type { Actor } from '@bollard/access'
import { auditMigrations } from '@bollard/audit'
import type { PlanLimits, Role, Solution } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { installProblems, serverOptions } from '@bollard/http'
import { lendDatabase, type TestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { createSolutionService, type SolutionService, type SolutionServiceOptions } from '../create-solution-service.ts'
import type { Mail } from '@bollard/mail'
import type {
  BillingChange,
  BillingPort,
  BillingSummary,
  CaptchaPort,
  IdentityPort,
  SolutionState,
  SubscriptionRequest,
} from '../solution-context.ts'

/** People of the tests, by the cookie that each sends. */
export const people: Readonly<Record<Person, Actor>> = {
  ada: person('ada'),
  /** The only one with a second factor. */
  bob: { ...person('bob'), hasSecondFactor: true },
  eve: person('eve'),
  newcomer: { ...person('newcomer'), emailVerified: false },
  operator: {
    ...person('operator'),
    isAdmin: true,
    operating: { change: { reason: 'A test of operators', ticket: null, until: new Date('2100-01-01') } },
  },
  // Signed in long ago: sensitive calls ask for a proof first.
  stale: { ...person('stale'), provenAt: new Date('2026-02-27T10:00:00.000Z') },
}
function person(name: string): Actor {
  const provenAt = new Date('2026-03-01T09:58:00.000Z')
  return {
    userId: `user-${name}`,
    isAdmin: false,
    emailVerified: true,
    email: `${name}@example.org`,
    givenName: name,
    language: 'en',
    provenAt,
  }
}
export type Person = 'ada' | 'bob' | 'eve' | 'newcomer' | 'operator' | 'stale'

export interface TestService {
  readonly db: Database
  readonly service: SolutionService
  readonly mails: Mail[]
  /** What the captcha was told, newest last. */
  readonly restricted: ({ solutionId: string } & SolutionState)[]
  /** What billing was told and says. */
  readonly subscriptions: SubscriptionRequest[]
  /** Solutions whose new plan was billed, newest last. */
  readonly billed: string[]
  readonly billingChanges: BillingChange[]
  readonly billing: Map<string, BillingSummary>
  /** Solutions whose plan costs something. */
  readonly paid: Set<string>
  readonly provisioned: { solutionId: string; domains: readonly string[] }[]
  readonly clock: { now: Date }
  /** Calls in somebody's name; null is nobody. */
  call(
    person: Person | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>
  create(person: Person, label?: string): Promise<Solution & { siteKey: string; secretKey: string }>
  join(person: Person, solutionId: string, role: Role): Promise<void>
  count(
    table:
      | 'solutions'
      | 'members'
      | 'organizations'
      | 'organization_members'
      | 'invitations'
      | 'invite_tokens'
      | 'locks'
      | 'repeated_calls',
  ): Promise<number>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly raw: Buffer
  json<Body>(): Body
}

/** What a test may say differently: options of the service, and answers of the services beside it by their names here. */
export interface Answers
  extends
    Omit<SolutionServiceOptions, 'db' | 'identity' | 'captcha' | 'billing'>,
    IdentityPort,
    Omit<CaptchaPort, 'exportParts'>,
    Omit<BillingPort, 'exportParts' | 'partsOfOrganization' | 'planLimits'> {
  readonly exportSite: CaptchaPort['exportParts']
  readonly exportBills: BillingPort['exportParts']
  readonly exportEarnings: BillingPort['partsOfOrganization']
  readonly auditLogDays: (solutionId: string) => Promise<number | null>
}

async function* nothing(): AsyncGenerator<never> {}

const migrations = [auditMigrations, { schema: 'solution', directory: new URL('../migrations/', import.meta.url) }]

/** The service on an empty database of a real PostgreSQL, behind real HTTP handling. Closes when the running test ends. */
export function startService(postgres: TestDatabase, overrides: Partial<Answers> = {}): Promise<TestService> {
  return start(postgres, overrides, onTestFinished)
}

/** The same, once for a file: for tests that are refused, or that look at nothing but what each made itself. Closes with the file. */
export function startServiceOfFile(postgres: TestDatabase, overrides: Partial<Answers> = {}): Promise<TestService> {
  return start(postgres, overrides, postgres.onStop)
}

async function start(
  postgres: TestDatabase,
  overrides: Partial<Answers>,
  atEnd: (work: () => Promise<void>) => void,
): Promise<TestService> {
  const db = await lendDatabase(postgres, { migrations, max: 4 })
  const clock = { now: new Date('2026-03-01T10:00:00.000Z') }
  const provisioned: TestService['provisioned'] = []
  const mails: Mail[] = []
  const restricted: TestService['restricted'] = []
  const subscriptions: SubscriptionRequest[] = []
  const billed: string[] = []
  const billingChanges: BillingChange[] = []
  const billing: TestService['billing'] = new Map()
  const paid = new Set<string>()
  const { auditLogDays, exportSite, exportBills, exportEarnings, ...asked } = overrides
  const own = {
    findActor: async (cookie: string | undefined) =>
      Object.entries(people).find(([name]) => cookie === `session=${name}`)?.[1] ?? null,
    provisionSite: async (request: { solutionId: string; domains: readonly string[] }) => {
      // Takes a connection of its own while the creation holds one, as the real one does.
      await db.query('test-provision', 'select 1 as one')
      provisioned.push(request)
      return { siteKey: `bsk_${provisioned.length}`, secretKey: `bsec_secret_${provisioned.length}` }
    },
    checkNewSite: () => undefined,
    findPersonByEmail: async (email: string) => Object.values(people).find((one) => one.email === email) ?? null,
    findPeople: async (ids: readonly string[]) => Object.values(people).filter(({ userId }) => ids.includes(userId)),
    enqueueMail: async (_tx: unknown, mail: Mail) => void mails.push(mail),
    applySolutionState: async (solutionId: string, state: SolutionState) =>
      void restricted.push({ solutionId, ...state }),
    findSolutionsOf: async () => [],
    isSecretRotated: async () => false,
    eraseSite: async () => true,
    provisionSpace: async () => undefined,
    eraseSpace: async () => true,
    requestExport: async () => 'NO_SITE' as const,
    stateOfExport: async () => 'GONE' as const,
    describeBilling: async () => billing,
    findPaid: async () => new Set(paid),
    findUnprotected: async (ids: readonly string[]) => new Set(ids.filter((id) => id !== people.bob.userId)),
    // Whoever is asked about it here does not look at it.
    isSold: () => true,
    planToBegin: (_type: unknown, planCode = 'TRIAL') => ({ planCode, limits: {} as PlanLimits, features: [] }),
    openSubscription: async (request: SubscriptionRequest) => void subscriptions.push(request),
    billNewPlan: async (solutionId: string) => void billed.push(solutionId),
    withdrawSubscription: async ({ solutionId }: { solutionId: string }) =>
      void subscriptions.splice(
        subscriptions.findIndex((one) => one.solutionId === solutionId),
        1,
      ),
    changeBilling: async (change: BillingChange) => void billingChanges.push(change),
    solutionsOfInvoiceAddress: async () => null,
    solutionsOfPaymentMethod: async () => null,
    membersMax: async () => null,
    describeBalances: async () => new Map(),
    dpa: { version: '2026-01', url: 'https://operator.example/dpa' },
    resolveTxt: async () => [],
    checkVatId: async () => 'unavailable' as const,
    encryptionKey: Buffer.alloc(32, 3),
    clientIp: () => '198.51.100.7',
    identityUrl: 'https://identity.example',
    dashboardUrl: 'https://dashboard.example',
    now: () => clock.now,
    ...asked,
  }
  // One bag of answers: each service takes its own by name.
  const service = createSolutionService({
    ...own,
    db,
    identity: own,
    captcha: { ...own, exportParts: exportSite ?? nothing },
    monitoring: { ...own, exportParts: nothing },
    protection: { ...own, exportParts: nothing },
    billing: {
      ...own,
      planLimits: async (solutionId) => {
        const days = (await auditLogDays?.(solutionId)) ?? null
        return days === null ? null : { limits: { auditLogDays: days } }
      },
      exportParts: exportBills ?? nothing,
      partsOfOrganization: exportEarnings ?? nothing,
    },
  })
  const app = Fastify(serverOptions())
  installProblems(app, { logger: { error: () => {} } })
  await app.register(service.routes)
  atEnd(async () => {
    await app.close()
    await db.close()
  })

  const call: TestService['call'] = async (person, method, url, payload, headers = {}) => {
    const cookie: Record<string, string> = person ? { cookie: `session=${person}` } : {}
    const body =
      payload === undefined
        ? {}
        : { payload: JSON.stringify(payload), headers: { ...cookie, 'content-type': 'application/json', ...headers } }
    const answer = await app.inject({ method, url: `/solution/v1${url}`, headers: { ...cookie, ...headers }, ...body })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      raw: answer.rawPayload,
      json: () => answer.json(),
    }
  }
  return {
    db,
    service,
    mails,
    restricted,
    subscriptions,
    billed,
    billingChanges,
    billing,
    paid,
    provisioned,
    clock,
    call,
    create: async (person, label = 'Shop') =>
      (await call(person, 'POST', '/solutions', { type: 'CAPTCHA', label, domains: ['shop.example'] })).json(),
    join: async (person, solutionId, role) => {
      const values = [solutionId, people[person].userId, role, clock.now]
      await db.query(
        'test-join',
        'insert into solution.members (solution_id, user_id, role, created_at) values ($1, $2, $3, $4)',
        values,
      )
    },
    count: async (table) =>
      (
        await db.query<{ count: number }>(`test-count-${table}`, `select count(*)::int as count from solution.${table}`)
      )[0]?.count ?? -1,
  }
}

/** Until some transaction waits for another one. */
export async function untilBlocked({ db }: Pick<TestService, 'db'>): Promise<void> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await db.query<object>('test-blocked', sql)).length === 0)
    await new Promise((resolve) => setTimeout(resolve, 10))
}
