import { useFormats } from '@bollard/site-kit'
import type { Period, Statistics } from '@bollard/contracts'
import { classNames, PostMark, Tile, Tiles } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CheckTimeTile, medianFromChecks } from './check-time-tile.tsx'
import { compare } from './compare.ts'
import { checkedIn } from '../../health/judge-health.ts'

/** The four figures of a period, each with what it is compared with. */
export function Figures({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { totals, previous, period } = statistics
  const checked = checkedIn(totals)
  const through = totals.passed + totals.flagged
  const throughBefore = previous.passed + previous.flagged
  const share = (part: number) => t(($) => $.overview.shareOfAll, { share: formats.share(part / Math.max(1, checked)) })
  return (
    <section aria-label={t(($) => $.overview.figures)} className="mb-4">
      <Tiles>
        <Tile
          label={t(($) => $.overview.checked)}
          value={formats.whole(checked)}
          note={
            <Notes
              first={
                totals.throttled > 0
                  ? t(($) => $.overview.throttled, {
                      count: totals.throttled,
                      shown: formats.whole(totals.throttled),
                    })
                  : null
              }
              second={<Change now={checked} before={checkedIn(previous)} period={period} />}
            />
          }
        />
        <Tile
          mark={<PostMark colour="series-human" />}
          label={t(($) => $.overview.letThrough)}
          value={formats.whole(through)}
          note={
            <Notes
              first={checked > 0 ? share(through) : null}
              second={<Change now={through} before={throughBefore} period={period} />}
            />
          }
        />
        <Tile
          mark={<PostMark colour="series-bot" />}
          label={t(($) => $.overview.stopped)}
          value={formats.whole(totals.refused)}
          note={
            <Notes
              first={checked > 0 ? share(totals.refused) : null}
              second={<Change now={totals.refused} before={previous.refused} period={period} alarming />}
            />
          }
        />
        <CheckTimeTile totals={totals}>
          {totals.checkMsMedian === null ? null : (
            <Pace
              now={totals.checkMsMedian}
              before={checkedIn(previous) < medianFromChecks ? null : previous.checkMsMedian}
              period={period}
            />
          )}
        </CheckTimeTile>
      </Tiles>
    </section>
  )
}

function Notes({ first, second }: { first: string | null; second: ReactNode }) {
  return (
    <>
      {first ? <span className="block">{first}</span> : null}
      {second}
    </>
  )
}

/** `alarming` figures are bad when they grow; the others are good or bad to nobody. */
function Change({
  now,
  before,
  period,
  alarming = false,
}: {
  now: number
  before: number
  period: Period
  alarming?: boolean
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const words = { before: t(($) => $.periods.before[period]) }
  const change = compare(now, before)
  switch (change.kind) {
    case 'same':
      return t(($) => $.overview.same, words)
    case 'none-before':
      return t(($) => $.overview.noneBefore, words)
    case 'changed':
      return (
        <>
          <span className={classNames('font-[560]', alarming && change.ratio > 0.5 ? 'text-bot' : 'text-ink-2')}>
            {formats.change(change.ratio)}
          </span>{' '}
          {t(($) => $.overview.comparedTo, words)}
        </>
      )
    default:
      return change satisfies never
  }
}

/** Two medians closer than this are the same to a visitor. */
const noticeableMs = 10

function Pace({ now, before, period }: { now: number; before: number | null; period: Period }) {
  const { t } = useTranslation()
  const formats = useFormats()
  if (before === null) return null
  const words = { before: t(($) => $.periods.before[period]), time: formats.duration(Math.abs(now - before)) }
  if (Math.abs(now - before) < noticeableMs) return t(($) => $.overview.asFast, words)
  return now < before ? t(($) => $.overview.faster, words) : t(($) => $.overview.slower, words)
}
