import { readFileSync } from 'node:fs'
import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { assertSafeMail } from '../mail.ts'
import { accountExistsMail } from './account-exists.ts'
import { palette } from './palette.ts'
import { verifyEmailMail } from './verify-email.ts'

const templates = { verifyEmailMail, accountExistsMail }
const all = languages.flatMap((language) =>
  Object.entries(templates).map(([name, template]) => [`${name} in ${language}`, language, template] as const),
)
const link = 'https://identity.example.org/en/verify-email?token=abc_DEF-123'

test.for(all)('%s is whole in HTML and in plain text', ([, language, template]) => {
  const mail = template({ language, to: 'ada@example.org', givenName: 'Ada', link })
  expect(() => assertSafeMail(mail)).not.toThrow()
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('Ada')
    expect(body).toContain('ada@example.org')
    expect(body).not.toMatch(/\{\{|undefined|\[object/u)
  }
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(`<html lang="${language}" dir="ltr">`)
  expect(Buffer.byteLength(mail.html)).toBeLessThan(16 * 1024)
})

test.for(all)('%s links only to the given page, loads nothing and reports nothing back', ([, language, template]) => {
  const { html, text } = template({ language, to: 'ada@example.org', givenName: 'Ada', link })
  const targets = [...html.matchAll(/(?:href|src|action|background)="([^"]*)"/gu)].map((match) => match[1])
  expect(new Set(targets)).toEqual(new Set([link]))
  expect(html).not.toMatch(/<img|<script|<link|<iframe|url\(|@import/iu)
  expect([...text.matchAll(/https?:\/\/[^\s]+/gu)].map((match) => match[0])).toEqual([link])
})

test.for(all)('%s escapes a name that is markup', ([, language, template]) => {
  const { html } = template({ language, to: 'ada@example.org', givenName: '<b onclick="x">&', link })
  expect(html).not.toContain('<b ')
  expect(html).toContain('&#60;b onclick=&#34;x&#34;&#62;&#38;')
})

test.for(all)('%s never lets a name become a link', ([, language, template]) => {
  for (const givenName of [
    'Win at evil.example',
    'http://evil.example',
    'evil@example.org',
    'www evil',
    'a/b',
    'x'.repeat(61),
  ]) {
    const mail = template({ language, to: 'ada@example.org', givenName, link })
    expect(mail.text, givenName).not.toContain(givenName)
    expect(mail.html, givenName).not.toContain(givenName)
  }
})

test.for(all)('%s keeps a name with line breaks out of headers and on one line', ([, language, template]) => {
  const mail = template({ language, to: 'ada@example.org', givenName: 'Ada\r\nBcc eve', link })
  expect(() => assertSafeMail(mail)).not.toThrow()
  expect(mail.subject).not.toContain('Bcc')
  expect(mail.text).toMatch(/Ada Bcc eve[,:]/u)
})

test.for(['Ada', 'María José', '王小明', 'J. R.', "O'Neill", '👩‍🚀', 'é́́́', 'Åse-Ünal'])(
  'the name %s is greeted as written',
  (givenName) => {
    expect(verifyEmailMail({ language: 'de', to: 'ada@example.org', givenName, link }).text).toContain(
      `Guten Tag ${givenName},`,
    )
  },
)

test('a link that is no web page is refused', () => {
  expect(() =>
    verifyEmailMail({ language: 'en', to: 'ada@example.org', givenName: 'Ada', link: 'javascript:alert(1)' }),
  ).toThrow(TypeError)
})

test('mails wear the colours of the design', () => {
  const tokens = readFileSync(new URL('../../../ui/src/tokens.css', import.meta.url), 'utf8')
  const names = { paper: 'paper', surface: 'surface', line: 'line', ink: 'ink', inkMuted: 'ink-2' } as const
  for (const key of ['paper', 'surface', 'line', 'ink', 'inkMuted'] as const) {
    expect(tokens).toContain(`--${names[key]}: light-dark(${palette.light[key]}, ${palette.dark[key]});`)
  }
  expect(tokens).toContain(`--amber: ${palette.amber};`)
  expect(tokens).toContain(`--on-amber: ${palette.onAmber};`)
})

test('text has enough contrast on both sides of the day', () => {
  for (const side of [palette.light, palette.dark]) {
    for (const ink of [side.ink, side.inkMuted]) {
      expect(contrast(ink, side.surface), ink).toBeGreaterThanOrEqual(7)
      expect(contrast(ink, side.paper), ink).toBeGreaterThanOrEqual(7)
    }
  }
  expect(contrast(palette.onAmber, palette.amber)).toBeGreaterThanOrEqual(7)
})

function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
