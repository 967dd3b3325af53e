import type { InvoicingPorts, PartnerPorts } from '@bollard/billing-service'
import type { CaptchaService } from '@bollard/captcha-service'
import { ProblemError } from '@bollard/http'
import type { IdentityService } from '@bollard/identity-service'
import type { SolutionService } from '@bollard/solution-service'
import type { Operator } from './operator.ts'

/** The services that billing asks, once they are there. */
export type Asked = () => {
  readonly identity: IdentityService
  readonly solution: SolutionService
  readonly captcha: CaptchaService
}

/** What invoices need of the other services. Without an operator nothing is invoiced. */
export function invoicingPortsOf(operator: Operator | null, asked: Asked, now: () => Date): InvoicingPorts {
  const lock =
    (reason: 'PAYMENT_OVERDUE' | 'QUOTA_EXCEEDED' | 'TRIAL_EXPIRED') => async (solutionId: string, notifiedAt: Date) =>
      unlessGone(asked().solution.setLock({ solutionId, reason, notifiedAt, at: now() }))
  const unlock = (reason: 'PAYMENT_OVERDUE' | 'QUOTA_EXCEEDED' | 'TRIAL_EXPIRED') => async (solutionId: string) =>
    unlessGone(asked().solution.openLock({ solutionId, reason, at: now() }))
  return {
    invoiceSeller: operator,
    readUsage: (solutionIds, period) => asked().captcha.readUsage(solutionIds, period),
    usageMailUrlOf: async (userId) => {
      const { identity } = asked()
      return (await identity.mailAllowed(userId, 'USAGE_ALERTS'))
        ? identity.unsubscribeUrl(userId, 'USAGE_ALERTS')
        : null
    },
    lockForPayment: lock('PAYMENT_OVERDUE'),
    unlockForPayment: unlock('PAYMENT_OVERDUE'),
    lockForQuota: lock('QUOTA_EXCEEDED'),
    unlockForQuota: unlock('QUOTA_EXCEEDED'),
    lockForPlan: lock('TRIAL_EXPIRED'),
    unlockForPlan: unlock('TRIAL_EXPIRED'),
  }
}

/** What the partner programme needs of the other services. Without an operator commissions are counted and not paid out. */
export function partnerPortsOf(operator: Operator | null, asked: Asked): PartnerPorts {
  return {
    operator,
    findOrganizationRole: (actor, organizationId) => asked().solution.findOrganizationRole(actor, organizationId),
    findReferrer: (solutionId, payerId) => asked().solution.findReferrer(solutionId, payerId),
    payoutTermsOf: async (organizationId) => {
      const terms = await asked().solution.payoutTermsOf(organizationId)
      return terms && { ...terms, verified: terms.verification === 'VERIFIED' }
    },
    findOperators: () => asked().identity.findOperators(),
    findOrganizationAdmins: (organizationId) => asked().solution.findOrganizationAdmins(organizationId),
  }
}

/** A solution that is gone needs no lock. */
async function unlessGone(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ProblemError) || error.code !== 'not-found') throw error
  })
}
