import type { ProtectionStatistics } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { Card, CardHeader, PostMark, Tile, Tiles } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type DecisionSearch, writeSearch } from './decision-search.ts'
import { InLog, type Log } from './in-log.tsx'

interface FiguresProps {
  statistics: ProtectionStatistics
  log: Log
}

/** What became of the requests, each figure beside that of the period before. */
export function StatisticsTiles({ statistics: { totals, previous }, log }: FiguresProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.analytics.columns, { returnObjects: true })
  const before = (count: number) => t(($) => $.analytics.before, { count, shown: formats.whole(count) })
  const solved =
    totals.solved === 0 ? null : (
      <InLog count={totals.solved} log={log} filter={{ solved: 'true' }}>
        {t(($) => $.analytics.solved, { shown: formats.whole(totals.solved) })}
      </InLog>
    )
  const tiles = [
    ['requests', null, {}, null],
    ['challenge', 'info', { conclusion: 'CHALLENGE' }, solved],
    ['throttle', 'series-doubt', { conclusion: 'THROTTLE' }, null],
    ['deny', 'series-bot', { conclusion: 'DENY' }, null],
  ] as const
  return (
    <section aria-label={t(($) => $.analytics.figures)} className="mb-4">
      <Tiles>
        {tiles.map(([name, colour, filter, note]) => (
          <Tile
            key={name}
            mark={colour === null ? null : <PostMark colour={colour} />}
            label={words[name]}
            value={<InLog count={totals[name]} log={log} filter={filter} />}
            note={
              <>
                <span className="block">{before(previous[name])}</span>
                {note}
              </>
            }
          />
        ))}
      </Tiles>
    </section>
  )
}

/** What else is told of the period: what was spared, what failed, what dry runs would have done, how long decisions took. */
export function MoreFigures({ statistics: { totals, rungs }, log, reviews }: FiguresProps & { reviews: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = t(($) => $.analytics.more, { returnObjects: true })
  const steps = t(($) => $.analytics.rungs, { returnObjects: true })
  const linked = (count: number, filter: DecisionSearch, shown?: string) => (
    <InLog count={count} log={log} filter={filter}>
      {shown}
    </InLog>
  )
  const duration = (ms: number | null) =>
    ms === null ? '–' : linked(totals.requests, { tookMsMin: String(ms) }, `${formats.decimal(ms)} ms`)
  const saved: readonly (readonly [string, ReactNode])[] = [
    [words.savedRequests, linked(totals.savedRequests, { stopped: 'true' })],
    [
      words.savedBytes,
      totals.savedBytes === null
        ? '–'
        : linked(totals.savedRequests, { stopped: 'true' }, formats.bytes(totals.savedBytes)),
    ],
    [
      words.savedMessages,
      totals.savedMessages === 0 ? (
        formats.whole(0)
      ) : (
        <Link
          key="messages"
          to={reviews}
          className="rounded-sm decoration-line-strong underline-offset-4 hover:underline"
        >
          {formats.whole(totals.savedMessages)}
        </Link>
      ),
    ],
    [words.took, duration(totals.tookMsP50)],
    [words.tookMost, duration(totals.tookMsP99)],
  ]
  const trouble: readonly (readonly [string, ReactNode])[] = [
    [words.failedOpen, linked(totals.failedOpen, { failedOpen: 'true' })],
    [words.lost, formats.whole(totals.lost)],
    [words.probes, linked(totals.probes, { probe: 'true' })],
  ]
  const trial: readonly (readonly [string, ReactNode])[] = [
    [words.wouldChallenge, linked(totals.wouldChallenge, { dryRun: 'CHALLENGE' })],
    [words.wouldThrottle, linked(totals.wouldThrottle, { dryRun: 'THROTTLE' })],
    [words.wouldDeny, linked(totals.wouldDeny, { dryRun: 'DENY' })],
  ]
  return (
    <>
      <Figures title={words.saved} figures={saved} note={words.estimate} />
      <Figures title={words.trouble} figures={trouble} note={words.untold} />
      <Figures title={words.trial} figures={trial} />
      {rungs.length === 0 ? null : (
        <Figures
          title={words.ladder}
          figures={rungs.map(({ rung, requests }) => [steps[rung], linked(requests, { rung })] as const)}
        />
      )}
    </>
  )
}

/** How often people were stopped by mistake, and what visitors said who were. */
export function Mistakes({ statistics, log, blocked }: FiguresProps & { blocked: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { control, reports } = statistics.mistakes
  const words = t(($) => $.analytics.mistakes, { returnObjects: true })
  const judged = [
    [words.open, reports.open, 'OPEN'],
    [words.right, reports.right, 'RIGHT'],
    [words.wrong, reports.wrong, 'WRONG'],
  ] as const
  return (
    <Figures
      title={words.title}
      figures={judged.map(([name, count, state]) => [
        name,
        count === 0 ? (
          formats.whole(count)
        ) : (
          <a key={state} href={`${blocked}?state=${state}`} className="text-link">
            {formats.whole(count)}
          </a>
        ),
      ])}
    >
      <p className="mb-3 text-sm text-ink-2">
        {control === null
          ? words.none
          : t(($) => $.analytics.mistakes.share, {
              share: formats.share(control.share),
              low: formats.share(control.low),
              high: formats.share(control.high),
              solved: formats.whole(control.count),
              of: formats.whole(control.of),
            })}
        {control === null ? null : (
          <>
            {' '}
            <Link to={`${log.address}?${writeSearch(log.period, { control: 'true' })}`} className="text-link">
              {t(($) => $.analytics.toLog)}
            </Link>
          </>
        )}
      </p>
    </Figures>
  )
}

function Figures({
  title,
  figures,
  note,
  children,
}: {
  title: string
  figures: readonly (readonly [string, ReactNode])[]
  /** Stands below the figures. */
  note?: string
  children?: ReactNode
}) {
  return (
    <Card className="min-w-0 content-start">
      <CardHeader title={title} />
      {children}
      <dl className="grid gap-2 text-sm">
        {figures.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="tabular font-[560]">{value}</dd>
          </div>
        ))}
      </dl>
      {note === undefined ? null : <p className="mt-3 text-xs text-ink-3">{note}</p>}
    </Card>
  )
}
