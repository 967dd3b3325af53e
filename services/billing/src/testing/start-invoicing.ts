import type { TestDatabase } from '@bollard/testing'
import type { BillingServiceDeps } from '../create-billing-service.ts'
import type { InvoiceSeller, InvoicingDeps, InvoicingPorts, UsageOfDay } from '../invoicing-context.ts'
import { startService, type TestService } from './start-service.ts'

export interface InvoicingService extends TestService {
  readonly deps: InvoicingDeps
  readonly days: UsageOfDay[]
  /** Calls of the locking ports, such as `lock payment <solution> <notified at>`. */
  readonly locks: string[]
  /** Ports that throw while they are named here. */
  readonly broken: Set<keyof InvoicingPorts>
  /** A day on which so many visitors were let pass and nothing else happened. */
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
  overrides: Partial<BillingServiceDeps & InvoicingPorts> = {},
  wrap?: (ports: BillingServiceDeps) => BillingServiceDeps,
): Promise<InvoicingService> {
  const days: UsageOfDay[] = []
  const locks: string[] = []
  const broken = new Set<keyof InvoicingPorts>()
  const guarded = (name: keyof InvoicingPorts) => {
    if (broken.has(name)) throw new Error(`${name} is away`)
  }
  const { invoiceSeller = operator, ...others } = overrides
  const ports: InvoicingPorts = {
    invoiceSeller,
    readUsage: async (ids, { from, to }) => {
      guarded('readUsage')
      return days.filter(
        ({ solutionId, day }) =>
          ids.includes(solutionId) && day >= from.toISOString().slice(0, 10) && day < to.toISOString().slice(0, 10),
      )
    },
    usageMailUrlOf: async (userId) => (userId === 'user-eve' ? null : `https://identity.example/unsubscribe/${userId}`),
    lockForPayment: async (id, at) => {
      guarded('lockForPayment')
      locks.push(`lock payment ${id} ${at.toISOString()}`)
    },
    unlockForPayment: async (id) => {
      guarded('unlockForPayment')
      locks.push(`unlock payment ${id}`)
    },
    lockForQuota: async (id, at) => {
      guarded('lockForQuota')
      locks.push(`lock quota ${id} ${at.toISOString()}`)
    },
    unlockForQuota: async (id) => {
      guarded('unlockForQuota')
      locks.push(`unlock quota ${id}`)
    },
    lockForPlan: async (id, at) => {
      guarded('lockForPlan')
      locks.push(`lock plan ${id} ${at.toISOString()}`)
    },
    unlockForPlan: async (id) => {
      guarded('unlockForPlan')
      locks.push(`unlock plan ${id}`)
    },
  }
  const service = await startService(postgres, { invoicing: ports, ...others }, wrap)
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
    deps: { ...service.deps, ...ports },
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
