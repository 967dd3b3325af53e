import type { Accounting } from '@bollard/contracts'
import { Cell, HeadCell, PostMark, Row, Table } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { layOutChart, type Series } from '../../chart/lay-out-chart.ts'
import { daysOfMonth } from './month-days.ts'
import { useBillingFormats } from '../../billing/use-billing-formats.ts'

const plotHeight = 168
const axisHeight = 28
const daysBetweenLabels = 5
const fills: Record<Series, string> = {
  passed: 'var(--series-human)',
  flagged: 'var(--info)',
  refused: 'var(--series-bot)',
}
const marks = { passed: 'series-human', flagged: 'info', refused: 'series-bot' } as const

/** A month by its days, as posts: what counts towards the plan at the bottom, what is free of charge above it. The same as a table. */
export function UsageChart({ accounting }: { accounting: Accounting }) {
  const { t } = useTranslation()
  const formats = useBillingFormats()
  const days = daysOfMonth(accounting)
  const { bars, lines } = layOutChart(days, { height: plotHeight })
  const title = t(($) => $.billing.months.chart, { month: formats.month(accounting.period) })
  const names: Record<Series, string> = {
    passed: t(($) => $.billing.usage.billable),
    flagged: t(($) => $.billing.months.otherFree),
    refused: t(($) => $.billing.months.stopped),
  }
  const used = bars.filter(({ total }) => total > 0)
  const peak = used.toSorted((a, b) => b.total - a.total)[0]
  if (peak === undefined) return <p className="text-sm text-ink-3">{t(($) => $.billing.months.chartEmpty)}</p>
  const summary = t(($) => $.billing.months.chartSummary, {
    title,
    counted: formats.whole(accounting.counted.billable),
    day: formats.dayMonth(peak.at),
    peak: formats.whole(peak.total),
  })

  return (
    <div>
      <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-2">
        {(['passed', 'refused', 'flagged'] as const).map((series) => (
          <span key={series} className="flex items-center gap-1.5">
            <PostMark colour={marks[series]} />
            {names[series]}
          </span>
        ))}
      </p>
      <div className="chart chart-30d pl-10">
        <svg
          role="img"
          aria-label={summary}
          width="100%"
          height={plotHeight + axisHeight}
          className="block overflow-visible"
        >
          {lines.map(({ value, y }) => (
            <g key={value}>
              <line x1="0" x2="100%" y1={y} y2={y} stroke="var(--line)" shapeRendering="crispEdges" />
              <text x="-40" y={y + 4} fontSize="11" fill="var(--ink-3)">
                {formats.whole(value)}
              </text>
            </g>
          ))}
          {bars.map(({ at, centre, posts, counts }, index) => (
            <g key={at}>
              <title>{`${formats.dayMonth(at)}: ${names.passed} ${formats.whole(counts.passed)}, ${names.refused} ${formats.whole(counts.refused)}, ${names.flagged} ${formats.whole(counts.flagged)}`}</title>
              {posts.map(({ series, y, height }) => (
                <rect key={series} className="post" x={`${centre}%`} y={y} height={height} fill={fills[series]} />
              ))}
              {index % daysBetweenLabels === 0 ? (
                <text
                  x={`${centre}%`}
                  y={plotHeight + 20}
                  fontSize="11.5"
                  fill="var(--ink-3)"
                  textAnchor={index === 0 ? 'start' : index > bars.length - 2 ? 'end' : 'middle'}
                  className={index % 10 === 5 ? 'label-minor' : undefined}
                >
                  {formats.dayMonth(at)}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      </div>
      {used.length > 0 ? (
        <details className="mt-2 text-sm">
          <summary className="w-fit rounded-sm text-xs text-ink-2 hover:text-ink touch:py-3.5">
            {t(($) => $.billing.months.table)}
          </summary>
          <div className="mt-3 max-h-80 overflow-auto rounded-md border border-line">
            <Table label={title}>
              <thead>
                <tr>
                  <HeadCell>{t(($) => $.billing.months.day)}</HeadCell>
                  {(['passed', 'refused', 'flagged'] as const).map((series) => (
                    <HeadCell key={series} align="end" className="max-sm:!whitespace-normal">
                      {names[series]}
                    </HeadCell>
                  ))}
                </tr>
              </thead>
              <tbody>
                {used.map(({ at, counts }) => (
                  <Row key={at}>
                    <Cell>{formats.dayMonth(at)}</Cell>
                    {(['passed', 'refused', 'flagged'] as const).map((series) => (
                      <Cell key={series} align="end">
                        {formats.whole(counts[series])}
                      </Cell>
                    ))}
                  </Row>
                ))}
              </tbody>
            </Table>
          </div>
        </details>
      ) : null}
    </div>
  )
}
