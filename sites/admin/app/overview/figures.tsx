import { type Overview, overviewCountMax } from '@bollard/contracts'
import { useFormats } from '@bollard/site-kit'
import { PostMark } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { queueTexts } from '../jobs/job-names.ts'
import { FigureGroup, LinkedFigure } from './linked-figure.tsx'
import { LineChart } from './line-chart.tsx'

type Part<Key extends keyof Overview> = Pick<Overview, Key>

/** Writes a count; one that was not counted to its end says so. */
function useCount(): (count: number) => string {
  const { whole } = useFormats()
  return (count) => (count >= overviewCountMax ? `≥\u00a0${whole(count)}` : whole(count))
}

/** Who came, and what came into use. */
export function GrowthFigures({ signUps, activated }: Part<'signUps' | 'activated'>) {
  const { t } = useTranslation()
  const count = useCount()
  return (
    <FigureGroup title={t(($) => $.overview.growth)}>
      <LinkedFigure
        to="users"
        label={t(($) => $.overview.signUps)}
        value={count(signUps.latest)}
        notes={[
          t(($) => $.overview.confirmed, { value: count(signUps.confirmed) }),
          t(($) => $.overview.before, { value: count(signUps.before) }),
        ]}
      />
      <LinkedFigure
        to="solutions"
        label={t(($) => $.overview.activated)}
        value={count(activated.latest)}
        notes={[t(($) => $.overview.activatedNote), t(($) => $.overview.before, { value: count(activated.before) })]}
      />
    </FigureGroup>
  )
}

/** Visitors by the minute, errors and alarms of the machine that answers. */
export function HotPathFigures({ watched }: Part<'watched'>) {
  const { t } = useTranslation()
  const { whole, decimal, share } = useFormats()
  const rate = (perMinute: number) => decimal(Math.round(perMinute * 10) / 10)
  const hotPath = watched?.hotPath ?? null
  const unknown = t(($) => $.overview.notMeasured)
  const why = watched === null ? t(($) => $.overview.nobodyWatches) : t(($) => $.overview.noVisitors)
  const inPercent = (value: number | null) => (value === null ? t(($) => $.overview.noCalls) : share(value))
  const firing = watched === null ? null : watched.firing.page + watched.firing.ticket
  return (
    <FigureGroup
      title={t(($) => $.overview.hotPath)}
      chart={hotPath === null ? null : <LineChart label={t(($) => $.overview.lastHour)} values={hotPath.minutes} />}
    >
      <LinkedFigure
        to="overview/health"
        label={t(($) => $.overview.perMinute)}
        value={hotPath === null ? unknown : rate(hotPath.perMinute)}
        notes={hotPath === null ? [why] : [t(($) => $.overview.usual, { value: rate(hotPath.usualPerMinute) })]}
      />
      <LinkedFigure
        to="overview/health"
        label={t(($) => $.overview.errors)}
        value={hotPath === null ? unknown : inPercent(hotPath.errorShare)}
        notes={
          hotPath === null ? [why] : [t(($) => $.overview.errorsOfDay, { value: inPercent(hotPath.errorShareOfDay) })]
        }
      />
      <LinkedFigure
        to="overview/health"
        label={t(($) => $.health.firing)}
        value={firing === null ? unknown : whole(firing)}
        mark={firing !== null && firing > 0 ? <PostMark colour="bot" /> : null}
        notes={
          watched === null
            ? [t(($) => $.overview.nobodyWatches)]
            : [t(($) => $.overview.urgent, { value: whole(watched.firing.page) })]
        }
      />
    </FigureGroup>
  )
}

/** How fast the budget of errors of each objective is spent, in the window that is the nearest to its alarm. */
export function BurnFigures({ watched }: Part<'watched'>) {
  const { t } = useTranslation()
  const { decimal, share } = useFormats()
  const nameOf = { availability: t(($) => $.health.availability), latency: t(($) => $.health.latencyObjective) }
  if (watched === null) return null
  return (
    <FigureGroup title={t(($) => $.overview.budgets)}>
      {watched.objectives.map(({ objective, target, windowDays, burns }) => {
        const [worst] = burns
          .flatMap(({ rate, ...burn }) => (rate === null ? [] : [{ ...burn, rate }]))
          .toSorted((a, b) => b.rate / b.limit - a.rate / a.limit)
        return (
          <LinkedFigure
            key={objective}
            to="overview/health"
            label={nameOf[objective]}
            value={worst === undefined ? t(($) => $.overview.noCalls) : `${decimal(worst.rate)}\u00a0×`}
            mark={worst !== undefined && worst.rate > worst.limit ? <PostMark colour="bot" /> : null}
            notes={[
              t(($) => $.overview.promise, { share: share(target), days: windowDays }),
              ...(worst === undefined
                ? []
                : [t(($) => $.overview.burn, { window: worst.window, limit: decimal(worst.limit) })]),
            ]}
          />
        )
      })}
    </FigureGroup>
  )
}

/** How long the oldest has waited, queue by queue. */
export function QueueFigures({ queues }: Part<'queues'>) {
  const { t } = useTranslation()
  const { duration, whole } = useFormats()
  return (
    <FigureGroup title={t(($) => $.overview.queues)}>
      {queues.map(({ name, depth, oldestSeconds, deadLetters }) => (
        <LinkedFigure
          key={name}
          to="jobs"
          label={t(($) => $.jobs.queues.names[queueTexts[name]])}
          value={depth === 0 ? t(($) => $.overview.nothingWaits) : duration(oldestSeconds * 1_000)}
          notes={[t(($) => $.overview.waiting, { depth: whole(depth), dead: whole(deadLetters) })]}
        />
      ))}
    </FigureGroup>
  )
}

/** What does not work as its owner expects, and what is not paid. */
export function LockFigures({ locks, overdueInvoices }: Part<'locks' | 'overdueInvoices'>) {
  const { t } = useTranslation()
  const count = useCount()
  const all = locks.solutions.reduce((sum, one) => sum + one.locks, 0)
  const reasons = locks.solutions.map((one) => `${t(($) => $.solutions.reasons[one.reason])} ${count(one.locks)}`)
  return (
    <FigureGroup title={t(($) => $.overview.now)}>
      <LinkedFigure
        to="solutions?locked=true"
        label={t(($) => $.overview.solutionLocks)}
        value={count(all)}
        notes={reasons.length === 0 ? [t(($) => $.overview.none)] : reasons}
      />
      <LinkedFigure to="users?filter=SUSPENDED" label={t(($) => $.overview.suspended)} value={count(locks.accounts)} />
      <LinkedFigure to="partner" label={t(($) => $.overview.frozen)} value={count(locks.organizations)} />
      <LinkedFigure
        to="billing?status=OVERDUE"
        label={t(($) => $.overview.overdue)}
        value={count(overdueInvoices)}
        notes={[t(($) => $.overview.overdueNote)]}
      />
    </FigureGroup>
  )
}
