import type { SolutionPlan } from '@bollard/contracts'
import { ButtonLink, Card, CardHeader, type Meaning, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Fact, FactList } from '../../solution/verification/fact-list.tsx'
import { planName } from '../../billing/plan-name.ts'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'
import { usePriceNote } from '../plan/use-price-note.ts'
import { WhoMay } from '../../frame/needs-role.tsx'

const meanings: Record<SolutionPlan['status'], Meaning> = {
  TRIALING: 'info',
  ACTIVE: 'human',
  INCOMPLETE: 'doubt',
  PAST_DUE: 'doubt',
  UNPAID: 'bot',
  PAUSED: 'neutral',
  CANCELED: 'neutral',
}

/** The plan in force: what it costs, how long it runs and what comes after it. */
export function PlanCard({ plan, base }: { plan: SolutionPlan; base: string }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const isAdmin = plan.myRole === 'ADMIN'
  const noteOf = usePriceNote()
  const { interval, taxedPrice, price } = plan
  const note = taxedPrice && noteOf(taxedPrice)
  return (
    <Card className="min-w-0">
      <CardHeader title={t(($) => $.billing.plan.title)} className="!mb-2">
        <Pill meaning={meanings[plan.status]}>{t(($) => $.billing.statuses[plan.status])}</Pill>
      </CardHeader>
      <p className="font-display text-[1.75rem] leading-[1.15] font-[640] tracking-[-0.02em]">
        {planName(plan.planCode)}
      </p>
      <p className="mb-4 text-sm text-ink-2">
        {price && interval ? (
          <>
            {t(($) => $.billing.price[interval], { price: formats.money(price) })}
            {note ? `, ${note}` : null}
          </>
        ) : plan.status === 'TRIALING' ? (
          t(($) => $.billing.plan.trialFree)
        ) : (
          t(($) => $.billing.plan.free)
        )}
      </p>
      <FactList>
        {plan.status === 'TRIALING' && plan.trialEndsAt ? (
          <Fact
            name={t(($) => $.billing.plan.trialEnds)}
            hint={plan.next ? undefined : t(($) => $.billing.plan.afterTrial)}
          >
            {formats.day(plan.trialEndsAt)}
          </Fact>
        ) : null}
        {plan.periodStart && plan.periodEnd && interval ? (
          <Fact name={t(($) => $.billing.plan.period)}>
            {formats.span({ from: plan.periodStart, to: plan.periodEnd })}
          </Fact>
        ) : null}
        {plan.next ? (
          <Fact name={t(($) => $.billing.plan.next)}>
            {t(($) => $.billing.plan.nextFrom, { plan: planName(plan.next.planCode), day: formats.day(plan.next.at) })}
          </Fact>
        ) : plan.periodEnd && interval && plan.status !== 'CANCELED' ? (
          <Fact name={t(($) => $.billing.plan.next)}>
            {plan.renews
              ? t(($) => $.billing.plan.renews[interval])
              : t(($) => $.billing.plan.ends, { day: formats.day(plan.periodEnd) })}
          </Fact>
        ) : null}
        <Fact name={t(($) => $.billing.plan.included)}>
          {plan.limits.verifications === null
            ? t(($) => $.billing.limits.verificationsUnlimited)
            : t(($) => $.billing.limits.verifications, { max: formats.whole(plan.limits.verifications) })}
        </Fact>
      </FactList>
      {plan.status === 'CANCELED' ? null : isAdmin ? (
        <div className="mt-4 flex flex-wrap gap-3">
          <ButtonLink asChild size="dense" variant="ink">
            <Link to={`${base}/settings/billing/plan`}>{t(($) => $.billing.plan.change)}</Link>
          </ButtonLink>
          {plan.renews ? (
            <ButtonLink asChild size="dense" variant="quiet">
              <Link to={`${base}/settings/unsubscribe`}>{t(($) => $.billing.plan.cancel)}</Link>
            </ButtonLink>
          ) : null}
        </div>
      ) : (
        <p className="mt-4 text-xs text-ink-3">
          <WhoMay>{t(($) => $.billing.plan.adminOnly, { role: t(($) => $.roles[plan.myRole]) })}</WhoMay>
        </p>
      )}
    </Card>
  )
}
