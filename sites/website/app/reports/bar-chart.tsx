import { locales } from '@bollard/i18n'
import { useSite } from '@bollard/site-kit'
import { Cell, classNames, HeadCell, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { MarkedText } from '../page/marked-text.tsx'
import type { Bar, Chart } from './report-data.ts'

/** A chart of bars from zero, and the same as a table. The line across a bar is what was measured at least and at most, or the interval. */
export function BarChart({ chart }: { chart: Chart }) {
  const { t } = useTranslation()
  const { nameOf, write } = useWords(chart)
  const most = chart.unit === '%' ? 1 : Math.max(...chart.bars.map(({ value, high = 0 }) => Math.max(value, high)))
  const title = t(($) => $.reports.charts[chart.id].title)
  return (
    <figure aria-labelledby={`chart-${chart.id}`} className="grid gap-4 rounded-lg border border-line bg-surface p-5">
      <figcaption className="grid gap-1">
        <h3 id={`chart-${chart.id}`} className="font-sans text-base font-[580] tracking-normal">
          {title}
        </h3>
        <p className="max-w-[44em] text-sm text-ink-2">
          <MarkedText text={t(($) => $.reports.charts[chart.id].text)} />
        </p>
      </figcaption>
      <ul aria-hidden="true" className="grid gap-3">
        {chart.bars.map((bar) => (
          <li key={nameOf(bar)} className="grid gap-x-4 gap-y-1 sm:grid-cols-[15rem_1fr]">
            <span className="flex min-w-0 items-baseline justify-between gap-3 text-sm sm:contents">
              <span className={classNames('min-w-0', bar.isOurs === true && 'font-[560]')}>{nameOf(bar)}</span>
            </span>
            <span className="flex min-w-0 items-center gap-3">
              <BarDrawing bar={bar} most={most} />
              <span className="tabular w-24 shrink-0 text-sm">{write(bar.value)}</span>
            </span>
          </li>
        ))}
      </ul>
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm text-ink-2 hover:text-ink">
          {t(($) => $.reports.asTable)}
        </summary>
        <Table label={title}>
          <thead>
            <tr>
              <HeadCell>{t(($) => $.reports.what)}</HeadCell>
              <HeadCell align="end">{t(($) => $.reports.value)}</HeadCell>
              <HeadCell align="end">{t(($) => $.reports.range)}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {chart.bars.map((bar) => (
              <Row key={nameOf(bar)}>
                <Cell className="!whitespace-normal">{nameOf(bar)}</Cell>
                <Cell align="end">
                  {write(bar.value)}
                  {bar.count === undefined ? null : ` (${t(($) => $.reports.count, bar.count)})`}
                </Cell>
                <Cell align="end">
                  {bar.low === undefined || bar.high === undefined
                    ? '–'
                    : t(($) => $.reports.fromTo, { from: write(bar.low), to: write(bar.high) })}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}

function BarDrawing({ bar: { value, low, high, isOurs }, most }: { bar: Bar; most: number }) {
  const at = (amount: number) => `${((amount / most) * 100).toFixed(2)}%`
  return (
    <svg width="100%" height="18" className="min-w-0 flex-1 overflow-visible">
      <rect width="100%" y="3" height="12" rx="6" className="fill-sunken" />
      <rect
        width={at(value)}
        y="3"
        height="12"
        rx="6"
        className={isOurs === true ? 'fill-amber' : 'fill-series-human'}
      />
      {low === undefined || high === undefined ? null : (
        <g className="stroke-ink-2" strokeWidth="1.5">
          <line x1={at(low)} x2={at(high)} y1="9" y2="9" />
          <line x1={at(low)} x2={at(low)} y1="5" y2="13" />
          <line x1={at(high)} x2={at(high)} y1="5" y2="13" />
        </g>
      )}
    </svg>
  )
}

/** How the chart's names and numbers are written in the language of the page. */
function useWords({ unit }: Chart) {
  const { t } = useTranslation()
  const locale = locales[useSite().language]
  const number = new Intl.NumberFormat(
    locale,
    unit === '%' ? { style: 'percent', maximumFractionDigits: 1 } : { maximumSignificantDigits: 3 },
  )
  return {
    nameOf: ({ label }: Bar) => ('key' in label ? t(($) => $.reports.bars[label.key]) : label.name),
    write: (value: number) => (unit === '%' ? number.format(value) : `${number.format(value)} ${unit}`),
  }
}
