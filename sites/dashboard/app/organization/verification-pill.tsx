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

/** What its state means, and what the operator wrote about it. */
export function VerificationAbout({ status, reason }: Pick<Organization['verification'], 'status' | 'reason'>) {
  const { t } = useTranslation()
  return (
    <>
      <p className="text-sm text-ink-2">{t(($) => $.organizations.verificationAbout[status])}</p>
      {reason ? (
        <blockquote className="mt-3 border-s-4 border-line-strong ps-3 text-sm whitespace-pre-line">
          {reason}
        </blockquote>
      ) : null}
    </>
  )
}
