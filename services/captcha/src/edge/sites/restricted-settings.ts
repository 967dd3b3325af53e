import type { LockEffect, PlanFeature, SiteSettings } from '@bollard/contracts'

/** How a site works: as its owner has set it, save that with WORK_ONLY nobody is scored and the badge is shown. What is stored stays as it is. */
export function restrictedSettings(settings: SiteSettings, restrictions: readonly LockEffect[]): SiteSettings {
  if (!restrictions.includes('WORK_ONLY')) return settings
  return { ...settings, riskScoring: false, widget: { ...settings.widget, whiteLabel: false } }
}

/** What pages may not switch on by themselves: what the plan does not have, and with WORK_ONLY to hide the badge. */
export function withheldBy(
  restrictions: readonly LockEffect[],
  byPlan: readonly PlanFeature[],
): readonly PlanFeature[] {
  return restrictions.includes('WORK_ONLY') ? [...byPlan, 'WHITE_LABEL'] : byPlan
}
