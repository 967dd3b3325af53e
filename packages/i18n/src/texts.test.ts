import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Language, languages, locales } from './languages.ts'
import type { TextTree } from './load-texts.ts'

const root = new URL('../texts/', import.meta.url)
const folders = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === 'en.json')
  .map((entry) => `${entry.parentPath.replace(/\/$/u, '')}`)

function flatten(tree: TextTree, path = ''): Map<string, string> {
  const flat = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(`${path}${key}`, value)
    else for (const [below, text] of flatten(value, `${path}${key}.`)) flat.set(below, text)
  }
  return flat
}

function read(folder: string, language: string): Map<string, string> {
  return flatten(JSON.parse(readFileSync(`${folder}/${language}.json`, 'utf8')) as TextTree)
}

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{?\s*(\w+)/gu)].map((match) => match[1] ?? '').toSorted()
const tags = (text: string): string[] => [...text.matchAll(/<\/?(\w+)>/gu)].map((match) => match[0]).toSorted()

test('there are texts to check', () => {
  expect(folders.length).toBeGreaterThanOrEqual(5)
})

/** The texts of English, each under the keys that it has in a language: of a plural, one for each form of the language. */
function wantedIn(language: Language, english: ReadonlyMap<string, string>): Map<string, string> {
  const forms = new Intl.PluralRules(locales[language]).resolvedOptions().pluralCategories
  return new Map(
    [...english].flatMap(([key, text]): [string, string][] => {
      const [, name, form] = /^(.*)_(one|other)$/u.exec(key) ?? []
      if (name === undefined) return [[key, text]]
      return form === 'one'
        ? [[key, text]]
        : forms.filter((own) => own !== 'one').map((own) => [`${name}_${own}`, text])
    }),
  )
}

test.for(folders)('every language of %s has the same keys, and a text for each of its plural forms', (folder) => {
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
