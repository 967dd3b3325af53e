import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../../..')

/** Where both languages stand side by side on purpose. */
const exceptions = [
  // The table of foreign error codes, which the documentation prints.
  'packages/contracts/src/captcha-compat.ts',
]

/** A text beside `de`, as opposed to the name of a locale, and a choice between two texts. */
const suspects = [/\bde: (?!'de-DE')['"`{(]/u, /anguage === '(?:de|en)' \? (?!'(?:de-DE|en-GB)')['"`]/u]

test('what people read stands in the language files: no source has texts by language', () => {
  const found = sources().filter((path) =>
    suspects.some((suspect) => suspect.test(readFileSync(join(repository, path), 'utf8'))),
  )
  expect(found.filter((path) => !exceptions.includes(path))).toEqual([])
})

test('a text by language is seen', () => {
  for (const text of [
    `{ en: 'Card', de: 'Karte' }`,
    'const words = { de: {',
    "language === 'de' ? `Gutschrift ${number}` : `Invoice ${number}`",
  ])
    expect(
      suspects.some((suspect) => suspect.test(text)),
      text,
    ).toBe(true)
  for (const text of [`{ en: 'en-GB', de: 'de-DE' }`, `language === 'de' ? 'de-DE' : 'en-GB'`, 'satisfies { en, de }'])
    expect(
      suspects.some((suspect) => suspect.test(text)),
      text,
    ).toBe(false)
})

/** Where the list of languages is read and never written. */
const withoutLanguages = ['services', 'packages', 'server', 'sites']

const writtenList = [/'en' \| 'de'/u, /\['en', 'de'\]/u, /=== 'de' \? 'de-DE'/u]

test('a language is an entry and its files: no source writes the list again', () => {
  const found = sources(withoutLanguages).filter((path) =>
    writtenList.some((list) => list.test(readFileSync(join(repository, path), 'utf8'))),
  )
  expect(found.filter((path) => !exceptions.includes(path))).toEqual([])
})

function sources(tops = ['services', 'packages', 'server']): string[] {
  return tops.flatMap((top) =>
    readdirSync(join(repository, top), { recursive: true, encoding: 'utf8' })
      .filter(
        (path) =>
          /\.tsx?$/u.test(path) &&
          !/node_modules|(?:^|[\\/])(?:build|dist|testing)[\\/]|\.test\.tsx?$|^i18n[\\/]/u.test(path),
      )
      .map((path) => join(top, path)),
  )
}
