import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { languages } from '../languages.ts'
import { alphabets, scripts } from './alphabets-for-test.ts'
import { chooseLanguage, isRightToLeft } from './languages/choose-language.ts'

const tags = ['en', ...languages()]
const textsOf = (tag: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../i18n/${tag}.json`, import.meta.url), 'utf8'))
const english = textsOf('en')
const entriesOf = (tag: string) => Object.entries(textsOf(tag))

const wholeOf = (tag: string) => Object.values(textsOf(tag)).join('')
const placesIn = (text = '') => [...text.matchAll(/\{\w*\}?/gu)].map(([place]) => place).toSorted()

const endOf = (text = '') => {
  if (/[.。।។։۔]$/u.test(text)) return 'sentence'
  if (/[:：՝៖]$/u.test(text)) return 'announcement'
  return text.endsWith('…') ? 'goes on' : 'open'
}

/** By this Node's own data; the types in use here do not know the method, for not every browser has it. */
const directionOf = (tag: string): unknown => {
  const locale: object = new Intl.Locale(tag)
  if (!('getTextInfo' in locale && typeof locale.getTextInfo === 'function'))
    throw new Error('This Node knows no directions')
  return locale.getTextInfo().direction
}

/** Names, places for values and the tool's own words stay as they are in any script. */
const withoutNames = (text: string) => text.replaceAll(/Bollard|JavaScript|\{\w+\}/gu, '')

/** In columns of a Latin letter. */
const widthOf = (text: string) =>
  [...text]
    .filter((character) => !/[\p{M}\p{Cf}]/u.test(character))
    .reduce(
      (sum, character) =>
        sum +
        (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u.test(
          character,
        )
          ? 2
          : 1),
      0,
    )

test('the widget speaks at least fifty languages', () => {
  expect(tags.length).toBeGreaterThanOrEqual(50)
  expect(new Set(tags).size).toBe(tags.length)
})

test.for(tags)('%s says all that English says, in the same order, and nothing else', (tag) => {
  expect(Object.keys(textsOf(tag))).toEqual(Object.keys(english))
})

test.for(tags)('%s has the places for values that English has', (tag) => {
  for (const [key, text] of entriesOf(tag)) expect([key, placesIn(text)]).toEqual([key, placesIn(english[key])])
})

test.for(tags)('%s is a tag as browsers write it, and who asks for it gets it', (tag) => {
  expect(Intl.getCanonicalLocales(tag)).toEqual([tag])
  expect(chooseLanguage([tag], tags)).toBe(tag)
})

test.for(tags)('%s is set cleanly', (tag) => {
  for (const [key, text] of entriesOf(tag)) {
    expect([key, text.trim(), text.normalize('NFC')]).toEqual([key, text, text])
    expect(text).toMatch(/\p{L}/u)
    // A typewriter's quotes, three dots for an ellipsis, doubled spaces, shouting, markup and what is not seen at all.
    expect(text).not.toMatch(/["'`]|\.\.|\s\s|!|[<>&]|[\n\t\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/u)
  }
})

test.for(tags)('%s ends its sentences where English does', (tag) => {
  // Thai writes no full stops.
  const wanted = (text = '') => (tag === 'th' && endOf(text) === 'sentence' ? 'open' : endOf(text))
  for (const [key, text] of entriesOf(tag)) expect([key, endOf(text)]).toEqual([key, wanted(english[key])])
})

test.for(tags)('%s is written in its own letters alone', (tag) => {
  const alphabet = alphabets[tag]
  const script = scripts[tag]
  const isOwn = (letter: string) => (alphabet?.includes(letter) ?? script?.test(letter)) === true
  for (const [key, text] of entriesOf(tag)) {
    const letters = withoutNames(text).toLocaleLowerCase(tag).match(/\p{L}/gu) ?? []
    expect([key, letters.filter((letter) => !isOwn(letter))]).toEqual([key, []])
  }
})

test('Chinese is simplified for the mainland and traditional for Taiwan', () => {
  expect(wholeOf('zh')).not.toMatch(/[驗證網請試護隱啟無設過還時間單擊將號誌碼連線務點開動]/u)
  expect(wholeOf('zh-TW')).not.toMatch(/[验证网请试护隐启无设过还时间单击将号志码连线务点开动]/u)
})

test.for(['ja', 'zh', 'zh-TW'])('%s has full-width marks', (tag) => {
  for (const [, text] of entriesOf(tag)) expect(text).not.toMatch(/[,.;:?()]/u)
})

test('French keeps a narrow space that does not break before its high marks', () => {
  for (const [, text] of entriesOf('fr')) expect(text).not.toMatch(/[^\u202f][:;?»]/u)
})

test.for(tags)('%s fits the box', (tag) => {
  const widest: Record<string, number> = {
    // One line each beside the mark and the privacy link.
    ready: 24,
    working: 24,
    passed: 26,
    expired: 26,
    failed: 26,
    offline: 24,
    // Two lines, for which the box has room.
    workingMore: 36,
    refused: 36,
    throttled: 36,
    throttledHint: 44,
    readyHint: 44,
    readyHintClick: 44,
    passedHint: 44,
    expiredHint: 44,
    // Beside the words.
    retry: 20,
    privacy: 14,
    badge: 30,
    badgePlain: 30,
    // The box may grow.
    rateLimited: 54,
    unavailable: 54,
    misconfigured: 54,
    required: 48,
    refusedHint: 60,
    renewed: 32,
    renewing: 66,
    unsupported: 96,
    noscript: 96,
  }
  for (const [key, text] of entriesOf(tag))
    expect(widthOf(text), `${key}: ${text}`).toBeLessThanOrEqual(widest[key] ?? 140)
})

test.for(tags)('%s names the product on the badge alone, which an owner can do without', (tag) => {
  for (const [key, text] of entriesOf(tag)) expect([key, text.includes('Bollard')]).toEqual([key, key === 'badge'])
})

test.for(tags)('%s says one thing one way: no two of its texts are the same', (tag) => {
  const texts = Object.values(textsOf(tag))
  expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([])
})

test.for(tags.filter((tag) => tag !== 'en'))('%s leaves nothing in English', (tag) => {
  // Some languages have no other word for it.
  const left = entriesOf(tag).filter(([key, text]) => text === english[key] && key !== 'privacy')
  expect(left).toEqual([])
})

test('no two languages are the same', () => {
  const whole = tags.map((tag) => JSON.stringify(textsOf(tag)))
  expect(new Set(whole).size).toBe(tags.length)
})

test('Arabic, Persian, Hebrew and Urdu are written from right to left, the others are not', () => {
  expect(tags.filter((tag) => directionOf(tag) === 'rtl').toSorted()).toEqual(['ar', 'fa', 'he', 'ur'])
  for (const tag of tags) expect([tag, isRightToLeft(tag)]).toEqual([tag, directionOf(tag) === 'rtl'])
})
