import type { Source } from '../sections/source-list.tsx'

const faq: Source = {
  name: 'Google Cloud, Fraud Defense and reCAPTCHA: FAQ',
  address: 'https://docs.cloud.google.com/recaptcha/docs/faq',
  read: '2026-11-26',
}
const overview: Source = {
  name: 'Google Cloud, Fraud Defense overview',
  address: 'https://docs.cloud.google.com/recaptcha/docs/overview',
  read: '2026-11-26',
}
const quotas: Source = {
  name: 'Google Cloud, Fraud Defense: quotas and limits',
  address: 'https://docs.cloud.google.com/recaptcha/quotas',
  read: '2026-11-26',
}
const tiers: Source = {
  name: 'Google Cloud, Fraud Defense: tier downgrades',
  address: 'https://docs.cloud.google.com/recaptcha/docs/downgrades',
  read: '2026-11-26',
}
const processor: Source = {
  name: 'Google Cloud Community, “Switching Google’s role with reCAPTCHA from Data Controller to Data Processor”',
  address:
    'https://security.googlecloudcommunity.com/community-blog-42/switching-google-s-role-with-recaptcha-from-data-controller-to-data-processor-6646',
  dated: '2026-01-26',
  read: '2026-11-26',
}
const availability: Source = {
  name: 'Google Cloud, reCAPTCHA service level agreement',
  address: 'https://cloud.google.com/recaptcha/sla',
  read: '2026-11-26',
}

/** ISO date of the day on which every statement of the comparison was last held against its source. */
export const reviewedOn = '2026-11-26'
/** A comparison that nobody has reviewed for so long says so. */
const reviewDaysMax = 180

/** What is compared, and which of the two serves most websites better in it. `open`: nobody has measured it. */
export const criteria = [
  { name: 'effort', better: 'us', sources: [faq] },
  { name: 'cookies', better: 'us', sources: [faq] },
  { name: 'place', better: 'us', sources: [processor] },
  { name: 'reasons', better: 'us', sources: [tiers] },
  { name: 'quota', better: 'us', sources: [quotas] },
  { name: 'reach', better: 'them', sources: [overview] },
  { name: 'accounts', better: 'them', sources: [overview] },
  { name: 'apps', better: 'them', sources: [overview] },
  { name: 'availability', better: 'them', sources: [availability] },
  { name: 'detection', better: 'open', sources: [] },
] as const satisfies readonly { name: string; better: 'us' | 'them' | 'open'; sources: readonly Source[] }[]

/** Each document once, in the order in which the comparison leans on it. */
export const comparisonSources: readonly Source[] = [
  ...new Set(criteria.flatMap(({ sources }): Source[] => [...sources])),
]

/** Whether the comparison is older than its readers should rely on. */
export function isOutdated(now: Date): boolean {
  return now.getTime() - Date.parse(reviewedOn) > reviewDaysMax * 86_400_000
}
