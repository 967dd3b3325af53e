import { expect, test } from 'vitest'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
import ownerDe from '../i18n/owner.de.json' with { type: 'json' }
import ownerEn from '../i18n/owner.en.json' with { type: 'json' }
import { type State, wordsOf } from './state.ts'
import { chooseLanguage, textsOf } from './texts.ts'

test('both languages say the same things, and neither shouts', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  expect(Object.keys(ownerDe)).toEqual(Object.keys(ownerEn))
  for (const text of [en, de, ownerEn, ownerDe].flatMap((texts) => Object.values(texts))) expect(text).toMatch(/^\S[^!]*$/u)
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
  [{ kind: 'failed', code: 'offline', failover: false }, 'Check not finished', 'Check not finished. No connection.'],
  [{ kind: 'failed', code: 'rate-limited', failover: false }, 'Check not finished', 'Too many checks from your network.'],
  // Without the owner's script there are no words for it.
  [{ kind: 'failed', code: 'unavailable', failover: true }, 'Check not finished', 'not available right now.'],
  [{ kind: 'refused', verificationId: 'number' }, 'You could not be let through', 'number'],
] satisfies [State, string, string][])('%o is said in words', ([state, title, announcement]) => {
  const words = wordsOf(state, en, true)
  expect(words.title).toBe(title)
  expect(words.announcement).toContain(announcement.trim())
  expect(words.retry).toBe(state.kind === 'failed')
})

test('where the form may be sent all the same, the words say so', () => {
  const words = wordsOf({ kind: 'failed', code: 'offline', failover: true }, { ...en, failover: ownerEn.failover }, true)
  expect([words.hint, words.retry]).toEqual([ownerEn.failover, true])
})
