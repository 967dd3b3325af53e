import type { PlanFeature, PlanLimits } from '@bollard/contracts'

/** What the plan of a solution allows its captcha. */
export interface PlanTerms {
  readonly planCode: string
  /** `verificationLogDays` is how long single verifications are kept at most; null is no limit. */
  readonly limits: Pick<PlanLimits, 'domains' | 'environments' | 'apiKeys' | 'verificationLogDays'>
  readonly features: readonly PlanFeature[]
}

export interface PlanContext {
  /**
   * What the plans of solutions allow. Nothing is limited for those that are left out, such as the deployment's own, nor for any
   * without this. Asked by calls that change something and once an hour, never for a visitor; and before a transaction, as it
   * takes a connection of its own.
   */
  readonly plansOf?: (solutionIds: readonly string[]) => Promise<ReadonlyMap<string, PlanTerms>>
  /** Solutions whose plan may have changed since then; asked every few seconds. Without it changes are found once an hour. */
  readonly plansChangedSince?: (at: Date) => Promise<readonly string[]>
}

/** What the plan of one solution allows; null where nothing is limited. */
export async function planOf(
  { plansOf }: PlanContext,
  { solutionId }: { readonly solutionId: string },
): Promise<PlanTerms | null> {
  return (await plansOf?.([solutionId]))?.get(solutionId) ?? null
}
