import type { Role } from '@bollard/contracts'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** That the agreement about processing visitors' data waits to be accepted, and where; `base` is where the pages of the solution begin. */
export function AgreementHint({ role, base }: { role: Role; base: string }) {
  const { t } = useTranslation()
  const isAdmin = role === 'ADMIN'
  return (
    <Alert kind="warning" title={t(($) => $.agreement.openTitle)} className="mb-4">
      <p className="max-w-[52rem]">{t(($) => (isAdmin ? $.agreement.openText : $.agreement.openForAdmins))}</p>
      {isAdmin ? (
        <Link className="text-link" to={`${base}/settings/general#agreement`}>
          {t(($) => $.agreement.toAgreement)}
        </Link>
      ) : null}
    </Alert>
  )
}
