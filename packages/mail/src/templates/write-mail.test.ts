import { type Language, languages } from '@bollard/i18n'
import { readTexts } from '@bollard/i18n/load'
import { expect, test } from 'vitest'
import { assertSafeMail } from '../mail.ts'
import { exampleMails, exampleValues } from './examples.ts'
import { type MailKind, optionalMails } from './kinds.ts'
import { writeMail } from './write-mail.ts'

const base = { to: 'ada@example.org', givenName: 'Ada' } as const
const kinds = Object.keys(exampleValues('en')) as MailKind[]
const all = languages.flatMap((language) => exampleMails(language).map(({ name, mail }) => ({ language, name, mail })))

test.for(all)(
  '$name in $language is whole in text and HTML, on one line of subject, and small',
  ({ language, mail }) => {
    expect(() => assertSafeMail(mail)).not.toThrow()
    expect(mail.subject.length).toBeLessThanOrEqual(78)
    expect(mail.subject).not.toMatch(/\{\{|undefined|\[object|\u2060/u)
    expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`)
    expect(Buffer.byteLength(mail.html)).toBeLessThan(16 * 1024)
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('ada@example.org')
      expect(body).not.toMatch(/\{\{|undefined|NaN|\[object|\bnull\b/u)
    }
  },
)

test.for(all)('$name in $language links to one page at most, loads nothing and reports nothing back', ({ mail }) => {
  const targets = new Set(
    [...mail.html.matchAll(/(?:href|src|action|background)="([^"]*)"/gu)].map(([, target]) => target),
  )
  const inText = [...mail.text.matchAll(/https?:\/\/\S+/gu)].map(([address]) => address)
  expect(targets.size).toBeLessThanOrEqual(1)
  expect(new Set(inText)).toEqual(targets)
  expect(mail.html).not.toMatch(/<img|<script|<link|<iframe|<form|url\(|@import/iu)
})

test.for(all)('the button of $name in $language stays in one line of a phone', ({ mail }) => {
  const [, label = ''] = /class="action"[^>]*>([^<]*)</u.exec(mail.html) ?? []
  // 25 letters of a wide, bold font fit beside the margins of a card that is 360 px wide; looked at in Chromium.
  expect(label.replaceAll(/&#\d+;/gu, '_').trim().length, label).toBeLessThanOrEqual(25)
})

test.for(all)('$name in $language says in HTML every word that it says as text', ({ mail }) => {
  const read = (text: string) => text.replace(/\s+/gu, ' ')
  const html = read(
    mail.html
      // Keeps words together and parts none.
      .replace(/<\/?span[^>]*>/gu, '')
      .replace(/<(?:style|title)[\s\S]*?<\/(?:style|title)>|<[^>]+>/gu, ' ')
      .replace(/&#(\d+);/gu, (_, code: string) => String.fromCharCode(Number(code))),
  )
  for (const line of mail.text.split('\n').filter((part) => part !== '--')) {
    const [, label = '', value = ''] = /^([^:]+): (.+)$/u.exec(line) ?? []
    const words = read(line.replace(/^> |:$/gu, '').trim())
    expect(html.includes(words) || (html.includes(label.trim()) && html.includes(read(value))), line).toBe(true)
  }
})

test('no two mails of a language have the same name, and every kind of text has a mail', () => {
  for (const language of languages) {
    const names = exampleMails(language).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(kinds.toSorted()).toEqual(Object.keys(readTexts('mail', language)['kinds'] ?? {}).toSorted())
  }
})

test('every value is said, and no value is called like a secret', () => {
  for (const kind of kinds) {
    const values: Readonly<Record<string, string>> = { ...exampleValues('en')[kind] }
    const { subject, text } = writeMail(kind, { ...base, language: 'en', values: exampleValues('en')[kind] })
    for (const [place, value] of Object.entries(values)) {
      expect(place, kind).not.toMatch(/password|secret|token|iban|totp|recoveryCode|hash|cookie/iu)
      for (const line of value.split('\n'))
        expect(`${subject}\n${text}`.replaceAll('\u2060', ''), `${kind} ${place}`).toContain(line)
    }
  }
})

/** How a mail begins: the greeting, and what follows it. Where a comma ends the greeting, the sentence goes on. */
const beginnings: Readonly<Record<Language, readonly [greeting: RegExp, first: RegExp]>> = {
  en: [/^Hello(?: Ada)?,$/u, /^\p{Lu}/u],
  de: [/^Guten Tag(?: Ada)?,$/u, /^(?:\p{Ll}|Sie |Ihre? |Ihr )/u],
  fr: [/^Bonjour(?: Ada)?,$/u, /^\p{Lu}/u],
  es: [/^Hola(?:, Ada)?:$/u, /^[¿]?\p{Lu}/u],
  it: [/^Ciao(?: Ada)?,$/u, /^(?:\p{Ll}|Bollard |Example shop )/u],
}

test('mails begin as letters of their language do', () => {
  for (const { language, name, mail } of all) {
    const [greeting = '', first = ''] = mail.text.split('\n\n')
    expect(greeting, `${language} ${name}`).toMatch(beginnings[language][0])
    expect(first, `${language} ${name}`).toMatch(beginnings[language][1])
  }
})

test('words of the readers’ own language: German mails say no English word that has a German one, and address people as "Sie"', () => {
  for (const { language, name, mail } of all.filter((one) => one.language === 'de')) {
    expect(mail.text, `${language} ${name}`).not.toMatch(/\b(?:du|dein|deine|dir|dich|Account|E-mail|click|login)\b/u)
    expect(mail.text, `${language} ${name}`).not.toMatch(/["'](?=\p{L})|\s-\s/u)
  }
})

const hostile = {
  link: 'https://identity.example.org/en/accept?token=abc',
  inviter: 'Win at evil.example',
  name: '<b onclick="x">Shop</b>\r\nBcc: eve@example.org',
  role: 'Admin\u2028X: y',
  expires: '\u202emoc.live',
  message:
    'Look:\nhttp://evil.example/x\n\n\n\nwww.evil.example and evil.example, eve@evil.example, javascript:alert(1)',
}

test.for(languages)('what strangers write in %s becomes no link, no markup and no header', (language) => {
  for (const kind of ['invitation-solution', 'invitation-organization'] as const) {
    const mail = writeMail(kind, { ...base, language, givenName: 'http://evil.example', values: hostile })
    expect(() => assertSafeMail(mail)).not.toThrow()
    expect(mail.subject).not.toMatch(/[\r\n]|eve@/u)
    expect(mail.html).not.toMatch(/<b |<b>/u)
    for (const body of [mail.text, mail.html]) {
      const own = body.replaceAll(hostile.link, '').replaceAll(base.to, '')
      expect(own).not.toMatch(/https?:\/\/|www\.|\bevil\.|eve@|javascript:|\u202e/u)
    }
    expect([...mail.html.matchAll(/href="([^"]*)"/gu)].every(([, target]) => target === hostile.link)).toBe(true)
  }
})

test('a message of an invitation stands in a quotation, line by line', () => {
  const values = { ...hostile, message: 'First line\nSecond <i>line</i>' }
  const { text, html } = writeMail('invitation-solution', { ...base, language: 'en', values })
  expect(text).toContain('> First line\n> Second <i>line</i>')
  expect(html).toMatch(/<blockquote[^>]*>\s*First line<br \/>Second &#60;i&#62;line&#60;\/i&#62;\s*<\/blockquote>/u)
  expect(
    writeMail('invitation-solution', { ...base, language: 'en', values: { ...values, message: ' \n ' } }).html,
  ).not.toContain('<blockquote')
})

test('a name that is a host name reads the same and is no link; one that is nothing is said to be nothing', () => {
  const write = (solution: string) =>
    writeMail('solution-unlocked', { ...base, language: 'de', values: { link: hostile.link, solution } })
  expect(write('shop.example.com').text).toContain('shop\u2060.\u2060example\u2060.\u2060com')
  expect(write('shop.example.com').subject).toBe('shop.example.com ist nicht mehr gesperrt')
  for (const name of ['Shop: Berlin', 'A/B', 'J. R.', 'Version 2.1', "O'Neill", '王小明', '👩‍🚀'])
    expect(write(name).text).toContain(`Lösung: ${name}`)
  expect(write('\u200e ').text).toContain('Lösung: Ohne Namen')
  expect(write('shop。example').text, 'a full stop that addresses may have as well').toContain(
    'shop\u2060。\u2060example',
  )
})

test('a long name gives way, so that the subject fits, and no character is cut in two', () => {
  const { subject } = writeMail('payment-overdue-locked', {
    ...base,
    language: 'de',
    values: { ...exampleValues('de')['payment-overdue-locked'], solution: '👩‍🚀'.repeat(30) },
  })
  expect(subject.length).toBeLessThanOrEqual(78)
  expect(subject).toMatch(/^(?:👩‍🚀)+… ist eingeschränkt: Rechnung 2026-000123 ist offen$/u)
})

test('account numbers and whole keys are cut short, whoever hands them over', () => {
  const secretKey = `bsec_${'A1b2'.repeat(8)}_abc123`
  const values = {
    ...exampleValues('en')['solution-locked'],
    // Check digits one too low and one too high make no account number.
    remedy: `Pay to DE89 3704 0044 0532 0130 00, not DE01120300000000202051, DE03120300000000202051, RE2026000123456, with ${secretKey}`,
  }
  const { text, html } = writeMail('solution-locked', { ...base, language: 'en', values })
  for (const body of [text, html]) {
    expect(body).not.toMatch(/3704|0532/u)
    expect(body).not.toContain(secretKey)
    expect(body).toContain('… 3000')
    for (const other of ['DE01120300000000202051', 'DE03120300000000202051', 'RE2026000123456'])
      expect(body).toContain(other)
    expect(body).toContain('bsec_A1b2…')
  }
})

test('a link that is no web page, a code that is none and an address that is none are refused', () => {
  expect(() => writeMail('welcome', { ...base, language: 'en', values: { link: 'javascript:alert(1)' } })).toThrow(
    TypeError,
  )
  expect(() =>
    writeMail('verify-email-code', { ...base, language: 'en', values: { link: hostile.link, code: '12 34' } }),
  ).toThrow(TypeError)
  expect(() =>
    writeMail('email-changed', { ...base, language: 'en', values: { link: hostile.link, newEmail: 'a@b.de, c@d.de' } }),
  ).toThrow(TypeError)
})

test('the code stands in one piece, so that it can be copied, and in no subject', () => {
  for (const language of languages) {
    const mail = writeMail('verify-email-code', { ...base, language, values: { link: hostile.link, code: '042042' } })
    expect(mail.html).toMatch(/>\s*042042\s*<\/p>/u)
    expect(mail.text).toContain('\n    042042\n')
    expect(mail.subject).not.toContain('042042')
  }
})

test('only mails that may be switched off say so and carry the address for it', () => {
  const unsubscribe = { url: 'https://api.example.org/identity/v1/unsubscriptions?token=x' }
  for (const kind of kinds) {
    const mail = writeMail(kind, { ...base, language: 'en', values: exampleValues('en')[kind], unsubscribe })
    expect(mail.unsubscribeUrl, kind).toBe(kind in optionalMails ? unsubscribe.url : undefined)
    expect(mail.text.includes('unsubscribe from e-mails of this kind'), kind).toBe(kind in optionalMails)
    expect(mail.text + mail.html).not.toContain(unsubscribe.url)
  }
  expect(() =>
    assertSafeMail({
      ...writeMail('welcome', { ...base, language: 'en', values: hostile }),
      unsubscribeUrl: 'https://x.example/>\r\nBcc: e@x.de',
    }),
  ).toThrow('unsubscribe')
})

test('the account of a transfer is shown whole, in groups of four; what is none is refused', () => {
  const values = exampleValues('en')['invoice-issued-transfer']
  const write = (accountNumber: string) =>
    writeMail('invoice-issued-transfer', { ...base, language: 'en', values: { ...values, accountNumber } })
  expect(write('DE02120300000000202051').text).toContain('IBAN: DE02 1203 0000 0000 2020 51')
  for (const none of ['', 'evil.example', 'DE02', 'DE02 1203 <b>']) expect(() => write(none), none).toThrow(TypeError)
})
