import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flattenTexts, missingTexts, wantedIn } from './compare-texts.ts'
import { type Language, languages } from './languages.ts'
import { readTexts } from './load-texts.ts'
import sameAsEnglish from './same-as-english.json' with { type: 'json' }

const folders = readdirSync(new URL('../texts/', import.meta.url))
const read = (folder: string, language: Language) => flattenTexts(readTexts(folder, language))

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{?\s*(\w+)/gu)].map((match) => match[1] ?? '').toSorted()
const tags = (text: string): string[] => [...text.matchAll(/<\/?(\w+)>/gu)].map((match) => match[0]).toSorted()

test('there are texts to check', () => {
  expect(folders.length).toBeGreaterThanOrEqual(5)
})

test.for(folders)('every language of %s has the same keys, and a text for each of its plural forms', (folder) => {
  expect(missingTexts(folder)).toEqual([])
  const english = read(folder, 'en')
  for (const language of languages)
    expect([...read(folder, language).keys()].toSorted(), language).toEqual(
      [...wantedIn(language, english).keys()].toSorted(),
    )
})

test('round millions have a plural form of their own in French, Spanish and Italian, and none in English and German', () => {
  expect(
    languages.filter((language) => wantedIn(language, new Map([['many_other', '']])).has('many_many')).toSorted(),
  ).toEqual(['es', 'fr', 'it'])
})

test.for(folders)('no text of %s is empty or has stray space around it', (folder) => {
  for (const language of languages) {
    for (const [key, text] of read(folder, language)) expect(text, `${language} ${key}`).toMatch(/^\S(.*\S)?$/su)
  }
})

test.for(folders)('every language of %s has the same placeholders and tags', (folder) => {
  for (const language of languages) {
    const english = wantedIn(language, read(folder, 'en'))
    for (const [key, text] of read(folder, language)) {
      expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(english.get(key) ?? ''))
      expect(tags(text), `${language} ${key}`).toEqual(tags(english.get(key) ?? ''))
    }
  }
})

test.for(folders)('no text of %s shouts', (folder) => {
  for (const language of languages) {
    for (const [key, text] of read(folder, language)) expect(text, `${language} ${key}`).not.toContain('!')
  }
})

const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en')
const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\{\{?[^}]*\}?\}/gu, ''))

test('what reads as in English is a name, or a word that the language has taken over, and stands in the list', () => {
  for (const language of others) {
    const same = folders.flatMap((folder) => {
      const english = read(folder, 'en')
      return [...read(folder, language)].filter(([key, text]) => text === english.get(key) && hasWords(text))
    })
    const found = new Set(same.map(([, text]) => text))
    const listed = [...sameAsEnglish.everywhere, ...sameAsEnglish[language]]
    expect(
      [...found].filter((text) => !listed.includes(text)),
      `${language}: not translated`,
    ).toEqual([])
    expect(
      sameAsEnglish[language].filter((text) => !found.has(text)),
      `${language}: in the list for nothing`,
    ).toEqual([])
  }
  const everywhere = others.map((language) =>
    folders.flatMap((folder) =>
      [...read(folder, language).values()].filter((text) => sameAsEnglish.everywhere.includes(text)),
    ),
  )
  expect(sameAsEnglish.everywhere.filter((text) => !everywhere.some((texts) => texts.includes(text)))).toEqual([])
})

/** A text without its code and its addresses, which are written as machines read them. */
const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`|https?:\S+|\S*\?\w+=\S*|<[^>]*>/gu, '')

/** How signs are set in each language: what must not be found. */
const signs: readonly [name: string, languages: readonly Language[], wrong: RegExp][] = [
  [
    'a space of its own before a sign, or none',
    ['fr'],
    /(?: |[\p{L})}»])[;?»](?!\p{L})|«[^\u00a0\u202f]| :|[\p{L})}»]:(?= |$)/u,
  ],
  ['a question that does not begin with its sign', ['es'], /^[^¿]*\?/u],
  ['quotation marks of a typewriter', languages, /"/u],
  ['an apostrophe of a typewriter', others, /'/u],
]
test.for(signs)('no text has %s', ([, inLanguages, wrong]) => {
  const found = inLanguages.flatMap((language) =>
    folders.flatMap((folder) =>
      [...read(folder, language)]
        .filter(([, text]) => wrong.test(withoutCode(text)))
        .map(([key]) => `${language} ${folder} ${key}`),
    ),
  )
  expect(found).toEqual([])
})
