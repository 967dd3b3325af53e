import { useFormats } from '@bollard/site-kit'
import { classNames } from '@bollard/ui'
import { useTranslation } from 'react-i18next'

interface DayPostsProps {
  /** Seconds down by day, the latest last; -1 where nothing was checked. */
  downSeconds: readonly number[]
  /** Percent up over all of these days; null where nothing was checked. */
  uptimePercent: number | null
  /** Height and width of the whole row. */
  className?: string
}

/**
 * One post a day: plain without a fault, amber below five minutes down, red beyond. Worse days are shorter, so that nobody needs the
 * colours, and what they say stands in words for those who do not see them.
 */
export function DayPosts({ downSeconds, uptimePercent, className }: DayPostsProps) {
  const { t } = useTranslation()
  const { percent } = useFormats()
  const faulty = downSeconds.filter((seconds) => seconds > 0).length
  const label = t(($) => $.monitoring.posts, {
    count: faulty,
    days: downSeconds.length,
    uptime: uptimePercent === null ? '–' : percent(uptimePercent),
  })
  return (
    <>
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className={classNames('flex items-end gap-px', className)}>
        {downSeconds.map((seconds, day) => (
          // oxlint-disable-next-line react/no-array-index-key -- the posts stand in the order of the days and never move
          <span key={day} className={classNames('min-w-0 flex-1 rounded-post', lookOf(seconds))} />
        ))}
      </span>
    </>
  )
}

function lookOf(seconds: number): string {
  if (seconds < 0) return 'h-1/5 bg-line'
  if (seconds === 0) return 'h-full bg-series-human'
  return seconds < 300 ? 'h-3/4 bg-series-doubt' : 'h-1/2 bg-series-bot'
}
