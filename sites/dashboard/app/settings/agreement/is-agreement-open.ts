import type { ProcessingAgreement } from '@bollard/contracts'

/** Whether the operator offers an agreement whose version nobody has accepted for the solution. */
export function isAgreementOpen({ offered, accepted }: ProcessingAgreement): boolean {
  return offered !== null && !accepted.some(({ version }) => version === offered.version)
}
