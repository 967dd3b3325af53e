import type { AlertCondition, MonitoringAlert } from '@bollard/contracts'
import { fillText, type Language, locales } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type en from '@bollard/i18n/texts/monitoring/en.json'

const texts = readAllTexts<typeof en>('monitoring')

/** ACKNOWLEDGED is for providers with incidents of their own, so that nobody else is called there. */
export type NoticeKind = 'OPENED' | 'REPEATED' | 'ACKNOWLEDGED' | 'RESOLVED'

/** An alert as a message tells it: as it was when it was told. */
export interface ToldAlert {
  readonly id: string
  readonly event: NoticeKind
  readonly ruleName: string
  readonly serviceId: string
  readonly serviceName: string
  readonly condition: AlertCondition['kind']
  readonly facts: MonitoringAlert['facts']
  /** ISO 8601. */
  readonly openedAt: string
  readonly resolvedAt: string | null
}

/** What a channel is to say. TEST comes from the button. */
export interface Message {
  /** The same for every try. */
  readonly id: string
  /** What providers recognise a repetition by. */
  readonly key: string
  readonly solutionId: string
  readonly event: NoticeKind | 'TEST'
  /** One line. */
  readonly title: string
  /** Lines. */
  readonly text: string
  /** What `text` is made of, for providers that take less: see `fitText`. */
  readonly lines: readonly string[]
  /** Says how many lines are left out, with a place for `{{count}}`. */
  readonly more: string
  /** The page of the alerts. */
  readonly url: string
  readonly alerts: readonly ToldAlert[]
  /** When it was made. */
  readonly at: Date
  /** When this try began. */
  readonly triedAt: Date
}

/** A text is never longer, in characters: so much of a storm is read by people, and every provider takes less or as much. */
const textMax = 16_000
const dayMs = 86_400_000

interface Written {
  readonly language: Language
  readonly timeZone: string
  /** When the message was made. */
  readonly at: Date
}
type Text = Pick<Message, 'title' | 'text' | 'lines' | 'more'>

/** Title and text of a message in the language of its channel. */
export function writeMessage(alerts: readonly ToldAlert[], { language, timeZone, at }: Written): Text {
  const words = texts[language]
  // Made once: a storm names hundreds of moments.
  const format = new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const time = (moment: string) => format.format(new Date(moment))
  const titleOf = (alert: ToldAlert): string =>
    fillText(words.events[alert.event], { what: whatOf(alert, language, time) })
  const [first] = alerts
  if (alerts.length === 1 && first !== undefined) {
    const since = fillText(words.since, { time: time(first.openedAt) })
    const until = first.resolvedAt === null ? [] : [fillText(words.until, { time: time(first.resolvedAt) })]
    const fault = first.facts.fault ? [fillText(words.fault, { fault: first.facts.fault })] : []
    const left = daysLeft(first, at)
    const ends = left === null ? [] : [fillText(words.daysLeft, { days: String(left) })]
    const lines = [since, ...until, ...fault, ...ends, fillText(words.rule, { rule: first.ruleName })]
    return textOf(titleOf(first), lines, language)
  }
  const resolved = alerts.filter(({ event }) => event === 'RESOLVED').length
  const lines = alerts.map((alert) => `• ${titleOf(alert)} (${time(alert.openedAt)})`)
  const title = fillText(words.storm, { open: String(alerts.length - resolved), resolved: String(resolved) })
  return textOf(title, lines, language)
}

function textOf(title: string, lines: readonly string[], language: Language): Text {
  const { more } = texts[language]
  return { title, lines, more, text: fitText({ lines, more }, textMax) }
}

/**
 * As many lines as fit into so many characters, and how many more there are. Only a line that does not fit alone is cut. `escape` is what the
 * provider makes of a line: it counts what it is sent.
 */
export function fitText(
  { lines, more }: Pick<Message, 'lines' | 'more'>,
  max: number,
  escape: (line: string) => string = (line) => line,
): string {
  const whole = lines.map(escape)
  if (whole.join('\n').length <= max) return whole.join('\n')
  const rest = (listed: number) => escape(fillText(more, { count: String(lines.length - listed) }))
  let [listed, length] = [0, rest(0).length]
  for (const line of whole) {
    length += line.length + 1
    if (length > max) break
    listed += 1
  }
  if (listed > 0) return [...whole.slice(0, listed), rest(listed)].join('\n')
  const [first = ''] = lines
  // Escaped later: half of what stands for a character says something else.
  let text = cut(first, max)
  while (escape(text).length > max) text = cut(first, text.length - Math.ceil((escape(text).length - max) / 8))
  return escape(text)
}

/** Shortened to so many characters, as providers count them, without half a character at the end. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/u, '')}…`
}

/** What the button sends. */
export function writeTest(name: string, language: Language): Text {
  const { test } = texts[language]
  return textOf(test.title, [fillText(test.text, { name })], language)
}

/** The worst that a message tells of. */
export function eventOf(alerts: readonly ToldAlert[]): NoticeKind {
  const found = (['OPENED', 'REPEATED', 'ACKNOWLEDGED'] as const).find((kind) =>
    alerts.some(({ event }) => event === kind),
  )
  return found ?? 'RESOLVED'
}

/** Whole days until what a certificate or a domain alert is about ends; null for every other alert, and once it has been renewed. */
function daysLeft({ event, facts: { expiresAt } }: ToldAlert, at: Date): number | null {
  if (expiresAt === undefined || event === 'RESOLVED') return null
  return Math.max(0, Math.floor((Date.parse(expiresAt) - at.getTime()) / dayMs))
}

function whatOf(
  { condition, facts, serviceName }: ToldAlert,
  language: Language,
  time: (moment: string) => string,
): string {
  const words = texts[language]
  const { state = 'DOWN', totalMs = 0, spentPercent, expiresAt } = facts
  return fillText(words.conditions[condition], {
    service: serviceName,
    state: words.states[state],
    ms: String(totalMs),
    // Nothing was allowed, and something was down.
    percent: spentPercent === undefined || spentPercent === null ? '> 100' : String(spentPercent),
    date: expiresAt === undefined ? '?' : time(expiresAt),
  })
}
