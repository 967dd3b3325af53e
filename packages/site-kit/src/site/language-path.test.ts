import { expect, test } from 'vitest'
import { languageOfPath, pathInLanguage, preferredLanguage } from './language-path.ts'

test('only a whole first part that is one of our languages names a language', () => {
  expect(languageOfPath('/de/sign-in')).toBe('de')
  expect(languageOfPath('/en')).toBe('en')
  expect(languageOfPath('/english')).toBeNull()
  expect(languageOfPath('/xx/sign-in')).toBeNull()
  expect(languageOfPath('/')).toBeNull()
})

test('a page keeps its path when the language changes', () => {
  expect(pathInLanguage('/en/solutions/1/overview', 'de')).toBe('/de/solutions/1/overview')
  expect(pathInLanguage('/en', 'de')).toBe('/de')
  expect(pathInLanguage('/', 'de')).toBe('/de')
  expect(pathInLanguage('/somewhere', 'de')).toBe('/de/somewhere')
})

test('the browser’s first language that we have is taken, English otherwise', () => {
  expect(preferredLanguage('de-AT,de;q=0.9,en;q=0.8')).toBe('de')
  expect(preferredLanguage('pt,en;q=0.5,de;q=0.7')).toBe('de')
  expect(preferredLanguage('pt')).toBe('en')
  expect(preferredLanguage('de;q=0')).toBe('en')
  expect(preferredLanguage(null)).toBe('en')
})
