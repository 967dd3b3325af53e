import {
  commissionHoldingDays,
  organizationKinds,
  partnerTerms,
  payoutFirstDay,
  payoutFreezeDays,
  payoutMinimum,
  unverifiedSolutionsMax,
} from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useRateWords } from '../organization/rate-words.ts'
import { writeDate, writeRoundMoney } from '../organization/write-money.ts'

/** What each kind of organization is and earns. */
export function KindsCard() {
  const { t } = useTranslation()
  const rateOf = useRateWords()
  return (
    <Card>
      <CardHeader title={t(($) => $.organizations.rules.kinds)} />
      <dl className="grid text-sm">
        {organizationKinds.map((kind) => (
          <div
            key={kind}
            className="grid gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0 sm:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <dt className="font-[560]">{t(($) => $.organizations.kinds[kind].name)}</dt>
            <dd className="grid gap-1">
              <span>{t(($) => $.organizations.kinds[kind].about)}</span>
              <span className="text-ink-2">{rateOf(kind)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** The rules by which the programme pays, which founders agree to: the figures are those that billing goes by. */
export function RulesCard({ className }: { className?: string }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const words = {
    days: commissionHoldingDays,
    day: payoutFirstDay,
    minimum: writeRoundMoney(language, payoutMinimum),
    freeze: payoutFreezeDays,
    max: unverifiedSolutionsMax,
  }
  return (
    <Card className={className}>
      <CardHeader title={t(($) => $.organizations.rules.title)} />
      <ul className="grid list-disc gap-2 ps-5 text-sm text-ink-2">
        <li>{t(($) => $.organizations.rules.base)}</li>
        <li>{t(($) => $.organizations.rules.own)}</li>
        <li>{t(($) => $.organizations.rules.holding, words)}</li>
        <li>{t(($) => $.organizations.rules.payout, words)}</li>
        <li>{t(($) => $.organizations.rules.document)}</li>
        <li>{t(($) => $.organizations.rules.verified, words)}</li>
        <li>{t(($) => $.organizations.rules.freeze, words)}</li>
        <li>{t(($) => $.organizations.rules.customer)}</li>
      </ul>
      <p className="mt-4 text-xs text-ink-3">
        {t(($) => $.organizations.rules.version, { day: writeDate(language, partnerTerms.version) })}
      </p>
    </Card>
  )
}
