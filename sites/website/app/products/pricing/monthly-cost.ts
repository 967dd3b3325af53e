/** What a plan costs, as much of it as the calculator needs. Amounts are net and in minor units of the plan's currency. */
export interface PricedPlan {
  code: string
  currency: string
  monthlyMinor: number
  yearlyMinor: number
  /** For each thousand beyond what is included; null where more is not sold. */
  overageMinor: number | null
  /** Verifications a month; null without a limit. */
  included: number | null
}
export type Interval = 'MONTHLY' | 'YEARLY'

/** Least and most verifications a month that the calculator knows. */
export const volumeMin = 1_000
export const volumeMax = 50_000_000
/** Places of the slider, which is logarithmic. */
export const placeMax = 100

/** Minor units a month, of a yearly price a twelfth; null where the plan does not go as far. */
export function monthlyCost(plan: PricedPlan, verifications: number, interval: Interval): number | null {
  const base = interval === 'MONTHLY' ? plan.monthlyMinor : plan.yearlyMinor / 12
  const beyond = plan.included === null ? 0 : Math.max(0, verifications - plan.included)
  if (beyond === 0) return base
  return plan.overageMinor === null ? null : base + (beyond * plan.overageMinor) / 1000
}

/** Code of the plan that costs least; null where none goes as far. Of two that cost the same it is the larger one. */
export function cheapestOf(plans: readonly PricedPlan[], verifications: number, interval: Interval): string | null {
  const costs = plans
    .map((plan) => ({ code: plan.code, cost: monthlyCost(plan, verifications, interval) }))
    .filter((plan): plan is { code: string; cost: number } => plan.cost !== null)
  const least = Math.min(...costs.map(({ cost }) => cost))
  return costs.findLast(({ cost }) => cost === least)?.code ?? null
}

/** Dollars a month for reCAPTCHA by its published prices; see `recaptchaPriceSources`. */
export function recaptchaCost(assessments: number): number {
  if (assessments <= 10_000) return 0
  return assessments <= 100_000 ? 8 : 8 + (assessments - 100_000) * 0.001
}

/** Verifications a month at a place of the slider, rounded to two digits. */
export function volumeAt(place: number): number {
  const exact = volumeMin * (volumeMax / volumeMin) ** (place / placeMax)
  const digit = 10 ** (Math.floor(Math.log10(exact)) - 1)
  return Math.round(exact / digit) * digit
}

/** The place of the slider that is nearest to so many verifications a month. */
export function placeOf(volume: number): number {
  const share = Math.log(withinBounds(volume) / volumeMin) / Math.log(volumeMax / volumeMin)
  return Math.round(share * placeMax)
}

/** Whole verifications within the calculator's bounds; the least where `volume` is no number. */
export function withinBounds(volume: number): number {
  return Number.isFinite(volume) ? Math.min(volumeMax, Math.max(volumeMin, Math.round(volume))) : volumeMin
}

/** An amount as people write it where the page is read; cents only where there are some. */
export function moneyText(minor: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
