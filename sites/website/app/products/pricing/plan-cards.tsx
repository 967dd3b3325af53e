import type { Plan } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { ButtonLink, Icon } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useLinks } from '../sections/use-links.ts'
import { moneyText } from './monthly-cost.ts'
import { planName } from './plan-name.ts'

/** The installation's plans side by side: price, what is included, and what each adds. */
export function PlanCards({ plans }: { plans: readonly Plan[] }) {
  return (
    <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:auto-cols-fr xl:grid-flow-col xl:grid-cols-none">
      {plans.map((plan) => (
        <PlanCard key={plan.code} plan={plan} />
      ))}
    </ul>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const links = useLinks()
  const lines = useLines(plan)
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-5">
      <h3 className="text-xl">{planName(plan.code)}</h3>
      <PlanPrice plan={plan} />
      <ul className="mt-4 mb-6 grid gap-2 text-sm">
        {lines.map((line) => (
          <li key={line} className="flex gap-2">
            <Icon name="check" className="mt-[3px] size-3.5 shrink-0 text-human" />
            <span className="min-w-0">{line}</span>
          </li>
        ))}
      </ul>
      {plan.selectable ? (
        <ButtonLink className="mt-auto" wide href={links.signUp}>
          {t(($) => $.products.pricing.plans.start)}
        </ButtonLink>
      ) : (
        <ButtonLink className="mt-auto" wide href={links.page('/contact-sales')}>
          {t(($) => $.products.pricing.plans.ask)}
        </ButtonLink>
      )}
    </li>
  )
}

function PlanPrice({ plan: { monthly, yearly } }: { plan: Plan }) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  if (monthly === null || yearly === null)
    return <p className="mt-3 text-ink-2">{t(($) => $.products.pricing.plans.byAgreement)}</p>
  const text = (amountMinor: number) => moneyText(amountMinor, monthly.currency, locale)
  return (
    <p className="mt-3">
      <span className="tabular font-display text-[1.75rem] leading-none font-[660] tracking-[-.02em]">
        {text(monthly.amountMinor)}
      </span>{' '}
      <span className="text-sm text-ink-2">{t(($) => $.products.pricing.plans.aMonth)}</span>
      <span className="mt-1 block text-sm text-ink-3">
        {monthly.amountMinor === 0
          ? t(($) => $.products.pricing.plans.free)
          : t(($) => $.products.pricing.plans.orYearly, { price: text(yearly.amountMinor) })}
      </span>
    </p>
  )
}

/** What a plan has, in words. */
function useLines({ limits, features, overagePerThousand, slaPercent }: Plan): string[] {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const whole = (value: number) => value.toLocaleString(locale)
  const words = t(($) => $.products.pricing.plans.features, { returnObjects: true })
  const counted = (count: number | null, one: (shown: { count: number; max: string }) => string, none: string) =>
    count === null ? none : one({ count, max: whole(count) })
  const { protectedRequests } = limits
  return [
    // None belong to a captcha alone.
    ...(protectedRequests === 0
      ? []
      : [
          protectedRequests === null
            ? t(($) => $.products.pricing.plans.unlimited.requests)
            : t(($) => $.products.pricing.plans.requests, { max: whole(protectedRequests) }),
        ]),
    limits.verifications === null
      ? t(($) => $.products.pricing.plans.unlimited.verifications)
      : t(($) => $.products.pricing.plans.verifications, { max: whole(limits.verifications) }),
    ...(overagePerThousand === null
      ? []
      : [
          t(($) => $.products.pricing.plans.overage, {
            price: moneyText(overagePerThousand.amountMinor, overagePerThousand.currency, locale),
          }),
        ]),
    counted(
      limits.domains,
      (shown) => t(($) => $.products.pricing.plans.domains, shown),
      t(($) => $.products.pricing.plans.unlimited.domains),
    ),
    counted(
      limits.members,
      (shown) => t(($) => $.products.pricing.plans.members, shown),
      t(($) => $.products.pricing.plans.unlimited.members),
    ),
    t(($) => $.products.pricing.plans.log, {
      count: limits.verificationLogDays,
      max: whole(limits.verificationLogDays),
    }),
    ...features.map((feature) => words[feature]),
    ...(slaPercent === null
      ? []
      : [t(($) => $.products.pricing.plans.sla, { percent: slaPercent.toLocaleString(locale) })]),
  ]
}
