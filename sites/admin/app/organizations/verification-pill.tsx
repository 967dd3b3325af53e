import type { Organization } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

type Status = Organization['verification']['status']

const meanings: Readonly<Record<Status, Meaning>> = {
  UNVERIFIED: 'neutral',
  PENDING: 'info',
  VERIFIED: 'human',
  REJECTED: 'bot',
  EXPIRED: 'doubt',
  REVOKED: 'bot',
}

/** Whether an organization is verified. */
export function VerificationPill({ status }: { status: Status }) {
  const { t } = useTranslation()
  return <Pill meaning={meanings[status]}>{t(($) => $.organizations.states[status])}</Pill>
}
