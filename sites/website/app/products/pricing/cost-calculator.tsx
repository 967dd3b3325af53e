import { locales } from '@bollard/i18n'
import { ModuleScript, useSite } from '@bollard/site-kit'
import { Button, Cell, HeadCell, Pill, Row, Table, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { SourceList } from '../sections/source-list.tsx'
// oxlint-disable-next-line import/default -- the address of what Vite makes of it
import calculatorIsland from './cost-calculator.island.ts?worker&url'
import {
  cheapestOf,
  type Interval,
  moneyText,
  monthlyCost,
  placeMax,
  placeOf,
  type PricedPlan,
  recaptchaCost,
  volumeMax,
  volumeMin,
} from './monthly-cost.ts'
import { planName } from './plan-name.ts'
import { recaptchaPriceSources } from './recaptcha-price-sources.ts'

export interface CalculatorChoice {
  verifications: number
  interval: Interval
}

/**
 * What a month costs in each plan, beside reCAPTCHA. The server computes what the address asks for, so it works without script and can be
 * sent to somebody; the custom element computes the same while the slider moves.
 */
export function CostCalculator({
  plans,
  verifications,
  interval,
}: { plans: readonly PricedPlan[] } & CalculatorChoice) {
  const { t } = useTranslation()
  const { language } = useSite()
  const locale = locales[language]
  return (
    <cost-calculator data-plans={JSON.stringify(plans)} data-locale={locale}>
      <div className="mt-10 grid items-start gap-8 lg:grid-cols-[.8fr_1.2fr]">
        <form
          method="get"
          action="#calculator"
          className="grid gap-6 rounded-lg border border-line bg-surface p-5 sm:p-[26px]"
        >
          <TextField
            label={t(($) => $.products.pricing.calculator.volume)}
            hint={t(($) => $.products.pricing.calculator.volumeHint)}
            name="verifications"
            type="number"
            inputMode="numeric"
            min={volumeMin}
            max={volumeMax}
            defaultValue={verifications}
          />
          <label data-needs-js className="grid gap-1.5 text-sm font-[520]">
            {t(($) => $.products.pricing.calculator.slider)}
            <input
              type="range"
              min={0}
              max={placeMax}
              defaultValue={placeOf(verifications)}
              aria-valuetext={verifications.toLocaleString(locale)}
              className="h-11 w-full accent-amber-strong"
            />
          </label>
          <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
            <legend className="mb-1.5 text-sm font-[520]">{t(($) => $.products.pricing.calculator.billing)}</legend>
            {(['MONTHLY', 'YEARLY'] as const).map((value) => (
              <label key={value} className="inline-flex items-center gap-2 touch:min-h-11">
                <input type="radio" name="billing" value={value} defaultChecked={value === interval} />
                {t(($) => $.products.pricing.calculator.intervals[value])}
              </label>
            ))}
          </fieldset>
          <noscript>
            <Button type="submit" variant="ink" wide>
              {t(($) => $.products.pricing.calculator.submit)}
            </Button>
          </noscript>
        </form>
        <CostTable plans={plans} verifications={verifications} interval={interval} />
      </div>
      <ModuleScript src={calculatorIsland} />
    </cost-calculator>
  )
}

function CostTable({ plans, verifications, interval }: { plans: readonly PricedPlan[] } & CalculatorChoice) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const cheapest = cheapestOf(plans, verifications, interval)
  return (
    <div className="min-w-0">
      <div className="overflow-hidden rounded-lg border border-line bg-surface">
        <Table label={t(($) => $.products.pricing.calculator.table)} className="text-base">
          <thead>
            <tr>
              <HeadCell>{t(($) => $.products.pricing.calculator.plan)}</HeadCell>
              <HeadCell align="end">{t(($) => $.products.pricing.calculator.perMonth)}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {plans.map((plan) => {
              const cost = monthlyCost(plan, verifications, interval)
              return (
                <Row key={plan.code} data-plan={plan.code}>
                  <Cell>
                    Bollard {planName(plan.code)}{' '}
                    <span data-cheapest hidden={plan.code !== cheapest}>
                      <Pill meaning="human" mark>
                        {t(($) => $.products.pricing.calculator.cheapest)}
                      </Pill>
                    </span>
                  </Cell>
                  <Cell align="end">
                    <span data-cost hidden={cost === null}>
                      {cost === null ? '' : moneyText(cost, plan.currency, locale)}
                    </span>
                    <span data-too-small hidden={cost !== null} className="text-sm text-ink-3">
                      {t(($) => $.products.pricing.calculator.tooSmall)}
                    </span>
                  </Cell>
                </Row>
              )
            })}
            <Row>
              <Cell>Google reCAPTCHA</Cell>
              <Cell align="end" data-recaptcha>
                {moneyText(recaptchaCost(verifications) * 100, 'USD', locale)}
              </Cell>
            </Row>
          </tbody>
        </Table>
      </div>
      <p className="mt-4 text-sm text-ink-2">{t(($) => $.products.pricing.calculator.formula)}</p>
      <p className="mt-2 text-sm text-ink-2">{t(($) => $.products.pricing.calculator.unlike)}</p>
      <SourceList sources={recaptchaPriceSources} />
    </div>
  )
}
