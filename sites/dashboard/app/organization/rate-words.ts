import { type Organization, resellerMarginPercent } from '@bollard/contracts'
import { useTranslation } from 'react-i18next'
import { presentScheme } from './earns.ts'

/** What a kind of organization earns, in a sentence: "15 % for 24 months, 20 % from 5 paying customers on". */
export function useRateWords(): (kind: Organization['kind']) => string {
  const { t } = useTranslation()
  return (kind) => {
    const scheme = presentScheme(kind)
    const [first, next] = scheme?.steps ?? []
    if (!scheme || !first) return t(($) => $.organizations.kinds[kind].noCommission, { percent: resellerMarginPercent })
    const words = { percent: first.percent, months: scheme.months }
    if (!next) return t(($) => $.organizations.rate, words)
    return t(($) => $.organizations.rateSteps, { ...words, nextPercent: next.percent, customers: next.customers })
  }
}
