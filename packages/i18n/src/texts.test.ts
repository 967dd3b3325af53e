import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flattenTexts, missingTexts, wantedIn } from './compare-texts.ts'
import { type Language, languages } from './languages.ts'
import { readTexts } from './load-texts.ts'

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
