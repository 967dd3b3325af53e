import { useFormats } from '@bollard/site-kit'
import type { Statistics } from '@bollard/contracts'
import { classNames, PostMark, Tile, Tiles as TileRow } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { checkedIn } from '../../health/judge-health.ts'
import { CheckTimeTile } from '../../solution/overview/check-time-tile.tsx'
import { compare } from '../../solution/overview/compare.ts'
import { useShownSearch } from './below-the-chart.tsx'
import { logSearch } from './statistics-search.ts'

interface TilesProps {
  statistics: Statistics
  hasComparison: boolean
  /** Address of the log. */
  log: string
}

/** The four figures of the period, each with the same one of the period before. */
export function Tiles({ statistics, hasComparison, log }: TilesProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { totals, previous } = statistics
  const checked = checkedIn(totals)
  const [through, throughBefore] = [totals.solved, previous.solved]
  const change = (now: number, before: number, alarming = false): ReactNode =>
    hasComparison ? <Change now={now} before={before} alarming={alarming} /> : null
  return (
    <section aria-label={t(($) => $.overview.figures)} className="mb-4">
      <TileRow>
        <Tile
          label={t(($) => $.overview.checked)}
          value={<InLog count={checked} log={log} statistics={statistics} />}
          note={change(checked, checkedIn(previous))}
        />
        <Tile
          mark={<PostMark colour="series-human" />}
          label={t(($) => $.overview.letThrough)}
          value={<InLog count={through} log={log} statistics={statistics} more={{ outcome: 'PASSED,FLAGGED' }} />}
          note={
            <>
              <Share part={through} of={checked} />
              {change(through, throughBefore)}
            </>
          }
        />
        <Tile
          mark={<PostMark colour="series-bot" />}
          label={t(($) => $.overview.stopped)}
          value={<InLog count={totals.refused} log={log} statistics={statistics} more={{ outcome: 'REFUSED' }} />}
          note={
            <>
              <Share part={totals.refused} of={checked} />
              {change(totals.refused, previous.refused, true)}
            </>
          }
        />
        <CheckTimeTile totals={totals}>
          {hasComparison && previous.checkMsMedian !== null
            ? t(($) => $.statistics.medianBefore, { time: formats.duration(previous.checkMsMedian) })
            : null}
        </CheckTimeTile>
      </TileRow>
    </section>
  )
}

/** The figures of the verifications that fit the filter, beside those of the whole period. */
export function MatchingTiles({
  matching,
  statistics,
  log,
}: {
  matching: NonNullable<Statistics['matching']>
  statistics: Statistics
  log: string
}) {
  const { t } = useTranslation()
  const { count, passed, flagged, refused, fetched } = matching
  const through = passed + flagged
  return (
    <section aria-label={t(($) => $.statistics.matching)} className="mb-4">
      <TileRow>
        <Tile
          label={t(($) => $.statistics.matching)}
          value={<InLog count={count} log={log} statistics={statistics} />}
          note={<Share part={count} of={checkedIn(statistics.totals)} />}
        />
        <Tile
          mark={<PostMark colour="series-human" />}
          label={t(($) => $.overview.letThrough)}
          value={<InLog count={through} log={log} statistics={statistics} more={{ outcome: 'PASSED,FLAGGED' }} />}
          note={<Share part={through} of={count} matching />}
        />
        <Tile
          mark={<PostMark colour="series-bot" />}
          label={t(($) => $.overview.stopped)}
          value={<InLog count={refused} log={log} statistics={statistics} more={{ outcome: 'REFUSED' }} />}
          note={<Share part={refused} of={count} matching />}
        />
        <Tile
          label={t(($) => $.statistics.funnel.neverVerified)}
          value={
            <InLog
              count={Math.max(0, through - fetched)}
              log={log}
              statistics={statistics}
              more={{ outcome: 'PASSED,FLAGGED', fetched: 'NEVER' }}
            />
          }
          note={<Share part={Math.max(0, through - fetched)} of={through} tokens />}
        />
      </TileRow>
    </section>
  )
}

/** A count that leads to its rows in the log; a zero has none. `search` has the filters, those of the page unless others are given. */
export function InLog({
  count,
  log,
  statistics,
  more = {},
  search,
}: {
  count: number
  log: string
  statistics: Pick<Statistics, 'from' | 'to'>
  more?: Readonly<Record<string, string>>
  search?: URLSearchParams
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const own = useShownSearch()
  const shown = formats.whole(count)
  if (count === 0) return shown
  return (
    <Link
      to={`${log}${logSearch(search ?? own, statistics, more)}`}
      aria-label={t(($) => $.statistics.inLog, { count, shown })}
      className="rounded-sm decoration-line-strong underline-offset-4 hover:underline"
    >
      {shown}
    </Link>
  )
}

function Share({
  part,
  of,
  matching = false,
  tokens = false,
}: {
  part: number
  of: number
  matching?: boolean
  tokens?: boolean
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (of === 0) return null
  const share = formats.share(part / of)
  return (
    <span className="block">
      {tokens
        ? t(($) => $.statistics.funnel.ofTokens, { share })
        : matching
          ? t(($) => $.statistics.ofMatching, { share })
          : t(($) => $.overview.shareOfAll, { share })}
    </span>
  )
}

/** `alarming` figures are bad when they grow; the others are good or bad to nobody. */
function Change({ now, before, alarming }: { now: number; before: number; alarming: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const change = compare(now, before)
  switch (change.kind) {
    case 'same':
      return t(($) => $.statistics.sameBefore)
    case 'none-before':
      return t(($) => $.statistics.noneBefore)
    case 'changed':
      return (
        <>
          <span className={classNames('font-[560]', alarming && change.ratio > 0.5 ? 'text-bot' : 'text-ink-2')}>
            {formats.change(change.ratio)}
          </span>{' '}
          {t(($) => $.statistics.comparedTo, { before: formats.whole(before) })}
        </>
      )
    default:
      return change satisfies never
  }
}
