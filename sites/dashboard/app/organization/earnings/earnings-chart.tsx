import type { Language } from '@bollard/i18n'
import type { Earnings } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { BarPlot, ChartLegend } from '../../chart/bar-plot.tsx'
import { BarReader } from '../../chart/bar-reader.tsx'
import { ChartTable } from '../../chart/chart-table.tsx'
import { layOutChart, type Series } from '../../chart/lay-out-chart.ts'
import { writeMoney, writeMonth, writeRoundMoney } from '../write-money.ts'

const plotHeight = 200
const axisHeight = 30
const names = { passed: 'earned', flagged: 'pending', refused: 'takenBack' } as const

/** Twelve months as posts: what is earned for good below, what waits above it, and what was taken back on top. */
export function EarningsChart({ earnings }: { earnings: Earnings }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { currency, months } = earnings
  const money = (amountMinor: number) => writeMoney(language, { amountMinor, currency })
  const buckets = months.map(({ month, paid, available, pending, takenBack }) => ({
    at: month,
    passed: paid + available,
    flagged: pending,
    refused: takenBack,
  }))
  const layout = layOutChart(buckets, { height: plotHeight })
  const { bars } = layout
  const isEmpty = bars.every(({ total }) => total === 0)
  const title = t(($) => $.organizations.earnings.chart)
  const name = (one: Series) => t(($) => $.organizations.earnings.series[names[one]])
  const sum = (one: Series) => money(bars.reduce((total, { counts }) => total + counts[one], 0))
  const sentence = (counts: Record<Series, string>, month: string) =>
    t(($) => $.organizations.earnings.bar, { month, ...counts })
  const words = {
    bars: t(($) => $.organizations.earnings.bars),
    time: ({ at }: { at: string }) => writeMonth(language, at, 'long'),
    sentence: ({ at, counts }: { at: string; counts: Record<Series, number> }) =>
      sentence(
        { passed: money(counts.passed), flagged: money(counts.flagged), refused: money(counts.refused) },
        writeMonth(language, at, 'long'),
      ),
    name,
    value: money,
  }
  const year = `${writeMonth(language, months[0]?.month ?? '', 'long')} – ${writeMonth(language, months.at(-1)?.month ?? '', 'long')}`
  return (
    <Card className="min-w-0">
      <CardHeader title={title} className="!mb-6">
        <ChartLegend name={name} />
      </CardHeader>
      <div dir="ltr" className="chart chart-24h relative ps-14">
        <BarPlot
          label={
            isEmpty
              ? t(($) => $.organizations.earnings.chartEmpty)
              : sentence({ passed: sum('passed'), flagged: sum('flagged'), refused: sum('refused') }, year)
          }
          layout={layout}
          height={plotHeight}
          axisHeight={axisHeight}
          gutter={56}
          value={isEmpty ? null : (amountMinor) => writeRoundMoney(language, { amountMinor, currency })}
          labels={bars.map(({ at }, bar) => ({
            bar,
            text: shortMonth(language, at),
            minor: (bars.length - 1 - bar) % 3 !== 0,
          }))}
        />
        {isEmpty ? (
          <p className="absolute inset-x-14 top-16 text-center text-sm text-ink-3">
            {t(($) => $.organizations.earnings.chartEmpty)}
          </p>
        ) : (
          <BarReader bars={bars} height={plotHeight} words={words} className="start-14" />
        )}
      </div>
      {isEmpty ? null : (
        <ChartTable
          summary={t(($) => $.overview.chart.table)}
          title={title}
          time={t(($) => $.organizations.earnings.month)}
          bars={bars.toReversed()}
          at={({ at }) => writeMonth(language, at)}
          name={name}
          value={money}
        />
      )}
    </Card>
  )
}

function shortMonth(language: Language, month: string): string {
  return writeMonth(language, month).replace(/[.\s]*\d{4}$/u, '')
}
