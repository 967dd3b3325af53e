import { expect, test } from 'vitest'
import { ownTexts, textsOf } from '../texts.ts'
import { speak } from './speak.ts'

const say = (languages: (string | null)[], translations?: unknown) => speak({ languages, translations, own: ownTexts })

test('without own words it speaks as ever, and has words for an outage', () => {
  expect(say(['fr', 'de-AT'])).toMatchObject({ language: 'de', texts: { ...textsOf('de'), failover: expect.stringContaining('trotzdem') } })
  expect(say([null, 'xx'])).toMatchObject({ language: 'en', texts: textsOf('en') })
})

test("the owner's words stand for the widget's, text by text", () => {
  const translations = { en: { ready: 'I am no robot', passedHint: 'Good for {minutes} min', failover: 'Go on' } }
  expect(say(['en-GB'], translations).texts).toEqual({ ...textsOf('en'), ready: 'I am no robot', passedHint: 'Good for {minutes} min', failover: 'Go on' })
  expect(say(['de'], translations).texts.ready).toBe(textsOf('de').ready)
})

test('a language of the owner is spoken, what it lacks in English, and a region before its language', () => {
  const translations = { pt: { ready: 'Sou uma pessoa', retry: 'Outra vez' }, 'pt-BR': { ready: 'Sou gente' } }
  expect(say(['pt-BR', 'de'], translations)).toMatchObject({
    language: 'pt-BR',
    texts: { ready: 'Sou gente', retry: 'Outra vez', passed: textsOf('en').passed },
  })
  expect(say(['pt-AO'], translations)).toMatchObject({ language: 'pt', texts: { ready: 'Sou uma pessoa' } })
  expect(say(['PT-br'], JSON.stringify(translations)).language).toBe('pt-BR')
})

test('a white label has no words of its own: the badge says what the owner says', () => {
  expect(say(['en'], { en: { badge: 'Checked by us' } }).texts).toMatchObject({ badge: 'Checked by us', badgePlain: 'Checked by us' })
})

test.for<unknown>([
  '{broken',
  'null',
  '[]',
  7,
  { en: null },
  { en: 'ready' },
  { en: { ready: 7, retry: ' ', failed: 'x'.repeat(201), unknown: 'x', toString: 'x', constructor: 'x' } },
  { constructor: { ready: 'x' }, __proto__: { en: { ready: 'x' } } },
])('words that are none change nothing: %o', (translations) => {
  const { language, texts } = say(['constructor', 'en'], translations)
  if (language === 'en') expect({ ...texts, failover: '' }).toEqual({ ...textsOf('en'), failover: '' })
  else expect([language, texts.ready]).toEqual(['constructor', 'x'])
})
