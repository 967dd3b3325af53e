import type { SolutionPlan, Usage } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { UsageBar } from './usage-bar.tsx'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

/** What the running month has used, where it goes, and what of it costs nothing. `planBills`: more than included has a price. */
export function UsageCard({ usage, plan, planBills }: { usage: Usage; plan: SolutionPlan; planBills: boolean }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const { counted, included, percent, forecast, overageUnits, overageAmount, protectedRequests } = usage
  const words = {
    counted: formats.whole(counted.billable),
    included: formats.whole(included ?? 0),
    percent: formats.percent(percent ?? 0),
  }
  const free = (['failedBots', 'bypass', 'rejectedOrigin', 'clientFailover'] as const).map((name) => ({
    name,
    count: counted[name],
  }))
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.billing.usage.title, { month: formats.month(usage.period) })} className="!mb-2" />
      <p className="tabular font-display text-[1.75rem] leading-[1.15] font-[640] tracking-[-0.02em]">
        {words.counted}
      </p>
      <p className="mb-3 text-sm text-ink-2">
        {included === null ? t(($) => $.billing.usage.ofUnlimited) : t(($) => $.billing.usage.of, words)}
      </p>
      {percent === null ? null : <UsageBar percent={percent} forecast={forecast?.percent ?? null} />}
      <ul className="mt-3 grid gap-1 text-sm text-ink-2">
        {included !== null && included !== plan.limits.verifications ? (
          <li>
            {plan.limits.verifications === null
              ? t(($) => $.billing.usage.mixed)
              : t(($) => $.billing.usage.prorated, {
                  max: formats.whole(plan.limits.verifications),
                  day: formats.dayMonth(monthAfter(usage.period)),
                  included: words.included,
                })}
          </li>
        ) : null}
        <li>
          {forecast === null
            ? t(($) => $.billing.usage.forecastSoon)
            : t(($) => $.billing.usage.forecast, {
                count: forecast.billable,
                billable: formats.whole(forecast.billable),
              })}
          {forecast && forecast.overageAmount.amountMinor > 0
            ? ` ${t(($) => $.billing.usage.forecastOverage, { amount: formats.money(forecast.overageAmount) })}`
            : null}
        </li>
        {overageUnits > 0 && planBills ? (
          <li>
            {t(($) => $.billing.usage.overage, {
              units: formats.whole(overageUnits),
              amount: formats.money(overageAmount),
            })}
          </li>
        ) : null}
        {!planBills && percent !== null && percent > 100 ? <li>{t(($) => $.billing.usage.noOverage)}</li> : null}
      </ul>
      {protectedRequests === null ? null : (
        <>
          <h3 className="mt-5 mb-2 font-sans text-sm font-[560] tracking-normal">
            {t(($) => $.billing.usage.requests)}
          </h3>
          <p className="mb-2 text-sm text-ink-2">
            {protectedRequests.included === null
              ? t(($) => $.billing.usage.requestsUnlimited, { counted: formats.whole(protectedRequests.counted) })
              : t(($) => $.billing.usage.requestsOf, {
                  counted: formats.whole(protectedRequests.counted),
                  included: formats.whole(protectedRequests.included),
                  percent: formats.percent(protectedRequests.percent ?? 0),
                })}
          </p>
          {protectedRequests.percent === null ? null : <UsageBar percent={protectedRequests.percent} forecast={null} />}
          {protectedRequests.percent !== null && protectedRequests.percent >= 100 ? (
            <p className="mt-2 text-sm text-ink-2">{t(($) => $.billing.usage.requestsUsedUp)}</p>
          ) : null}
        </>
      )}
      <h3 className="mt-5 mb-2 font-sans text-sm font-[560] tracking-normal">{t(($) => $.billing.usage.free)}</h3>
      <FactList>
        {free.map(({ name, count }) => (
          <Fact
            key={name}
            name={t(($) => $.billing.usage.freeNames[name])}
            hint={t(($) => $.billing.usage.freeHints[name])}
          >
            <span className="tabular font-[560]">{formats.whole(count)}</span>
          </Fact>
        ))}
      </FactList>
    </Card>
  )
}

/** The first day of the month after `2026-11`. */
function monthAfter(period: string): string {
  const [year = 0, month = 1] = period.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString()
}
