import { locales } from '@bollard/i18n'
import type { Mail } from '../mail.ts'
import { greeting } from './greeting.ts'
import { layOut } from './layout.ts'
import { moment, siteName } from './site-name.ts'
import { fill, type MailLanguage, textsOf } from './texts.ts'

/** What the alert is about, with the figures of this moment. Shares are 0 … 1. */
export type AlertMailFacts =
  | {
      readonly kind: 'ATTACK'
      readonly signal: 'STOPPED' | 'STARTED'
      readonly count: number
      readonly usual: number
      readonly minutes: number
    }
  | {
      readonly kind: 'PASS_RATE_FALLING'
      readonly rate: number
      readonly before: number
      readonly visitors: number
      readonly hours: number
    }
  | { readonly kind: 'RESULTS_NEVER_FETCHED'; readonly neverFetched: number; readonly results: number }
  | {
      readonly kind: 'USAGE'
      readonly month: string
      readonly percent: number
      readonly used: number
      readonly monthly: number
    }
  | { readonly kind: 'UNDER_ATTACK'; readonly times: number }

export interface AlertMailValues {
  readonly language: MailLanguage
  readonly to: string
  /** What the owner calls the website; null when nobody knows. */
  readonly site: string | null
  readonly change: 'RAISED' | 'REMINDER' | 'ENDED'
  readonly facts: AlertMailFacts
  readonly raisedAt: Date
  /** IANA name of the zone in which times are told. */
  readonly timeZone: string
  /** The page of the alerts. */
  readonly link: string
}

/** Tells that something began on a website, still lasts, or ended. */
export function captchaAlertMail(values: AlertMailValues): Mail {
  const { language, to, change, facts } = values
  const texts = textsOf(language).captchaAlert
  const about = texts[topicOf(facts)]
  const begun = moment(language, values.raisedAt, values.timeZone)
  const figures = { site: siteName(language, values.site), since: begun, ...describe(facts, locales[language]) }
  const said = fill(change === 'ENDED' ? about.ended : about.raised, figures)
  const subject = change === 'REMINDER' ? fill(texts.reminder, { subject: said }) : said
  const since = fill(texts.since, { since: begun })
  const body = layOut({
    language,
    to,
    heading: subject,
    greeting: greeting(language, ''),
    before:
      change === 'ENDED'
        ? [fill(about.now, figures)]
        : [fill(about.now, figures), ...(change === 'REMINDER' ? [since] : []), about.advice],
    button: { label: texts.button, link: values.link },
    after: [texts.settings, texts.stop],
  })
  return { to, subject, ...body, tag: `captcha-alert-${change.toLowerCase()}` }
}

function topicOf(facts: AlertMailFacts): 'stopped' | 'started' | 'passRate' | 'neverFetched' | 'usage' | 'underAttack' {
  switch (facts.kind) {
    case 'ATTACK':
      return facts.signal === 'STOPPED' ? 'stopped' : 'started'
    case 'PASS_RATE_FALLING':
      return 'passRate'
    case 'RESULTS_NEVER_FETCHED':
      return 'neverFetched'
    case 'USAGE':
      return 'usage'
    case 'UNDER_ATTACK':
      return 'underAttack'
  }
}

function describe(facts: AlertMailFacts, locale: string): Record<string, string> {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  switch (facts.kind) {
    case 'ATTACK':
      return {
        count: number.format(facts.count),
        usual: number.format(facts.usual),
        minutes: number.format(facts.minutes),
      }
    case 'PASS_RATE_FALLING':
      return {
        rate: percent.format(facts.rate),
        before: percent.format(facts.before),
        visitors: number.format(facts.visitors),
        hours: number.format(facts.hours),
      }
    case 'RESULTS_NEVER_FETCHED':
      return { neverFetched: number.format(facts.neverFetched), results: number.format(facts.results) }
    case 'USAGE':
      return {
        percent: percent.format(facts.percent / 100),
        used: number.format(facts.used),
        monthly: number.format(facts.monthly),
        // The first of the month, read in the zone in which it is written.
        month: new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          new Date(`${facts.month}-01T00:00:00Z`),
        ),
      }
    case 'UNDER_ATTACK':
      return { times: number.format(facts.times) }
  }
}
