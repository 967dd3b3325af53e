import type { Organization } from '@bollard/contracts'
import { type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

const meanings: Record<Organization['verification']['status'], Meaning> = {
  UNVERIFIED: 'neutral',
  PENDING: 'info',
  VERIFIED: 'human',
  REJECTED: 'bot',
  EXPIRED: 'doubt',
  REVOKED: 'bot',
}

export function VerificationPill({ status }: { status: Organization['verification']['status'] }) {
  const { t } = useTranslation()
  return (
    <Pill mark meaning={meanings[status]}>
      {t(($) => $.organizations.verificationStates[status])}
    </Pill>
  )
}
