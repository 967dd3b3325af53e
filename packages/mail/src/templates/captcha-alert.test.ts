import { type Language, languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { assertSafeMail } from '../mail.ts'
import { type AlertMailFacts, captchaAlertMail } from './captcha-alert.ts'
import { webhookDisabledMail } from './captcha-alert-webhook-disabled.ts'

const changes = ['RAISED', 'REMINDER', 'ENDED'] as const
const stopped: AlertMailFacts = { kind: 'ATTACK', signal: 'STOPPED', count: 12_345, usual: 2.5, minutes: 15 }
const facts: readonly AlertMailFacts[] = [
  stopped,
  { kind: 'ATTACK', signal: 'STARTED', count: 12_345, usual: 200, minutes: 15 },
  { kind: 'PASS_RATE_FALLING', rate: 0.512, before: 0.934, visitors: 4_321, hours: 3 },
  { kind: 'RESULTS_NEVER_FETCHED', neverFetched: 1_290, results: 1_300 },
  { kind: 'USAGE', month: '2026-11', percent: 80, used: 8_001, monthly: 10_000 },
  { kind: 'UNDER_ATTACK', times: 4 },
]
const base = {
  to: 'ada@example.org',
  site: 'Corner shop',
  raisedAt: new Date('2026-11-20T13:05:00Z'),
  timeZone: 'Europe/Berlin',
  link: 'https://dashboard.example.org/en/a',
}
const all = languages.flatMap((language) =>
  changes.flatMap((change) => facts.map((about) => ({ language, change, facts: about }))),
)

test.for(all)('$facts.kind $change in $language is whole, safe and links to one page', (values) => {
  const mail = captchaAlertMail({ ...base, ...values })
  expect(() => assertSafeMail(mail)).not.toThrow()
  expect(mail.subject).toContain('Corner shop')
  for (const body of [mail.text, mail.html]) expect(body).not.toMatch(/\{\{|undefined|NaN|\[object/u)
  expect(new Set([...mail.html.matchAll(/(?:href|src)="([^"]*)"/gu)].map((match) => match[1]))).toEqual(
    new Set([base.link]),
  )
  expect(mail.html).not.toMatch(/<img|<script|url\(|@import/iu)
  expect(Buffer.byteLength(mail.html)).toBeLessThan(16 * 1024)
})

test('no two mails have the same subject', () => {
  expect(new Set(all.map((values) => captchaAlertMail({ ...base, ...values }).subject)).size).toBe(all.length)
})

test('figures and times are written as in the language', () => {
  const say = (language: Language, about = 0) =>
    captchaAlertMail({ ...base, language, change: 'REMINDER', facts: facts[about] ?? stopped }).text
  expect(say('en')).toContain('12,345')
  expect(say('de')).toContain('12.345')
  expect(say('en')).toMatch(/started on 20 November 2026 at 14:05 (?:CET|GMT\+1)/u)
  expect(say('de')).toMatch(/seit 20\. November 2026 um 14:05 MEZ/u)
  expect(say('en', 2)).toContain('51%')
  expect(say('de', 4)).toContain('November 2026')
})

test('a mail of an attack tells what visitors feel, how to switch it off and how often it comes', () => {
  const say = (language: Language, change: 'RAISED' | 'ENDED') =>
    captchaAlertMail({ ...base, language, change, facts: { kind: 'UNDER_ATTACK', times: 4 } }).text
  expect(say('en', 'RAISED')).toMatch(/On 20 November 2026 at 14:05 .*up to 4 times the usual/u)
  expect(say('en', 'RAISED')).toMatch(/no one is blocked.*OFF.*at most one e-mail an hour/u)
  expect(say('de', 'RAISED')).toMatch(/am 20\. November 2026 um 14:05 MEZ .*bis zu das 4-Fache/u)
  expect(say('de', 'RAISED')).toMatch(/niemand wird deswegen abgewiesen.*OFF.*höchstens eine Mail pro Stunde/u)
  for (const language of languages) expect(say(language, 'ENDED')).not.toContain('OFF')
})

test.for(['Win at evil.example', 'http://evil', 'a@b', '', null, 'x'.repeat(61)])(
  'a site called %j is not named',
  (site) => {
    for (const language of languages) {
      const mail = captchaAlertMail({ ...base, site, language, change: 'RAISED', facts: stopped })
      expect(mail.subject).toMatch(
        /^(?:One of your websites|Eine Ihrer Websites|L’un de vos sites|Uno de tus sitios web|Uno dei tuoi siti)\s?: /u,
      )
      if (site) expect(mail.html + mail.text).not.toContain(site)
    }
  },
)

test('a name with markup and line breaks stays text on one line', () => {
  const mail = captchaAlertMail({
    ...base,
    site: '<b>Shop\r\nBcc eve',
    language: 'en',
    change: 'RAISED',
    facts: stopped,
  })
  expect(() => assertSafeMail(mail)).not.toThrow()
  expect(mail.html).not.toContain('<b>')
})

test.for(languages)('a webhook that was turned off is told of in %s', (language) => {
  for (const reason of ['GONE', 'FAILING'] as const) {
    const mail = webhookDisabledMail({
      language,
      to: base.to,
      site: base.site,
      reason,
      since: base.raisedAt,
      timeZone: 'UTC',
      link: base.link,
    })
    expect(() => assertSafeMail(mail)).not.toThrow()
    expect(mail.text).not.toMatch(/\{\{|undefined/u)
    expect(mail.text).toContain('13:05')
    expect(mail.text.includes('410')).toBe(reason === 'GONE')
  }
})
