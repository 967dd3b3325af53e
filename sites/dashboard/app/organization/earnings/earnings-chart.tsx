import type { Earnings } from '@bollard/contracts'
import { useSite } from '@bollard/site-kit'
import { Card, CardHeader, Cell, HeadCell, PostMark, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { BarReader } from '../../chart/bar-reader.tsx'
import { layOutChart, type Series } from '../../chart/lay-out-chart.ts'
import { writeMoney, writeMonth, writeRoundMoney } from '../write-money.ts'

const plotHeight = 200
const axisHeight = 30
const series = ['passed', 'flagged', 'refused'] as const
const fills: Record<Series, string> = {
  passed: 'var(--series-human)',
  flagged: 'var(--series-doubt)',
  refused: 'var(--series-bot)',
}
const marks = { passed: 'series-human', flagged: 'series-doubt', refused: 'series-bot' } as const
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
  const { bars, lines } = layOutChart(buckets, { height: plotHeight })
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
        <span className="flex flex-wrap gap-3.5 text-xs text-ink-2">
          {series.map((one) => (
            <span key={one} className="flex items-center gap-1.5">
              <PostMark colour={marks[one]} />
              {name(one)}
            </span>
          ))}
        </span>
      </CardHeader>
      <div className="chart chart-24h relative pl-14">
        <svg
          role="img"
          aria-label={
            isEmpty
              ? t(($) => $.organizations.earnings.chartEmpty)
              : sentence({ passed: sum('passed'), flagged: sum('flagged'), refused: sum('refused') }, year)
          }
          width="100%"
          height={plotHeight + axisHeight}
          className="block overflow-visible"
        >
          {lines.map(({ value, y }) => (
            <g key={value}>
              <line x1="0" x2="100%" y1={y} y2={y} stroke="var(--line)" shapeRendering="crispEdges" />
              {isEmpty ? null : (
                <text x="-56" y={y + 4} fontSize="11" fill="var(--ink-3)">
                  {writeRoundMoney(language, { amountMinor: value, currency })}
                </text>
              )}
            </g>
          ))}
          {bars.map(({ at, centre, posts }, index) => (
            <g key={at}>
              {posts.map(({ series: one, y, height }) => (
                <rect key={one} className="post" x={`${centre}%`} y={y} height={height} fill={fills[one]} />
              ))}
              <text
                x={`${centre}%`}
                y={plotHeight + 22}
                fontSize="11.5"
                fill="var(--ink-3)"
                textAnchor="middle"
                className={(bars.length - 1 - index) % 3 === 0 ? undefined : 'label-minor'}
              >
                {shortMonth(language, at)}
              </text>
            </g>
          ))}
        </svg>
        {isEmpty ? (
          <p className="absolute inset-x-14 top-16 text-center text-sm text-ink-3">
            {t(($) => $.organizations.earnings.chartEmpty)}
          </p>
        ) : (
          <BarReader bars={bars} height={plotHeight} bucketMinutes={0} words={words} className="left-14" />
        )}
      </div>
      {isEmpty ? null : <MonthTable {...{ bars, title, name, money }} />}
    </Card>
  )
}

interface MonthTableProps {
  bars: ReturnType<typeof layOutChart>['bars']
  title: string
  name: (one: Series) => string
  money: (amountMinor: number) => string
}

/** The same figures for whoever reads those better. */
function MonthTable({ bars, title, name, money }: MonthTableProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const narrow = 'max-sm:!px-1.5'
  return (
    <details className="mt-3 text-sm">
      <summary className="w-fit rounded-sm text-xs text-ink-2 hover:text-ink">
        {t(($) => $.overview.chart.table)}
      </summary>
      <div className="mt-3 max-h-80 overflow-auto rounded-md border border-line">
        <Table label={title}>
          <thead>
            <tr>
              <HeadCell className={narrow}>{t(($) => $.organizations.earnings.month)}</HeadCell>
              {series.map((one) => (
                <HeadCell key={one} align="end" className={`${narrow} max-sm:!whitespace-normal`}>
                  {name(one)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ at, counts }) => (
              <Row key={at}>
                <Cell className={narrow}>{writeMonth(language, at)}</Cell>
                {series.map((one) => (
                  <Cell key={one} align="end" className={narrow}>
                    {money(counts[one])}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </details>
  )
}

function shortMonth(language: 'en' | 'de', month: string): string {
  return writeMonth(language, month).replace(/[.\s]*\d{4}$/u, '')
}
