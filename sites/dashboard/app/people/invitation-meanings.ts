import type { Invitation } from '@bollard/contracts'
import type { Meaning } from '@bollard/ui'

/** How what became of an invitation looks. To decline one is nobody's fault. */
export const invitationMeanings: Readonly<Record<Invitation['status'], Meaning>> = {
  PENDING: 'info',
  ACCEPTED: 'human',
  DECLINED: 'doubt',
  REVOKED: 'neutral',
  EXPIRED: 'doubt',
}
