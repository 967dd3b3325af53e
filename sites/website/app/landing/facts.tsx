import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import type { MeasuredFacts } from './measured-facts.server.ts'

interface FactsProps {
  facts: MeasuredFacts
  /** Seconds from the first touch of a form to its token, and the ISO date of the measurement. */
  wait: { seconds: number; measuredOn: string } | null
}

/** Figures that the benchmarks wrote; a figure that was not measured is not shown. */
export function Facts({ facts, wait }: FactsProps) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const number = (value: number, digits = 1) => value.toLocaleString(locale, { maximumFractionDigits: digits })
  const { widget, lab } = facts
  const [measuredOn] = [facts.measuredOn, wait?.measuredOn].filter((date) => typeof date === 'string').toSorted()
  const shown = [
    wait && {
      value: t(($) => $.facts.wait, { value: number(wait.seconds, 2) }),
      text: t(($) => $.facts.waitText),
    },
    lab && {
      value: t(($) => $.facts.bots, {
        noticed: number(lab.bots.unseen.noticed.count),
        all: number(lab.bots.unseen.noticed.of),
      }),
      text: t(($) => $.facts.botsText),
    },
    widget && {
      value: t(($) => $.facts.widget, { value: number(widget.ours) }),
      text: t(($) => $.facts.widgetText, { altcha: number(widget.altcha), cap: number(widget.cap) }),
    },
    { value: t(($) => $.facts.cookies), text: t(($) => $.facts.cookiesText) },
  ].filter((fact) => fact !== null)
  return (
    <section aria-label={t(($) => $.facts.label)} className="border-b border-line">
      <dl className="mx-auto grid max-w-[1180px] px-5 sm:grid-cols-2 sm:px-8 lg:grid-cols-4 lg:divide-x lg:divide-line">
        {shown.map(({ value, text }) => (
          <div key={text} className="flex flex-col-reverse justify-end py-5 sm:py-[30px] sm:pe-7 lg:not-first:ps-7">
            <dt className="mt-2 text-ink-2">{text}</dt>
            <dd className="font-display text-[2.125rem] leading-none font-[660] tracking-[-.03em]">{value}</dd>
          </div>
        ))}
      </dl>
      {measuredOn === undefined ? null : (
        <p className="mx-auto max-w-[1180px] px-5 pb-6 text-sm text-ink-3 sm:px-8">
          {t(($) => $.facts.how, {
            date: new Date(measuredOn).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' }),
          })}
        </p>
      )}
    </section>
  )
}
