import type { PublicContent, PublicState } from '@bollard/contracts'
import { fillText } from '@bollard/i18n'
import { formatsFor, useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'
import { dayAfter, lengthOf, percentOf } from '../look/when.ts'

/** What the rows of components say. */
export interface RowWords {
  readonly states: Readonly<Record<PublicState, string>>
  readonly first: string
  readonly today: string
  readonly noUptime: string
  uptime(percent: number): string
  /** Of so many days with problems. */
  label(troubled: number): string
  /** The day at a position of the posts, written out. */
  day(at: number): string
  /** Lengths in seconds. */
  down(seconds: number): string
  degraded(seconds: number): string
}

/** Looked up once for all rows of a page: looking words up for each of them took longer than drawing it. */
export function useRowWords({ firstDay, days }: Pick<PublicContent, 'firstDay' | 'days'>): RowWords {
  const { t } = useTranslation()
  const { language } = useSite()
  const formats = formatsFor(language, 'UTC')
  const texts = {
    uptime: t(($) => $.posts.uptime, { percent: '{{percent}}' }),
    down: t(($) => $.posts.down, { time: '{{time}}' }),
    degraded: t(($) => $.posts.degraded, { time: '{{time}}' }),
  }
  return {
    states: t(($) => $.state, { returnObjects: true }),
    first: t(($) => $.posts.first, { count: days }),
    today: t(($) => $.posts.today),
    noUptime: t(($) => $.posts.noUptime),
    uptime: (percent) => fillText(texts.uptime, { percent: percentOf(formats, percent) }),
    label: madeOnce((count) => t(($) => $.posts.label, { days, count })),
    day: madeOnce((at) => formats.day(dayAfter(firstDay, at))),
    down: (seconds) => fillText(texts.down, { time: lengthOf(formats, seconds) }),
    degraded: (seconds) => fillText(texts.degraded, { time: lengthOf(formats, seconds) }),
  }
}

function madeOnce(make: (number: number) => string): (number: number) => string {
  const made = new Map<number, string>()
  return (number) => {
    const text = made.get(number) ?? make(number)
    made.set(number, text)
    return text
  }
}
