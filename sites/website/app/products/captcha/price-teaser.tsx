import type { Plan } from '@bollard/contracts'
import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { moneyText } from '../pricing/monthly-cost.ts'
import { planName } from '../pricing/plan-name.ts'
import { useLinks } from '../sections/use-links.ts'
import { Section } from '../../landing/section.tsx'

/** Price and allowance of the installation's plans in one line each; nothing where nobody can tell them. */
export function PriceTeaser({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation()
  const links = useLinks()
  const locale = locales[useSite().language]
  const priced = plans.filter(({ selectable }) => selectable)
  if (priced.length === 0) return null
  return (
    <div className="border-y border-line bg-surface">
      <Section
        id="price"
        kick={t(($) => $.products.captcha.price.kick)}
        title={t(($) => $.products.captcha.price.title)}
      >
        <dl className="mt-10 grid gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {priced.map(({ code, monthly, limits }) => (
            <div key={code} className="bg-surface p-5">
              <dt className="font-[560]">{planName(code)}</dt>
              <dd className="tabular mt-1 font-display text-xl font-[640]">
                {monthly === null ? '–' : moneyText(monthly.amountMinor, monthly.currency, locale)}
              </dd>
              <dd className="text-sm text-ink-2">
                {limits.verifications === null
                  ? t(($) => $.products.pricing.plans.unlimited.verifications)
                  : t(($) => $.products.pricing.plans.verifications, {
                      max: limits.verifications.toLocaleString(locale),
                    })}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink href={links.page('/products/captcha/pricing#calculator')}>
            {t(($) => $.products.captcha.price.calculate)}
          </ButtonLink>
          <p className="text-sm text-ink-2">{t(($) => $.products.captcha.price.note)}</p>
        </div>
      </Section>
    </div>
  )
}
