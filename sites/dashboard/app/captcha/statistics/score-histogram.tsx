import type { Statistics } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { BarPlot, ChartLegend } from '../../chart/bar-plot.tsx'
import { BarReader } from '../../chart/bar-reader.tsx'
import { ChartTable } from '../../chart/chart-table.tsx'
import { type Bar, layOutChart, type Series } from '../../chart/lay-out-chart.ts'
import { useFormats } from '../../words/time-zone.tsx'
import { toggled } from './statistics-search.ts'

const plotHeight = 190
const axisHeight = 30

/** How many visitors had which score, with the owner's threshold as a line. A bar is a filter. */
export function ScoreHistogram({ scores, threshold }: { scores: Statistics['scores']; threshold: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const ends = new Map(scores.map(({ from, to }) => [String(from), to]))
  const layout = layOutChart(
    scores.map((part) => ({
      at: String(part.from),
      passed: part.passed,
      flagged: part.flagged,
      refused: part.refused,
    })),
    { height: plotHeight },
  )
  const isEmpty = layout.bars.every(({ total }) => total === 0)
  const title = t(($) => $.statistics.scores.title)
  const name = (one: Series): string => t(($) => $.series[one])
  const range = ({ at }: Pick<Bar, 'at'>): string =>
    `${formats.score(Number(at))} – ${formats.score(ends.get(at) ?? 1)}`
  const line = { score: formats.score(threshold) }
  return (
    <Card className="min-w-0">
      <CardHeader title={title} className="!mb-1">
        <ChartLegend name={name} />
      </CardHeader>
      <p className="mb-8 text-sm text-ink-2">{t(($) => $.statistics.scores.text)}</p>
      <div className="chart chart-24h relative pl-10">
        <BarPlot
          label={
            isEmpty ? t(($) => $.statistics.chart.summaryEmpty, { title }) : t(($) => $.statistics.scores.summary, line)
          }
          layout={layout}
          height={plotHeight}
          axisHeight={axisHeight}
          gutter={40}
          value={formats.compact}
          labels={layout.bars.flatMap(({ at }, bar) =>
            bar % 4 === 0 ? [{ bar, text: formats.score(Number(at)), minor: bar % 8 === 4 }] : [],
          )}
        />
        {isEmpty ? (
          <p className="absolute inset-x-10 top-16 text-center text-sm text-ink-3">
            {t(($) => $.overview.chart.empty)}
          </p>
        ) : (
          <>
            <span
              aria-hidden="true"
              className="pointer-events-none absolute top-0 right-0 left-10"
              style={{ height: plotHeight }}
            >
              <span
                className="absolute top-0 bottom-0 border-l-2 border-dashed border-bot"
                style={{ left: `${threshold * 100}%` }}
              >
                <span
                  className="absolute -top-5 text-xs font-[560] whitespace-nowrap text-bot"
                  style={{ transform: `translate(${-threshold * 100}%)` }}
                >
                  {t(($) => $.statistics.scores.threshold, line)}
                </span>
              </span>
            </span>
            <BarReader
              bars={layout.bars}
              height={plotHeight}
              bucketMinutes={0}
              words={{
                bars: t(($) => $.statistics.chart.bars),
                time: (bar) => t(($) => $.statistics.scores.range, { range: range(bar) }),
                sentence: (bar) =>
                  t(($) => $.overview.chart.bar, {
                    time: t(($) => $.statistics.scores.range, { range: range(bar) }),
                    passed: formats.whole(bar.counts.passed),
                    flagged: formats.whole(bar.counts.flagged),
                    refused: formats.whole(bar.counts.refused),
                  }),
                name,
                value: formats.whole,
              }}
              onPick={({ at }) =>
                void navigate(toggled(search, { name: 'scoreFrom', value: at }), { preventScrollReset: true })
              }
            />
          </>
        )}
      </div>
      <ChartTable
        summary={t(($) => $.overview.chart.table)}
        title={title}
        time={t(($) => $.detail.score)}
        bars={layout.bars}
        at={range}
        name={name}
        value={formats.whole}
      />
    </Card>
  )
}
