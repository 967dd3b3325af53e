import type { TestDatabase } from '@bollard/testing'
import type { BillingContext, InvoiceSeller } from '../billing-context.ts'
import type { BillingServiceOptions } from '../create-billing-service.ts'
import type { LockReason } from '../ports/solution-port.ts'
import type { UsageOfDay } from '../ports/usage-port.ts'
import { type Overrides, startService, type TestService } from './start-service.ts'

type Breakable = 'readUsage' | `${'lock' | 'unlock'}For${(typeof shortReasons)[LockReason]}`

const shortReasons = { PAYMENT_OVERDUE: 'Payment', QUOTA_EXCEEDED: 'Quota', TRIAL_EXPIRED: 'Plan' } as const

export interface InvoicingService extends TestService {
  readonly days: UsageOfDay[]
  /** Calls of the locking ports, such as `lock payment <solution> <notified at>`. */
  readonly locks: string[]
  /** Ports that throw while they are named here. */
  readonly broken: Set<Breakable>
  /** A day with so many billable verifications and nothing else. */
  used(solutionId: string, day: string, billable: number): void
  /** The same of the running day, as the only one. */
  usedInAll(solutionId: string, billable: number): void
}

/** A company that is made up. */
export const operator: InvoiceSeller = {
  legalName: 'Example Operator GmbH',
  address: { street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
  email: 'billing@operator.example',
  contact: { name: 'Billing', phone: '+49 30 1234567', email: 'billing@operator.example' },
  vatId: 'DE123456788',
  taxNumber: '30/123/45678',
  registerNumber: 'HRB 1234',
  bank: { accountHolder: 'Example Operator GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001' },
}

/** The service with usage that tests write down, and locks that they read. */
export async function startInvoicing(
  postgres: TestDatabase,
  overrides: Overrides = {},
  wrap?: (options: BillingServiceOptions) => BillingServiceOptions,
): Promise<InvoicingService> {
  const days: UsageOfDay[] = []
  const locks: string[] = []
  const broken = new Set<Breakable>()
  const guarded = (name: Breakable) => {
    if (broken.has(name)) throw new Error(`${name} is away`)
  }
  const readUsage: BillingContext['captcha']['readUsage'] = async (ids, { from, to }) => {
    guarded('readUsage')
    return days.filter(
      ({ solutionId, day }) =>
        ids.includes(solutionId) && day >= from.toISOString().slice(0, 10) && day < to.toISOString().slice(0, 10),
    )
  }
  const solution: Overrides['solution'] = {
    async setLock({ solutionId, reason, notifiedAt }) {
      guarded(`lockFor${shortReasons[reason]}`)
      locks.push(`lock ${shortReasons[reason].toLowerCase()} ${solutionId} ${notifiedAt.toISOString()}`)
    },
    async openLock({ solutionId, reason }) {
      guarded(`unlockFor${shortReasons[reason]}`)
      locks.push(`unlock ${shortReasons[reason].toLowerCase()} ${solutionId}`)
    },
    ...overrides.solution,
  }
  const service = await startService(
    postgres,
    {
      operator,
      ...overrides,
      solution,
      captcha: { readUsage, ...overrides.captcha },
    },
    wrap,
  )
  const used: InvoicingService['used'] = (solutionId, day, billable) =>
    void days.push({
      solutionId,
      day,
      started: billable,
      completed: billable,
      billable,
      bypass: 0,
      failedBots: 0,
      clientFailover: 0,
      rejectedOrigin: 0,
    })
  return {
    ...service,
    days,
    locks,
    broken,
    used,
    usedInAll(solutionId, billable) {
      days.splice(0, days.length, ...days.filter((day) => day.solutionId !== solutionId))
      used(solutionId, service.clock.now.toISOString().slice(0, 10), billable)
    },
  }
}
