import { randomUUIDv7 } from 'node:crypto'
import type { Actor } from '@bollard/access'
import type { Commission, Payout, PayoutRun, Role } from '@bollard/contracts'
import type { TestDatabase } from '@bollard/testing'
import { recordCommission, reverseCommission } from '../commission/record-commission.ts'
import type { PayoutTerms, Referrer } from '../ports/solution-port.ts'
import { asSystem } from '../store/as-actor.ts'
import {
  type Answer,
  type Overrides,
  people,
  person,
  type Person,
  startService,
  type TestService,
} from './start-service.ts'

export const operator = {
  legalName: 'Example Operator GmbH',
  address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'billing@operator.example',
  contact: { name: 'Billing', phone: '+49 30 1234567', email: 'billing@operator.example' },
  vatId: 'DE123456789',
  bank: { accountHolder: 'Example Operator GmbH', iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' },
}

/** A partner in Paris who can be paid: the operator owes the VAT. */
export const partnerInParis: PayoutTerms = {
  name: 'Agence Ada',
  legalName: 'Agence Ada SARL',
  contactEmail: 'compta@ada.example',
  countryCode: 'FR',
  language: 'en',
  vatId: 'FR12345678901',
  registerNumber: 'RCS Paris 123 456 789',
  address: { street: '5 rue de l’Exemple', addressLine2: '', postalCode: '75001', city: 'Paris', region: '' },
  verification: 'VERIFIED',
  frozenUntil: null,
  account: { accountHolder: 'Agence Ada SARL', iban: 'FR1420041010050500013M02606', bic: null },
}

export interface Paid {
  readonly invoiceId: string
  readonly solutionId: string
  readonly payerId: string
}

export interface TestProgramme extends TestService {
  /** By solution. */
  readonly referrers: Map<string, Referrer>
  readonly terms: Map<string, PayoutTerms>
  readonly roles: Map<string, Role>
  /** Another administrator than the operator of `call`. */
  callAs(who: 'second', method: 'GET' | 'POST' | 'PUT', url: string, payload?: unknown): ReturnType<TestService['call']>
  /** An organization that can be paid, with these people in it. */
  found(members: Partial<Record<Person, Role>>, terms?: Partial<PayoutTerms>): string
  /** A solution that the organization brought. */
  bring(organizationId: string, referrer?: Partial<Referrer>): string
  pay(solutionId: string, netMinor: number, more?: Partial<Paid> & { currency?: string }): Promise<Paid>
  giveBack(paid: Paid, keptMinor: number): Promise<void>
  /** Past the time of holding, on the 10th of the month after. */
  toPayday(): void
  commissions(organizationId: string, who?: Person): Promise<Commission[]>
  payouts(organizationId: string, who?: Person): Promise<Payout[]>
  run(): Promise<PayoutRun>
  approve(run: PayoutRun): Promise<PayoutRun>
  /** Sums of the ledger by state, in minor units; states in which nothing is are left out. */
  ledger(organizationId: string): Promise<Record<string, number>>
}

/** The service with the partner programme, on an empty database. */
export async function startProgramme(
  postgres: TestDatabase,
  overrides: Pick<Overrides, 'operator'> = {},
): Promise<TestProgramme> {
  const referrers = new Map<string, Referrer>()
  const terms = new Map<string, PayoutTerms>()
  const roles = new Map<string, Role>()
  const actors: Readonly<Record<string, Actor>> = {
    second: { ...people.operator, ...person('second'), isAdmin: true, provenAt: null },
  }
  const service = await startService(postgres, {
    operator,
    newId: randomUUIDv7,
    identity: {
      findActor: async (cookie) => {
        const name = /^session=(\w+)$/u.exec(cookie ?? '')?.[1] ?? ''
        return actors[name] ?? Object.entries(people).find(([each]) => each === name)?.[1] ?? null
      },
      findOperators: async () => [
        { userId: 'user-operator', email: 'operator@example.org', givenName: 'Olga', language: 'en' },
        { userId: 'user-second', email: 'second@example.org', givenName: 'Sepp', language: 'de' },
      ],
    },
    solution: {
      findAdmins: async () => [
        { userId: 'user-customer', email: 'carol@customer.example', givenName: 'Carol', language: 'en' },
      ],
      findOrganizationRole: async ({ userId }, organizationId) => roles.get(`${organizationId} ${userId}`) ?? null,
      findReferrer: async (solutionId) => referrers.get(solutionId) ?? null,
      payoutTermsOf: async (organizationId) => terms.get(organizationId) ?? null,
      findOrganizationAdmins: async (organizationId) =>
        ['ada', 'bob', 'eve']
          .filter((name) => roles.get(`${organizationId} user-${name}`) === 'ADMIN')
          .map((name) => ({
            userId: `user-${name}`,
            email: `${name}@example.org`,
            givenName: 'Ada',
            language: name === 'bob' ? 'de' : 'en',
          })),
    },
    ...overrides,
  })
  const { db, clock, call } = service
  const callAs: TestProgramme['callAs'] = (who, method, url, payload) =>
    call(null, method, url, payload, { cookie: `session=${who}` })
  return {
    ...service,
    referrers,
    terms,
    roles,
    callAs,
    found(members, more = {}) {
      const id = randomUUIDv7()
      for (const [name, role] of Object.entries(members)) roles.set(`${id} user-${name}`, role)
      terms.set(id, { ...partnerInParis, ...more })
      service.vies.set(partnerInParis.vatId ?? '', true)
      return id
    },
    bring(organizationId, more = {}) {
      const solutionId = randomUUIDv7()
      referrers.set(solutionId, {
        organizationId,
        organizationName: 'Agence Ada',
        commissionPreference: 'PAYOUT',
        kind: 'AFFILIATE',
        since: clock.now,
        isOwn: false,
        isResale: false,
        ...more,
      })
      return solutionId
    },
    async pay(
      solutionId,
      amountMinor,
      { invoiceId = randomUUIDv7(), payerId = 'user-customer', currency = 'EUR' } = {},
    ) {
      const paid = { invoiceId, solutionId, payerId }
      await asSystem(db, [solutionId], (tx) =>
        recordCommission(tx, { ...paid, netPaid: { amountMinor, currency }, paidAt: clock.now }),
      )
      return paid
    },
    giveBack: ({ invoiceId, solutionId, payerId }, amountMinor) =>
      asSystem(db, [solutionId], (tx) =>
        reverseCommission(tx, {
          invoiceId,
          solutionId,
          payerId,
          netKept: { amountMinor, currency: 'EUR' },
          at: clock.now,
          reason: 'REFUND',
        }),
      ),
    toPayday: () =>
      void (clock.now = new Date(Date.UTC(clock.now.getUTCFullYear(), clock.now.getUTCMonth() + 2, 10, 9))),
    commissions: async (id, who = 'ada') =>
      (await checked<{ items: Commission[] }>(await call(who, 'GET', `/organizations/${id}/commissions?limit=100`)))
        .items,
    payouts: async (id, who = 'ada') =>
      (await checked<{ items: Payout[] }>(await call(who, 'GET', `/organizations/${id}/payouts?limit=100`))).items,
    run: async () => checked(await call('operator', 'POST', '/payout-runs')),
    approve: async ({ id }) => checked(await callAs('second', 'POST', `/payout-runs/${id}/approval`)),
    async ledger(organizationId) {
      const sql = `select status, sum(amount)::float8 as sum from (
          select to_status as status, amount_minor as amount from billing.commission_ledger where organization_id = $1
          union all select from_status, -amount_minor from billing.commission_ledger where organization_id = $1 and from_status is not null
        ) moves group by status having sum(amount) <> 0`
      const rows = await db.query<{ status: string; sum: number }>('test-ledger', sql, [organizationId])
      return Object.fromEntries(rows.map(({ status, sum }) => [status, sum]))
    },
  }
}

function checked<Body>(answer: Answer): Body {
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.json()
}
