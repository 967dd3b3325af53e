import { useFormats } from '@bollard/site-kit'
import type { Site, Statistics } from '@bollard/contracts'
import { Card, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Sparkline } from '../chart/sparkline.tsx'
import { healthWords } from '../health/health-words.ts'
import { checkedIn, judgeHealth, moodOf, type Mood } from '../health/judge-health.ts'
import { solutionLabel } from '../frame/solution-label.ts'
import { type Standing, StandingPill } from '../health/standing-pill.tsx'
import type { ListedSolution } from '../frame/use-signed-in.ts'

export interface Figures {
  statistics: Statistics
  site: Pick<Site, 'firstVerificationAt' | 'firstFetchedAt'>
}
interface SolutionCardProps {
  solution: Omit<ListedSolution, 'myRole'>
  /** Null while it is in normal use. */
  standing: Standing | null
  /** Null when they could not be loaded. */
  figures: Figures | null
  /** Requests that page protection saw and stopped in the last 24 hours; null without it, and when they could not be loaded. */
  requests: { seen: number; stopped: number } | null
  base: string
}
const meanings = { good: 'human', attention: 'doubt', attack: 'bot', idle: 'neutral' } as const satisfies Record<
  Mood,
  string
>

/** A solution and its last 24 hours; the whole card leads to it. */
export function SolutionCard({ solution, standing, figures, requests, base }: SolutionCardProps) {
  const { t } = useTranslation()
  const hasCaptcha = solution.item.type !== 'MONITORING'
  const formats = useFormats()
  const isBundle = solution.item.type === 'BUNDLE_SECURITY'
  const isUnfinished =
    figures !== null && (figures.site.firstVerificationAt === null || figures.site.firstFetchedAt === null)
  const setUp = isBundle ? 'protection/start' : 'set-up'
  const isBegun = isBundle ? requests === null || requests.seen > 0 : !isUnfinished
  const firstPage = hasCaptcha ? (isBegun ? 'overview' : setUp) : 'monitoring/overview'
  return (
    <Card className="relative flex h-full flex-col gap-3.5 transition-colors duration-150 hover:border-line-strong">
      <div className="flex items-start gap-3">
        <div className="me-auto min-w-0">
          <h2 className="line-clamp-3 text-lg hyphens-auto [overflow-wrap:anywhere]">
            <Link
              to={`${base}/${firstPage}`}
              className="rounded-sm after:absolute after:inset-0 after:rounded-lg after:content-['']"
            >
              {solutionLabel(solution)}
            </Link>
          </h2>
          <p className="text-xs text-ink-3">{t(($) => $.types[solution.item.type])}</p>
        </div>
        {standing ? <StandingPill standing={standing} /> : figures ? <MoodPill figures={figures} /> : null}
      </div>
      {requests ? (
        <dl className="flex gap-5">
          <Figure label={t(($) => $.protection.card.seen)} value={formats.whole(requests.seen)} />
          <Figure label={t(($) => $.protection.card.stopped)} value={formats.whole(requests.stopped)} />
        </dl>
      ) : null}
      {figures ? (
        <LastDay figures={figures} isUnfinished={isUnfinished} />
      ) : hasCaptcha ? (
        <p className="text-sm text-ink-2">{t(($) => $.dashboard.figuresMissing)}</p>
      ) : null}
    </Card>
  )
}

function MoodPill({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  const mood = moodOf(judgeHealth(figures.site, figures.statistics))
  return (
    <Pill meaning={meanings[mood]} mark>
      {t(($) => $.health.labels[mood])}
    </Pill>
  )
}

function LastDay({ figures: { statistics, site }, isUnfinished }: { figures: Figures; isUnfinished: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { totals, buckets, period } = statistics
  const checked = formats.whole(checkedIn(totals))
  const stopped = formats.whole(totals.refused)
  return (
    <>
      <p className="text-sm text-ink-2">{healthWords(t, formats, judgeHealth(site, statistics), period)}</p>
      {isUnfinished && checkedIn(totals) === 0 ? (
        <p className="mt-auto text-sm font-[560]">{t(($) => $.dashboard.continueSetUp)} →</p>
      ) : (
        <div className="mt-auto flex items-end gap-5">
          <dl className="flex gap-5">
            <Figure label={t(($) => $.dashboard.checked)} value={checked} />
            <Figure label={t(($) => $.dashboard.stopped)} value={stopped} />
          </dl>
          <Sparkline
            buckets={buckets}
            label={t(($) => $.dashboard.sparkline, { checked, stopped })}
            className="ms-auto h-11 w-full max-w-44 min-w-0"
          />
        </div>
      )}
    </>
  )
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="tabular font-display text-xl leading-tight font-[640]">{value}</dd>
    </div>
  )
}
