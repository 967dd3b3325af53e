import { afterEach, expect, test, vi } from 'vitest'
import { languages } from '../../languages.ts'
import { chooseLanguage, isRightToLeft, withRegion } from './choose-language.ts'

const tags = ['en', 'ar', 'de', 'fil', 'he', 'id', 'nb', 'pt', 'pt-BR', 'ro', 'sr', 'zh', 'zh-TW']

test.for([
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['en-GB', 'en'],
  ['pt', 'pt'],
  ['pt-BR', 'pt-BR'],
  ['pt_BR', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['pt-AO', 'pt'],
  ['zh', 'zh'],
  ['zh-CN', 'zh'],
  ['zh-Hans-SG', 'zh'],
  ['zh-TW', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['tl', 'fil'],
  ['mo', 'ro'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  // Whoever reads Serbian reads it in either script sooner than English.
  ['sr-Latn', 'sr'],
  ['sh', 'sr'],
] as const)('who wishes for %s gets %s', ([wish, language]) => {
  expect(chooseLanguage([wish], tags)).toBe(language)
})

test('the first wish that there is a language for is taken', () => {
  expect(chooseLanguage([null, 'fr-CA', 'de-AT', 'en'], tags)).toBe('de')
  expect(chooseLanguage(['en', 'de'], tags)).toBe('en')
})

test.for([undefined, null, '', 'toString', 'constructor', '-', 'i-klingon', 'x', '*', '💚'])(
  '%o is no wish',
  (wish) => {
    expect(chooseLanguage([wish], tags)).toBe('en')
    expect(chooseLanguage([wish, 'de'], [...tags, 'constructor'])).toBe('de')
  },
)

afterEach(() => vi.restoreAllMocks())

test('the data of the browser are not loaded for what most pages and visitors wish for', () => {
  const all = ['en', ...languages()]
  const asked = vi.spyOn(Intl, 'Locale')
  const wishes = ['en', 'de', 'pt-BR', 'zh-TW', 'en-US', 'de-AT', 'fr_CA', 'fi-FI', 'fil-PH', 'ar-EG', 'nb-NO', 'sr-RS']
  expect(wishes.map((wish) => chooseLanguage([null, wish], all))).toEqual([
    'en',
    'de',
    'pt-BR',
    'zh-TW',
    'en',
    'de',
    'fr',
    'fi',
    'fil',
    'ar',
    'nb',
    'sr',
  ])
  expect(asked).not.toHaveBeenCalled()
})

test.for(['de-AT', 'de_at', 'DE-AT'])('an owner who has words for %s is not passed over', (own) => {
  expect(chooseLanguage(['de-AT'], [...tags, own])).toBe(own)
  expect(chooseLanguage(['de-CH'], [...tags, own])).toBe('de')
})

test('what is written from right to left is known by its script', () => {
  expect(
    ['ar', 'fa', 'he', 'ur', 'ps', 'ckb', 'yi', 'dv', 'pa-PK', 'az-IR'].filter((tag) => !isRightToLeft(tag)),
  ).toEqual([])
  expect(['en', 'de', 'pa', 'az', 'tr', 'ku', 'zh-TW', 'nonsense-', ''].filter(isRightToLeft)).toEqual([])
})

test.for([
  [['en-GB'], 'en', 'en-GB'],
  [['pt-AO', 'de'], 'pt', 'pt-AO'],
  [['pt-PT'], 'pt-BR', 'pt-BR'],
  [['zh-TW'], 'zh-TW', 'zh-TW'],
  // The browser's region is told to nobody.
  [[null, 'en', 'en-GB'], 'en', 'en'],
  [['xx-YY', 'en-GB'], 'en', 'en'],
  // None of these is an error where a time is written.
  [['en_GB'], 'en', 'en'],
  [['en-u-hc-h99'], 'en', 'en'],
  [['en-!!'], 'en', 'en'],
  [[], 'fr', 'fr'],
] as const)('with the wishes %o %s is spoken as %s', ([wishes, language, spoken]) => {
  expect(withRegion(language, wishes)).toBe(spoken)
  expect(() => new Date(0).toLocaleTimeString(spoken, { timeStyle: 'short' })).not.toThrow()
})
