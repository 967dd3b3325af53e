import type { PlanFeature } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { planName } from '../../billing/plan-name.ts'
import { useSolution } from '../../solution/use-solution.ts'
import type { LoadedSettings } from './load-settings.server.ts'

/** Whether a feature is part of the plan; where nobody knows of a plan nothing is withheld. */
export function hasFeature({ features }: Pick<LoadedSettings, 'features'>, feature: PlanFeature): boolean {
  return features?.includes(feature) ?? true
}

/** Says beside a control that the plan withholds which plan has it; nothing where this one does. */
export function PlanNote({
  loaded,
  feature,
}: {
  loaded: Pick<LoadedSettings, 'features' | 'planWith'>
  feature: PlanFeature
}) {
  const { t } = useTranslation()
  const { base } = useSolution()
  if (hasFeature(loaded, feature)) return null
  const plan = loaded.planWith[feature] ?? null
  return (
    <span className="text-sm text-ink-2">
      {plan === null
        ? t(($) => $.captchaSettings.plan.without)
        : t(($) => $.captchaSettings.plan.with, { plan: planName(plan) })}{' '}
      <Link to={`${base}/settings/billing/plan`} className="text-link">
        {t(($) => $.captchaSettings.plan.compare)}
      </Link>
    </span>
  )
}
