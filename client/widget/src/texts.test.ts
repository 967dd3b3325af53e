import { expect, test } from 'vitest'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
import { type State, wordsOf } from './state.ts'
import { chooseLanguage, textsOf } from './texts.ts'

test('both languages say the same things, and neither shouts', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  for (const text of [...Object.values(en), ...Object.values(de)]) expect(text).toMatch(/^\S[^!]*$/u)
  expect(de.passedHint).toContain('{minutes}')
})

test('the first language that there are texts for is taken', () => {
  expect(chooseLanguage([null, 'fr-CA', 'de-AT', 'en'])).toBe('de')
  expect(chooseLanguage(['DE'])).toBe('de')
  expect(chooseLanguage([undefined, '', 'toString'])).toBe('en')
  expect(textsOf('xx')).toBe(en)
})

test.for([
  [{ kind: 'ready' }, 'I’m a person', ''],
  [{ kind: 'working', progress: 0.2, more: false }, 'Checking…', 'Checking…'],
  [{ kind: 'passed', minutes: 15 }, 'You’re through', 'You’re through. Valid for 15 minutes'],
  [{ kind: 'expired' }, 'Please check again', 'Please check again. The last check ran out'],
  [{ kind: 'failed', code: 'offline' }, 'Check not finished', 'Check not finished. No connection.'],
  [{ kind: 'refused', verificationId: 'number' }, 'You could not be let through', 'number'],
] satisfies [State, string, string][])('%o is said in words', ([state, title, announcement]) => {
  const words = wordsOf(state, en, true)
  expect(words.title).toBe(title)
  expect(words.announcement).toContain(announcement.trim())
  expect(words.retry).toBe(state.kind === 'failed')
})
