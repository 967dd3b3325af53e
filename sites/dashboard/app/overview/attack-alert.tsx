import type { Site, Statistics } from '@bollard/contracts'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../words/time-zone.tsx'

/** That every visitor does more work now, who says so, and how many were asked to wait. */
export function AttackAlert({
  site: { underAttack },
  statistics: { totals, period },
}: {
  site: Pick<Site, 'underAttack'>
  statistics: Pick<Statistics, 'totals' | 'period'>
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (!underAttack.active) return null
  const { since, bits } = underAttack
  return (
    <Alert
      kind="warning"
      title={t(($) => $.overview.underAttack.title, { times: formats.times(bits) })}
      className="mb-4"
    >
      <p className="max-w-[52rem]">
        {since === null
          ? t(($) => $.overview.underAttack.owner)
          : t(($) => $.overview.underAttack.service, { time: formats.moment(since) })}
      </p>
      {totals.throttled > 0 ? (
        <p className="mt-1.5">
          {t(($) => $.overview.underAttack.throttled, {
            count: totals.throttled,
            period: t(($) => $.periods.in[period]),
          })}
        </p>
      ) : null}
    </Alert>
  )
}
