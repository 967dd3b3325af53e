import type { BillingService } from '@bollard/billing-service'
import type { CaptchaService } from '@bollard/captcha-service'
import { ProblemError } from '@bollard/http'
import type { MonitoringService } from '@bollard/monitoring-service'
import type { ProtectionService } from '@bollard/protection-service'
import type { SolutionService } from '@bollard/solution-service'

type Followed = Parameters<CaptchaService['applySolutionState']>[1]

export interface Followers {
  readonly captcha: Pick<CaptchaService, 'applySolutionState'>
  readonly monitoring: Pick<MonitoringService, 'applySolutionState'>
  readonly protection: Pick<ProtectionService, 'applySolutionState'>
  readonly billing: Pick<BillingService, 'setRenewal' | 'endSubscription'>
  readonly solution: Pick<SolutionService, 'findLifecycles'>
}

/**
 * Tells captcha, monitoring, protection and billing what locks, lifecycle and time zone of a solution mean for them. The solution service calls it after each
 * change, and again where it failed or the process ended; telling something twice changes nothing.
 */
export function followSolution(followers: () => Followers): (solutionId: string, state: Followed) => Promise<void> {
  return async (solutionId, state) => {
    const { captcha, monitoring, protection, billing, solution } = followers()
    await captcha.applySolutionState(solutionId, state)
    await monitoring.applySolutionState(solutionId, state)
    await protection.applySolutionState(solutionId, state)
    const lifecycle = (await solution.findLifecycles([solutionId])).get(solutionId)?.lifecycle
    if (lifecycle === 'ENDED' || lifecycle === 'DELETION_PENDING' || lifecycle === 'DELETED')
      return billing.endSubscription(solutionId)
    await billing.setRenewal(solutionId, lifecycle === 'ACTIVE').catch(unlessUnknown)
  }
}

/** A solution without a plan has nothing to renew. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof ProblemError) || error.code !== 'not-found') throw error
}
