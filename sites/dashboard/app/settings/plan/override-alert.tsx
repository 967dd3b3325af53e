import type { SolutionPlan } from '@bollard/contracts'
import { Alert } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

interface OverrideAlertProps {
  plan: Pick<SolutionPlan, 'override' | 'myRole'>
  className?: string
}

/** Which limits the operator has set instead of those of the plan, and until when. Admins read why; nothing stands here without an override. */
export function OverrideAlert({ plan: { override, myRole }, className }: OverrideAlertProps) {
  const { t } = useTranslation()
  const { day, whole } = useBillingFormats()
  const nameOf = useLimitNames()
  if (override === null) return null
  const limits = Object.entries(override.limits) as [keyof typeof nameOf, number | null][]
  return (
    <Alert kind="info" title={t(($) => $.billing.override.title)} {...(className === undefined ? {} : { className })}>
      <ul className="grid gap-0.5">
        {limits.map(([limit, max]) => (
          <li key={limit}>
            {t(($) => $.billing.override.limit, {
              what: nameOf[limit],
              max: max === null ? t(($) => $.billing.override.unlimited) : whole(max),
            })}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-2">
        {t(($) => $.billing.override.until, { day: day(override.until) })}{' '}
        {myRole === 'ADMIN' ? t(($) => $.billing.override.reason, { reason: override.reason }) : null}
      </p>
    </Alert>
  )
}

function useLimitNames() {
  const { t } = useTranslation()
  const known = t(($) => $.billing.exceeded.limits, { returnObjects: true })
  return { ...known, ...t(($) => $.billing.override.names, { returnObjects: true }) }
}
