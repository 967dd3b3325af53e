import type { CaptchaServiceOptions } from '@bollard/captcha-service'
import type { FlagFollower } from '@bollard/operations-service'

/** What operators have changed for a while about the hot path, from memory. */
export function edgeFlagsOf(
  flags: () => Pick<FlagFollower, 'ofInstallation' | 'ofSolution'>,
): NonNullable<CaptchaServiceOptions['flags']> {
  return {
    isLaneClosed: () => flags().ofInstallation('express-lane-off') !== null,
    expectedVisitors: (solutionId) => flags().ofSolution('expected-visitors', solutionId)?.number ?? 1,
  }
}
