import { expect, test } from 'vitest'
import { english, type Texts } from '../texts.ts'
import { ownLanguages, reword } from './reword.ts'

const texts: Texts = { ...english, failover: 'Send it all the same' }
const say = (language: string, translations?: unknown) => reword({ texts, language, translations })

test("the owner's words stand for the widget's, text by text", () => {
  const translations = {
    en: { ready: 'I am no robot', passedHint: 'Good until {time}', renewing: 'Once more', failover: 'Go on' },
  }
  expect(say('en', translations)).toEqual({
    ...texts,
    ready: 'I am no robot',
    passedHint: 'Good until {time}',
    renewing: 'Once more',
    failover: 'Go on',
  })
  expect(say('de', translations)).toEqual(texts)
  expect(say('en')).toEqual(texts)
})

test('words for a language with its region go before those for the language, in whatever letters', () => {
  const translations = { pt: { ready: 'Sou uma pessoa', retry: 'Outra vez' }, 'pt-BR': { ready: 'Sou gente' } }
  expect(say('pt-BR', translations)).toMatchObject({ ready: 'Sou gente', retry: 'Outra vez', passed: english.passed })
  expect(say('pt', JSON.stringify(translations))).toMatchObject({ ready: 'Sou uma pessoa' })
  expect(say('PT-br', translations).ready).toBe('Sou gente')
})

test('a white label has no words of its own: the badge says what the owner says', () => {
  expect(say('en', { en: { badge: 'Checked by us' } })).toMatchObject({
    badge: 'Checked by us',
    badgePlain: 'Checked by us',
  })
})

test.for<unknown>([
  '{broken',
  'null',
  '[]',
  7,
  { en: null },
  { en: 'ready' },
  { en: { ready: 7, retry: ' ', failed: 'x'.repeat(201), unknown: 'x', toString: 'x', constructor: 'x' } },
])('words that are none change nothing: %o', (translations) => {
  expect(say('en', translations)).toEqual(texts)
})

test('the owner speaks those languages that are languages', () => {
  expect(ownLanguages({ fr: {}, 'gsw-CH': {}, constructor: {}, 'not a tag': {}, '': {} })).toEqual(['fr', 'gsw-CH'])
  expect(ownLanguages('{"fr":{}}')).toEqual(['fr'])
  expect(ownLanguages(undefined)).toEqual([])
})
