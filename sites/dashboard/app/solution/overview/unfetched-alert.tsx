import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isMostlyUnfetched } from '../../health/judge-health.ts'

/** The most common fault of an integration: the widget works, but the customer's server lets everybody in without asking. */
export function UnfetchedAlert({ statistics: { totals, period }, base }: { statistics: Statistics; base: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (!isMostlyUnfetched(totals)) return null
  return (
    <Alert kind="warning" title={t(($) => $.overview.unfetched.title)} className="mb-4">
      <p className="mb-1.5 max-w-[52rem]">
        {t(($) => $.overview.unfetched.text, {
          period: t(($) => $.periods.in[period]),
          passed: formats.whole(totals.passed + totals.flagged),
          fetched: formats.whole(totals.fetched),
        })}
      </p>
      <Link className="text-link" to={`${base}/set-up#server`}>
        {t(($) => $.overview.unfetched.action)}
      </Link>
    </Alert>
  )
}
