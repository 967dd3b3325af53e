import { type SiteSettings, siteSettingsSchema } from '@bollard/contracts'
import type { WantedFeature } from './assert-plan.ts'

const { resultTtlMinutes, resultRetrievals } = siteSettingsSchema.parse({})
/** What results do without the feature. */
const ordinary = { resultTtlMinutes, resultRetrievals }

/** The features that new settings switch on. What was on before, and what only comes nearer to how it is without a feature, is no news. */
export function wantedOfSettings(old: SiteSettings, wanted: SiteSettings): WantedFeature[] {
  const results = (['resultTtlMinutes', 'resultRetrievals'] as const).filter(
    (name) => !isBetween(wanted[name], ordinary[name], old[name]),
  )
  return [
    ...results.map((name): WantedFeature => ({ feature: 'RESULT_RETRIEVAL', pointer: `/${name}` })),
    ...(wanted.widget.whiteLabel && !old.widget.whiteLabel
      ? [{ feature: 'WHITE_LABEL', pointer: '/widget/whiteLabel' } as const]
      : []),
    ...(wanted.widget.invisible && !old.widget.invisible
      ? [{ feature: 'INVISIBLE', pointer: '/widget/invisible' } as const]
      : []),
  ]
}

function isBetween(value: number, one: number, other: number): boolean {
  return value >= Math.min(one, other) && value <= Math.max(one, other)
}
