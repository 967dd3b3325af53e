import type { PlanOffer, SolutionPlan } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { ButtonLink, classNames, Icon, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ExceededList } from './exceeded-list.tsx'
import type { Interval } from '../../billing/interval.ts'
import { planName } from '../../billing/plan-name.ts'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'
import { useSignedIn } from '../../frame/use-signed-in.ts'
import { usePriceNote } from './use-price-note.ts'

interface PlanOffersProps {
  offers: readonly PlanOffer[]
  plan: SolutionPlan
  interval: Interval
  /** Code of the plan that is being looked at closely. */
  chosen: string | null
}

/** The plans side by side, each with its price, what it includes and what keeps the solution from it. */
export function PlanOffers({ offers, plan, interval, chosen }: PlanOffersProps) {
  return (
    <ul className={classNames('mb-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-6 xl:*:col-span-2', filling(offers.length))}>
      {offers.map((offer, index) => (
        <li
          key={offer.plan.code}
          className={classNames(
            'flex min-w-0 flex-col rounded-lg border bg-surface p-5',
            offer.plan.code === chosen
              ? 'border-amber shadow-[0_0_0_1px_var(--amber)]'
              : offer.plan.code === plan.planCode
                ? 'border-ink'
                : 'border-line',
          )}
        >
          <Offer
            offer={offer}
            plan={plan}
            interval={interval}
            isChosen={offer.plan.code === chosen}
            // The offers go from the smallest to the largest.
            isSmaller={index < offers.findIndex(({ plan: { code } }) => code === plan.planCode)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Leaves no hole in the last row: its cards share it. */
function filling(count: number): string {
  const wide = ['', 'xl:*:last:!col-span-6', 'xl:*:nth-last-[-n+2]:!col-span-3'][count % 3] ?? ''
  return count % 2 === 0 ? wide : `max-xl:sm:*:last:col-span-2 ${wide}`
}

function Offer({
  offer,
  plan: present,
  interval,
  isChosen,
  isSmaller,
}: {
  offer: PlanOffer
  plan: SolutionPlan
  interval: Interval
  isChosen: boolean
  /** Than the present plan. */
  isSmaller: boolean
}) {
  const { operatorEmail } = useSite()
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const noteOf = usePriceNote()
  const { plan, exceeded } = offer
  const isPresent = plan.code === present.planCode
  const [net, taxed] = interval === 'MONTHLY' ? [plan.monthly, offer.monthly] : [plan.yearly, offer.yearly]
  const name = planName(plan.code)
  const isAdmin = present.myRole === 'ADMIN'
  // A trial of a plan is not yet the plan, and a paid one can be had by the month or the year.
  const isSame =
    isPresent && present.status !== 'TRIALING' && (present.interval === interval || plan.monthly?.amountMinor === 0)
  return (
    <>
      <h2 className="flex min-h-7 flex-wrap items-center gap-2 text-lg">
        {name}
        {isPresent ? (
          <Pill meaning="info">
            {present.status === 'TRIALING' ? t(($) => $.billing.choose.onTrial) : t(($) => $.billing.choose.present)}
          </Pill>
        ) : null}
      </h2>
      {net === null ? (
        <p className="mt-1 text-sm text-ink-2">{t(($) => $.billing.choose.byContract)}</p>
      ) : (
        <>
          <p className="mt-1 font-display text-xl leading-[1.2] font-[640] tracking-[-0.01em]">
            {net.amountMinor === 0
              ? t(($) => $.billing.choose.free)
              : t(($) => $.billing.price[interval], { price: formats.money(net) })}
          </p>
          <p className="min-h-[1.2rem] text-xs text-ink-3">
            {net.amountMinor === 0
              ? t(($) => $.billing.choose.alwaysFree)
              : taxed === null
                ? t(($) => $.billing.price.plusVat)
                : (noteOf(taxed) ?? t(($) => $.billing.price.noVat))}
            {plan.overagePerThousand === null ? null : (
              <span className="block">
                {t(($) => $.billing.limits.overage, { price: formats.money(plan.overagePerThousand) })}
              </span>
            )}
          </p>
        </>
      )}
      <ul className="my-4 grid gap-1.5 text-sm text-ink-2">
        {useIncluded(offer).map((line) => (
          <li key={line} className="flex gap-2">
            <Icon name="check" className="mt-1 size-3.5 shrink-0 text-human" />
            {line}
          </li>
        ))}
      </ul>
      <div className="mt-auto grid gap-2">
        {exceeded.length > 0 ? <ExceededList exceeded={exceeded} plan={name} /> : null}
        {!plan.selectable || !isAdmin || isSame || exceeded.length > 0 ? null : (
          <ButtonLink asChild size="dense" variant={isChosen || isSmaller ? 'line' : 'ink'}>
            <Link
              to={`?${new URLSearchParams({ plan: plan.code, interval })}#review`}
              aria-label={t(($) => $.billing.choose.chooseNamed, { plan: name })}
            >
              {isChosen ? t(($) => $.billing.choose.chosen) : t(($) => $.billing.choose.choose)}
            </Link>
          </ButtonLink>
        )}
        {!plan.selectable && !isPresent && operatorEmail ? (
          <ButtonLink
            size="dense"
            href={`mailto:${operatorEmail}?subject=${encodeURIComponent(t(($) => $.billing.choose.askSubject, { plan: name }))}`}
          >
            <Icon name="mail" />
            {t(($) => $.billing.choose.ask)}
          </ButtonLink>
        ) : null}
      </div>
    </>
  )
}

/** What a plan holds, in the order in which people ask. */
function useIncluded({ plan: { limits, features, slaPercent } }: PlanOffer): string[] {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  // Elsewhere only the operator makes keys, and a number of them would promise what nobody finds.
  const hasApiKeys = useSignedIn()?.apiKeysFor === 'solution-admins'
  const counted = (['domains', 'members', ...(hasApiKeys ? (['apiKeys'] as const) : [])] as const).map((name) => {
    const max = limits[name]
    return max === null
      ? t(($) => $.billing.limits.unlimited[name])
      : t(($) => $.billing.limits[name], { count: max, max: formats.whole(max) })
  })
  return [
    limits.verifications === null
      ? t(($) => $.billing.limits.verificationsUnlimited)
      : t(($) => $.billing.limits.verifications, { max: formats.whole(limits.verifications) }),
    ...counted,
    t(($) => $.billing.limits.log, {
      count: limits.verificationLogDays,
      days: formats.whole(limits.verificationLogDays),
    }),
    ...(slaPercent === null ? [] : [t(($) => $.billing.limits.sla, { percent: formats.decimal(slaPercent) })]),
    ...features.map((feature) => t(($) => $.billing.features[feature])),
  ]
}
