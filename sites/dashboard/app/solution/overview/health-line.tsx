import { useFormats } from '@bollard/site-kit'
import type { Site, Statistics } from '@bollard/contracts'
import { classNames } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { healthWords } from '../../health/health-words.ts'
import { judgeHealth, moodOf, type Mood } from '../../health/judge-health.ts'

const boxes: Record<Mood, string> = {
  good: 'border-line bg-surface',
  attention: 'border-doubt/30 bg-doubt-wash',
  attack: 'border-bot/30 bg-bot-wash',
  idle: 'border-line bg-surface',
}
/** Heights and colours of the three posts: standing, one down, under pressure, not yet lit. */
const posts: Record<Mood, string> = {
  good: 'bg-human',
  attention: 'bg-amber',
  attack: 'bg-bot',
  idle: 'bg-line-strong',
}

/** The answer before all figures: is it working, is someone attacking. */
export function HealthLine({
  site,
  statistics,
}: {
  site: Pick<Site, 'firstVerificationAt' | 'firstFetchedAt'>
  statistics: Statistics
}) {
  const { t } = useTranslation()
  const formats = useFormats()
  const health = judgeHealth(site, statistics)
  const mood = moodOf(health)
  return (
    <p className={classNames('mb-4 flex items-start gap-3.5 rounded-lg border px-5 py-3.5', boxes[mood])}>
      <ThreePosts mood={mood} />
      {healthWords(t, formats, health, statistics.period)}
    </p>
  )
}

/** The logo's posts as a lamp. */
export function ThreePosts({ mood, className }: { mood: Mood; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('mt-[3px] inline-flex h-[18px] shrink-0 items-end gap-[2.5px]', className)}
    >
      <span className={classNames('h-3 w-[4.5px] rounded-post', posts[mood])} />
      <span
        className={classNames('w-[4.5px] rounded-post', mood === 'attention' ? 'h-1.5' : 'h-[18px]', posts[mood])}
      />
      <span className={classNames('h-3 w-[4.5px] rounded-post', posts[mood])} />
    </span>
  )
}
