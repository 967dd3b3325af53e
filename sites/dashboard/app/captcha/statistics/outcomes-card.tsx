import { type Formats, useFormats } from '@bollard/site-kit'
import type { Outcome, Statistics } from '@bollard/contracts'
import { Card, CardHeader, classNames, PostMark } from '@bollard/ui'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { seriesColours } from '../../chart/bar-plot.tsx'
import { ChartTable } from '../../chart/chart-table.tsx'
import { labelAxis } from '../../chart/label-buckets.ts'
import { type Bar, layOutChart, type Series, series } from '../../chart/lay-out-chart.ts'
import { VerificationPlot } from '../../chart/verification-plot.tsx'
import { foldBuckets } from './fold-buckets.ts'
import { atDays, dayAt, logSearch, toggled } from './statistics-search.ts'

const plotHeight = 236
const hourMs = 3_600_000
const outcomeOf: Readonly<Record<Series, Outcome>> = { passed: 'PASSED', flagged: 'FLAGGED', refused: 'REFUSED' }

interface OutcomesCardProps {
  statistics: Statistics
  hasComparison: boolean
  log: string
}

/**
 * Outcomes over time, all or those that fit a filter. A bar of days leads to its days, a bar of hours of a day to its rows; the legend
 * filters by outcome.
 */
export function OutcomesCard({ statistics, hasComparison, log }: OutcomesCardProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { matching, previousBuckets, range } = statistics
  const chosen = search.get('outcome')?.split(',') ?? null
  const isShown = (one: Series): boolean => chosen === null || chosen.includes(outcomeOf[one])
  const { bars: buckets, areWeeks } = useMemo(
    () => foldBuckets(matching?.buckets ?? statistics.buckets),
    [matching, statistics.buckets],
  )
  const drawn = buckets.map((bucket) => ({
    at: bucket.at,
    passed: isShown('passed') ? bucket.passed : 0,
    flagged: isShown('flagged') ? bucket.flagged : 0,
    refused: isShown('refused') ? bucket.refused : 0,
  }))
  // Weeks of the period before would begin on other days, and what fits a filter is not counted there.
  const earlier = previousBuckets.map((bucket) => shownOf(bucket, isShown))
  const hasBefore = hasComparison && !matching && !areWeeks && earlier.some((total) => total > 0)
  const before = hasBefore ? earlier : []
  const layout = layOutChart(drawn, { height: plotHeight, before })
  const ends = new Map(buckets.map(({ at, to }) => [at, to]))
  const hours = lengthOf(buckets[0])
  const time = ({ at }: Pick<Bar, 'at'>): string => spanWords(formats, at, ends.get(at) ?? at, areWeeks)
  const title = areWeeks
    ? t(($) => $.statistics.chart.perWeek)
    : hours >= 20
      ? t(($) => $.overview.chart.perDay)
      : t(($) => $.overview.chart.perHours, { count: hours })
  const labels = labelAxis(
    layout.bars.map(({ at }) => at),
    hours >= 20 ? '30d' : hours > 1 ? '7d' : '24h',
    formats,
  )
  const isEmpty = layout.bars.every(({ total }) => total === 0)
  const name = (one: Series): string => t(($) => $.series[one])
  const pick = ({ at }: Bar): void => {
    const to = ends.get(at) ?? at
    const days = { first: dayAt(Date.parse(at), range.timeZone), last: dayAt(Date.parse(to) - 1, range.timeZone) }
    const isPartOfDay = range.days === null || range.days.first === range.days.last
    void navigate(isPartOfDay ? `${log}${logSearch(search, { from: at, to })}` : atDays(search, days), {
      preventScrollReset: !isPartOfDay,
    })
  }
  const peak = layout.bars.toSorted((a, b) => b.total - a.total)[0]
  return (
    <Card className="mb-4 min-w-0">
      <CardHeader title={title} className="!mb-6">
        <nav aria-label={t(($) => $.statistics.names.outcome)} className="flex flex-wrap gap-x-1.5 gap-y-1 text-xs">
          {series.map((one) => (
            <Link
              key={one}
              to={toggled(search, { name: 'outcome', value: outcomeOf[one] })}
              preventScrollReset
              aria-current={chosen !== null && isShown(one) ? 'true' : undefined}
              className={classNames(
                'flex items-center gap-1.5 rounded-sm px-1.5 py-1 text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-[560] touch:min-h-11',
                !isShown(one) && 'opacity-80',
              )}
            >
              <PostMark colour={seriesColours[one]} />
              {name(one)}
            </Link>
          ))}
          {before.length > 0 ? (
            <span className="flex items-center gap-1.5 px-1.5 py-1 text-ink-2">
              <span aria-hidden="true" className="w-4 border-t-[1.5px] border-dashed border-ink-3" />
              {t(($) => $.statistics.chart.before)}
            </span>
          ) : null}
        </nav>
      </CardHeader>
      <VerificationPlot
        className={classOf(layout.bars.length, hours)}
        label={
          peak && !isEmpty
            ? t(($) => $.statistics.chart.summary, { title, peak: formats.whole(peak.total), peakTime: time(peak) })
            : t(($) => $.statistics.chart.summaryEmpty, { title })
        }
        layout={layout}
        labels={labels}
        height={plotHeight}
        time={time}
        note={(bar) => {
          const total = before[layout.bars.indexOf(bar)]
          if (total === undefined) return null
          return t(($) => $.statistics.chart.beforeCount, { count: total, shown: formats.whole(total) })
        }}
        onPick={pick}
      />
      <ChartTable
        summary={t(($) => $.overview.chart.table)}
        title={title}
        time={t(($) => $.overview.chart.time)}
        bars={layout.bars.toReversed()}
        at={time}
        name={name}
        value={formats.whole}
      />
    </Card>
  )
}

function shownOf(bucket: Readonly<Record<Series, number>>, isShown: (one: Series) => boolean): number {
  return series.reduce((sum, one) => (isShown(one) ? sum + bucket[one] : sum), 0)
}

/** In whole hours; 23 and 25 where clocks are changed. */
function lengthOf(bucket: { at: string; to: string } | undefined): number {
  return bucket === undefined ? 24 : Math.round((Date.parse(bucket.to) - Date.parse(bucket.at)) / hourMs)
}

/** What a bar stands for: its week, its day, or its hours as the clock on the wall shows them. */
function spanWords(formats: Formats, at: string, to: string, isWeek: boolean): string {
  const day = `${formats.weekday(at)} ${formats.dayMonth(at)}`
  if (isWeek) return `${formats.day(at)} – ${formats.day(new Date(Date.parse(to) - 1).toISOString())}`
  if (Date.parse(to) - Date.parse(at) > 20 * hourMs) return day
  return `${day}, ${formats.hour(at)}–${formats.hour(to)}`
}

function classOf(bars: number, hours: number): string {
  if (bars > 60) return 'chart-91d'
  return hours >= 20 ? 'chart-30d' : hours > 1 ? 'chart-7d' : 'chart-24h'
}
