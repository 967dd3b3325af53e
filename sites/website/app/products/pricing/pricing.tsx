import type { Plan } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { scopeOf } from '@bollard/site-kit/server'
import { useTranslation } from 'react-i18next'
import { Section } from '../../landing/section.tsx'
import { Band } from '../sections/band.tsx'
import { Glance } from '../sections/glance.tsx'
import { MoreLinks } from '../sections/more-links.tsx'
import { Points } from '../sections/points.tsx'
import { ProductPage } from '../sections/product-page.tsx'
import { StructuredData } from '../sections/structured-data.tsx'
import { useLinks } from '../sections/use-links.ts'
import type { Route } from './+types/pricing.ts'
import { CostCalculator } from './cost-calculator.tsx'
import { moneyText, type PricedPlan, withinBounds } from './monthly-cost.ts'
import { PlanCards } from './plan-cards.tsx'
import { planName } from './plan-name.ts'
import { readPlans } from './plans.server.ts'

export const handle = { hydrate: false }

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  return {
    sold: await readPlans(scopeOf(context, request).site),
    verifications: withinBounds(Number(searchParams.get('verifications') ?? 100_000)),
    interval: searchParams.get('billing') === 'YEARLY' ? ('YEARLY' as const) : ('MONTHLY' as const),
  }
}

export default function Pricing({ loaderData: { sold, verifications, interval } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const links = useLinks()
  const locale = locales[useSite().language]
  const priced = sold?.plans.map(pricedPlan).filter((plan) => plan !== null) ?? []
  const free = priced.find(({ monthlyMinor }) => monthlyMinor === 0)
  const paid = priced.find(({ monthlyMinor }) => monthlyMinor > 0)
  const glance = t(($) => $.products.pricing.glance, { returnObjects: true })
  return (
    <ProductPage
      texts={t(($) => $.products.pricing.page, { returnObjects: true })}
      next={links.signUp}
      aside={
        <Glance
          figures={[
            { value: free?.included?.toLocaleString(locale) ?? null, label: glance.free },
            { value: paid ? moneyText(paid.monthlyMinor, paid.currency, locale) : null, label: glance.paid },
            { value: '0', label: glance.bots },
          ]}
        />
      }
      questions={t(($) => $.products.pricing.questions, { returnObjects: true })}
    >
      <Band>
        <Section
          id="plans"
          kick={t(($) => $.products.pricing.plans.kick)}
          title={t(($) => $.products.pricing.plans.title)}
        >
          {sold === null ? (
            <p className="mt-6 text-ink-2">{t(($) => $.products.pricing.plans.unknown)}</p>
          ) : (
            <>
              <PlanCards plans={sold.plans} />
              <p className="mt-6 text-sm text-ink-2">
                {sold.trialDays > 0 ? t(($) => $.products.pricing.plans.trial, { count: sold.trialDays }) : null}{' '}
                {t(($) => $.products.pricing.plans.net)}
              </p>
            </>
          )}
        </Section>
      </Band>
      {sold !== null && sold.protection.length > 0 ? (
        <Section
          id="page-protection"
          kick={t(($) => $.products.pricing.protection.kick)}
          title={t(($) => $.products.pricing.protection.title)}
        >
          <p className="mt-6 max-w-[44rem] text-ink-2">{t(($) => $.products.pricing.protection.text)}</p>
          <PlanCards plans={sold.protection} />
          <p className="mt-6 text-sm text-ink-2">{t(($) => $.products.pricing.protection.beyond)}</p>
          <MoreLinks
            links={[{ href: links.docs('/guides/protection'), text: t(($) => $.products.pricing.protection.more) }]}
          />
        </Section>
      ) : null}
      {priced.length > 0 ? (
        <Section
          id="calculator"
          kick={t(($) => $.products.pricing.calculator.kick)}
          title={t(($) => $.products.pricing.calculator.title)}
        >
          <CostCalculator plans={priced} verifications={verifications} interval={interval} />
        </Section>
      ) : null}
      <Band>
        <Section
          id="what-counts"
          kick={t(($) => $.products.pricing.counts.kick)}
          title={t(($) => $.products.pricing.counts.title)}
        >
          <Points points={t(($) => $.products.pricing.counts.points, { returnObjects: true })} />
          <MoreLinks links={[{ href: links.docs('/operate/plans'), text: t(($) => $.products.pricing.counts.more) }]} />
        </Section>
      </Band>
      <Offers plans={priced} description={t(($) => $.products.pricing.page.description)} />
    </ProductPage>
  )
}

/** The plans as search engines read them. */
function Offers({ plans, description }: { plans: readonly PricedPlan[]; description: string }) {
  if (plans.length === 0) return null
  return (
    <StructuredData
      type="SoftwareApplication"
      name="Bollard"
      applicationCategory="SecurityApplication"
      operatingSystem="Linux"
      description={description}
      offers={plans.map(({ code, monthlyMinor, currency }) => ({
        '@type': 'Offer',
        name: planName(code),
        price: (monthlyMinor / 100).toFixed(2),
        priceCurrency: currency,
      }))}
    />
  )
}

/** Null for a plan whose price is agreed upon. */
function pricedPlan({ code, monthly, yearly, overagePerThousand, limits }: Plan): PricedPlan | null {
  if (monthly === null || yearly === null) return null
  return {
    code,
    currency: monthly.currency,
    monthlyMinor: monthly.amountMinor,
    yearlyMinor: yearly.amountMinor,
    overageMinor: overagePerThousand?.amountMinor ?? null,
    included: limits.verifications,
  }
}
