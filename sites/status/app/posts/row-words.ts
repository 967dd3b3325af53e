import type { PublicContent, PublicState } from '@bollard/contracts'
import { fillText, type Language } from '@bollard/i18n'
import { escapeXml, formatsFor } from '@bollard/site-kit'
import type { TFunction } from 'i18next'
import { dayAfter, lengthOf, percentOf } from '../look/when.ts'

/** What the rows of components say, escaped for HTML. */
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
  /** How many hours a chart shows. */
  hours(count: number): string
  /** What the last hour was like. */
  latest(times: { readonly p50Ms: number; readonly p95Ms: number }): string
}

const made = new Map<string, RowWords>()
/** Pages differ in few of these; a day later all of them are others. */
const madeMax = 100

/**
 * Looked up once for all pages that have the same days: looking words up for each row took longer than drawing it, and
 * for each page as long as all of its rows.
 */
export function rowWordsOf(content: Pick<PublicContent, 'firstDay' | 'days'>, words: Words): RowWords {
  const key = `${words.language} ${content.firstDay} ${content.days}`
  const known = made.get(key) ?? makeRowWords(content, words)
  if (made.size >= madeMax) made.clear()
  made.set(key, known)
  return known
}

interface Words {
  readonly t: TFunction
  readonly language: Language
}

function makeRowWords({ firstDay, days }: Pick<PublicContent, 'firstDay' | 'days'>, { t, language }: Words): RowWords {
  const formats = formatsFor(language, 'UTC')
  const states = t(($) => $.state, { returnObjects: true })
  const texts = {
    uptime: t(($) => $.posts.uptime, { percent: '{{percent}}' }),
    down: t(($) => $.posts.down, { time: '{{time}}' }),
    degraded: t(($) => $.posts.degraded, { time: '{{time}}' }),
    latest: t(($) => $.responses.latest, { median: '{{median}}', slow: '{{slow}}' }),
  }
  const inOneLine = (ms: number) => formats.duration(ms).replaceAll(' ', '\u00a0')
  return {
    states: {
      UP: escapeXml(states.UP),
      DEGRADED: escapeXml(states.DEGRADED),
      DOWN: escapeXml(states.DOWN),
      MAINTENANCE: escapeXml(states.MAINTENANCE),
      UNKNOWN: escapeXml(states.UNKNOWN),
    },
    first: escapeXml(t(($) => $.posts.first, { count: days })),
    today: escapeXml(t(($) => $.posts.today)),
    noUptime: escapeXml(t(($) => $.posts.noUptime)),
    uptime: madeOnce((percent) => fillText(texts.uptime, { percent: percentOf(formats, percent) })),
    label: madeOnce((count) => t(($) => $.posts.label, { days, count })),
    day: madeOnce((at) => formats.day(dayAfter(firstDay, at))),
    down: madeOnce((seconds) => fillText(texts.down, { time: lengthOf(formats, seconds) })),
    degraded: madeOnce((seconds) => fillText(texts.degraded, { time: lengthOf(formats, seconds) })),
    hours: madeOnce((count) => t(($) => $.responses.label, { count })),
    latest: ({ p50Ms, p95Ms }) =>
      escapeXml(fillText(texts.latest, { median: inOneLine(p50Ms), slow: inOneLine(p95Ms) })),
  }
}

const textsMax = 2_000

/** Each number's text, looked up and escaped once. */
function madeOnce(make: (number: number) => string): (number: number) => string {
  const texts = new Map<number, string>()
  return (number) => {
    const text = texts.get(number) ?? escapeXml(make(number))
    if (texts.size >= textsMax) texts.clear()
    texts.set(number, text)
    return text
  }
}
