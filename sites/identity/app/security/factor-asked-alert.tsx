import { useSite } from '@bollard/site-kit'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { writeDay } from '../account/when.ts'

interface FactorAskedAlertProps {
  /** From when one is needed for what only admins of paid plans may do; null where none is. */
  from: string | null
  timezone: string
  /** Whether to lead to the page where one is set up. */
  leadsThere?: boolean
}

/** Why a second factor is needed, and from when. */
export function FactorAskedAlert({ from, timezone, leadsThere = false }: FactorAskedAlertProps) {
  const { t } = useTranslation()
  const { language, madeAt } = useSite()
  if (from === null) return null
  const isDue = new Date(from).getTime() <= madeAt
  return (
    <Alert
      kind="warning"
      title={
        isDue
          ? t(($) => $.account.factorFrom.since)
          : t(($) => $.account.factorFrom.before, { date: writeDay(language, timezone, from) })
      }
    >
      <p>{t(($) => $.account.factorFrom.text)}</p>
      {leadsThere ? (
        <Link className="text-link inline-block py-2.5" to={`/${language}/account/security`}>
          {t(($) => $.account.factorFrom.action)}
        </Link>
      ) : null}
    </Alert>
  )
}
