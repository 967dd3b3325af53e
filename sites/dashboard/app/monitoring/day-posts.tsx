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

/** One post a day: green without a fault, amber below five minutes down, red beyond. What they say stands in words for those who do not see them. */
export function DayPosts({ downSeconds, uptimePercent, className }: DayPostsProps) {
  const { t } = useTranslation()
  const { percent } = usePercent()
  const faulty = downSeconds.filter((seconds) => seconds > 0).length
  const label = t(($) => $.monitoring.posts, {
    count: faulty,
    days: downSeconds.length,
    uptime: uptimePercent === null ? '–' : percent(uptimePercent),
  })
  return (
    <span role="img" aria-label={label} className={classNames('flex items-end gap-px', className)}>
      {downSeconds.map((seconds, day) => (
        // oxlint-disable-next-line react/no-array-index-key -- the posts stand in the order of the days and never move
        <span key={day} className={classNames('h-full min-w-0 flex-1 rounded-post', colourOf(seconds))} />
      ))}
    </span>
  )
}

function colourOf(seconds: number): string {
  if (seconds < 0) return 'bg-line'
  if (seconds === 0) return 'bg-series-human'
  return seconds < 300 ? 'bg-series-doubt' : 'bg-series-bot'
}

/** Uptime in percent, as exact as it is given: it was rounded down, and must not be rounded up again. */
export function usePercent() {
  const formats = useFormats()
  return { percent: (value: number) => `${formats.decimal(Math.floor(value * 1_000) / 1_000)} %` }
}
