import type { BillingService } from '@bollard/billing-service'
import type { CaptchaService } from '@bollard/captcha-service'
import { ProblemError } from '@bollard/http'
import type { SolutionService } from '@bollard/solution-service'

type Followed = Parameters<CaptchaService['restrictSite']>[1]

export interface Followers {
  readonly captcha: Pick<CaptchaService, 'restrictSite'>
  readonly billing: Pick<BillingService, 'setRenewal' | 'endSubscription'>
  readonly solution: Pick<SolutionService, 'findLifecycles'>
}

/**
 * Tells captcha and billing what locks and lifecycle of a solution mean for them. The solution service calls it after each
 * change, and again where it failed or the process ended; telling something twice changes nothing.
 */
export function followSolution(
  followers: () => Followers,
): (solutionId: string, restriction: Followed) => Promise<void> {
  return async (solutionId, restriction) => {
    const { captcha, billing, solution } = followers()
    await captcha.restrictSite(solutionId, restriction)
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
