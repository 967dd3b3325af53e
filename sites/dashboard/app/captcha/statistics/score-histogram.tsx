import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { Card, CardHeader } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ChartLegend } from '../../chart/bar-plot.tsx'
import { ChartTable } from '../../chart/chart-table.tsx'
import { type Bar, layOutChart, type Series } from '../../chart/lay-out-chart.ts'
import { VerificationPlot } from '../../chart/verification-plot.tsx'
import { useShownSearch } from './below-the-chart.tsx'
import { toggled } from './statistics-search.ts'

const plotHeight = 190

/** How many visitors had which score, with the owner's threshold as a line. A bar is a filter. */
export function ScoreHistogram({ scores, threshold }: { scores: Statistics['scores']; threshold: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const search = useShownSearch()
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
      <VerificationPlot
        className="chart-24h"
        label={
          isEmpty ? t(($) => $.statistics.chart.summaryEmpty, { title }) : t(($) => $.statistics.scores.summary, line)
        }
        layout={layout}
        labels={layout.bars.flatMap(({ at }, bar) =>
          bar % 4 === 0 ? [{ bar, text: formats.score(Number(at)), minor: bar % 8 === 4 }] : [],
        )}
        height={plotHeight}
        time={(bar) => t(($) => $.statistics.scores.range, { range: range(bar) })}
        onPick={({ at }) =>
          void navigate(toggled(search, { name: 'scoreFrom', value: at }), { preventScrollReset: true })
        }
      >
        <Threshold at={threshold}>{t(($) => $.statistics.scores.threshold, line)}</Threshold>
      </VerificationPlot>
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

/** The owner's threshold as a line across the plot, with its words above it. */
function Threshold({ at, children }: { at: number; children: string }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute top-0 end-0 start-10"
      style={{ height: plotHeight }}
    >
      <span
        className="absolute top-0 bottom-0 border-s-2 border-dashed border-bot"
        style={{ insetInlineStart: `${at * 100}%` }}
      >
        <span
          className="absolute -top-5 text-xs font-[560] whitespace-nowrap text-bot"
          style={{ transform: `translate(${-at * 100}%)` }}
        >
          {children}
        </span>
      </span>
    </span>
  )
}
