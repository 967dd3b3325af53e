import type { AlertCondition, MonitoringAlert } from '@bollard/contracts'
import { fillText, type Language, locales } from '@bollard/i18n'
import { readAllTexts } from '@bollard/i18n/load'
import type en from '@bollard/i18n/texts/monitoring/en.json'

const texts = readAllTexts<typeof en>('monitoring')

export type NoticeKind = 'OPENED' | 'REPEATED' | 'RESOLVED'

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
  /** The page of the alerts. */
  readonly url: string
  readonly alerts: readonly ToldAlert[]
  /** When it was made. */
  readonly at: Date
  /** When this try began. */
  readonly triedAt: Date
}

/** So many alerts are told one by one; of more, the message says how many there are. */
const listedMax = 20

interface Written {
  readonly language: Language
  readonly timeZone: string
}

/** Title and text of a message in the language of its channel. */
export function writeMessage(
  alerts: readonly ToldAlert[],
  { language, timeZone }: Written,
): Pick<Message, 'title' | 'text'> {
  const words = texts[language]
  const time = (at: string) => timeOf(at, language, timeZone)
  const titleOf = (alert: ToldAlert): string =>
    fillText(words.events[alert.event], { what: whatOf(alert, { language, timeZone }) })
  const [first] = alerts
  if (alerts.length === 1 && first !== undefined) {
    const since = fillText(words.since, { time: time(first.openedAt) })
    const until = first.resolvedAt === null ? [] : [fillText(words.until, { time: time(first.resolvedAt) })]
    const fault = first.facts.fault ? [fillText(words.fault, { fault: first.facts.fault })] : []
    return {
      title: titleOf(first),
      text: [since, ...until, ...fault, fillText(words.rule, { rule: first.ruleName })].join('\n'),
    }
  }
  const resolved = alerts.filter(({ event }) => event === 'RESOLVED').length
  const title = fillText(words.storm, { open: String(alerts.length - resolved), resolved: String(resolved) })
  const more = alerts.length - listedMax
  const lines = alerts.slice(0, listedMax).map((alert) => `• ${titleOf(alert)} (${time(alert.openedAt)})`)
  return { title, text: [...lines, ...(more > 0 ? [fillText(words.more, { count: String(more) })] : [])].join('\n') }
}

/** What the button sends. */
export function writeTest(name: string, language: Language): Pick<Message, 'title' | 'text'> {
  const { test } = texts[language]
  return { title: test.title, text: fillText(test.text, { name }) }
}

/** The worst that a message tells of. */
export function eventOf(alerts: readonly ToldAlert[]): NoticeKind {
  const found = (['OPENED', 'REPEATED'] as const).find((kind) => alerts.some(({ event }) => event === kind))
  return found ?? 'RESOLVED'
}

function whatOf({ condition, facts, serviceName }: ToldAlert, { language, timeZone }: Written): string {
  const words = texts[language]
  const { state = 'DOWN', totalMs = 0, spentPercent, expiresAt } = facts
  return fillText(words.conditions[condition], {
    service: serviceName,
    state: words.states[state],
    ms: String(totalMs),
    // Nothing was allowed, and something was down.
    percent: spentPercent === undefined || spentPercent === null ? '> 100' : String(spentPercent),
    date: expiresAt === undefined ? '?' : timeOf(expiresAt, language, timeZone),
  })
}

function timeOf(at: string, language: Language, timeZone: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(locales[language], style).format(new Date(at))
}
