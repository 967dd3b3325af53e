import { runs, seed, seededRandom } from '@bollard/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandsOf, distanceMax, distanceOf, fingerprintOf, passagesOf } from './near-duplicates.ts'
import { judgeLinks } from '../links/links.ts'
import { skeletonOf } from '../links/look-alikes.ts'
import { anyText } from '../testing/any-text.ts'
import { judgeLanguage } from './language.ts'
import { findPersonalData, maskPersonalData } from './personal-data.ts'
import { judgeScripts } from './scripts.ts'
import { readText, wordsOf } from './words.ts'

const letter =
  'Dear owner of the website, we have looked at your pages and found that they could be ranked higher by search ' +
  'engines. Our team offers a free audit of the whole site and a plan for the next three months. Please answer this ' +
  'message and we will send you the details.'

describe('words', () => {
  it('are read without what has no width, in any script', () => {
    expect(wordsOf(readText('Vi\u200ba\u00adgra ＣＨＥＡＰ').text)).toEqual(['viagra', 'cheap'])
    expect(wordsOf('東京タワー')).toEqual(['東京', '京タ', 'タワ', 'ワー'])
    expect(readText('x'.repeat(130_000))).toEqual({ text: 'x'.repeat(100_000), cut: true })
    expect(readText(`e${'\u0301'.repeat(100)}!`).text).toBe(`é${'\u0301'.repeat(29)}!`)
  })
})

describe('a fingerprint', () => {
  it('is near for a text with a word changed, far for another, and none for a short one', () => {
    const [one, similar] = [fingerprintOf(letter, 'k') ?? 0n, fingerprintOf(letter.replace('three', 'two'), 'k') ?? 0n]
    expect(distanceOf(one, similar)).toBeLessThanOrEqual(distanceMax)
    const other =
      fingerprintOf(
        'I ordered a blue jacket on Monday, and it has not arrived. Could you tell me when it will?',
        'k',
      ) ?? 0n
    expect(distanceOf(one, other)).toBeGreaterThan(15)
    expect(distanceOf(one, fingerprintOf(letter, 'another key') ?? 0n)).toBeGreaterThan(15)
    expect(fingerprintOf('Thank you very much', 'k')).toBeNull()
  })

  it('shares a band with every other that is near', () => {
    const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: distanceMax })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), bits, (fingerprint, changed) => {
        const other = changed.reduce((all, bit) => all ^ (1n << BigInt(bit)), fingerprint)
        expect(distanceOf(fingerprint, other)).toBe(changed.length)
        expect(bandsOf(fingerprint).some((band) => bandsOf(other).includes(band))).toBe(true)
      }),
      { seed, numRuns: runs(200) },
    )
  })
})

describe('passages', () => {
  const random = seededRandom('padding of texts')
  const padding = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 1e9).toString(36)).join(' ')
  const shared = (one: string, other: string) => {
    const others = new Set(passagesOf(other, 'k'))
    return passagesOf(one, 'k').filter((key) => others.has(key)).length
  }

  it.each([
    ['in front', (text: string) => `${padding(4_500)} ${text}`],
    ['behind', (text: string) => `${text} ${padding(4_500)}`],
    ['around', (text: string) => `${padding(300)} ${text} ${padding(5_000)}`],
    ['of one word', (text: string) => `${'lorem '.repeat(15_000)} ${text} ${padding(1)}`],
  ])('of a letter are found behind padding %s, which differs each time', (_where, pad) => {
    expect(shared(pad(letter), pad(letter))).toBeGreaterThan(0)
    expect(shared(pad(letter), letter)).toBeGreaterThan(0)
    expect(shared(letter, pad('I ordered a blue jacket on Monday, and it has not arrived yet'))).toBe(0)
  })

  it('are shared by texts with 25 words in a row in common, keyed, and bounded', () => {
    const words = padding(25)
    for (let time = 0; time < 50; time += 1)
      expect(
        shared(`${padding(time)} ${words} ${padding(3)}`, `${padding(7)} ${words} ${padding(time)}`),
      ).toBeGreaterThan(0)
    expect(passagesOf(letter, 'k')).not.toContain(passagesOf(letter, 'another key')[0])
    expect(passagesOf(padding(20_000), 'k')).toHaveLength(1_024)
    expect(passagesOf('Thank you very much for your help', 'k')).toEqual([])
    expect(passagesOf(padding(10), 'k')).toHaveLength(1)
  })
})

describe('scripts', () => {
  it.each([
    ['a word with a Cyrillic letter among Latin ones', 'Buy nоw', ['text-look-alike-letters']],
    ['a Greek letter in it', 'pαypal', ['text-look-alike-letters']],
    ['two languages beside each other', 'Привет, my name is Anna', []],
    ['Japanese with Latin', 'Tシャツを注文しました', []],
    ['names with accents', 'Zoë Müller-Łukasz', []],
  ])('find %s', (_name, text, codes) => {
    expect(judgeScripts(text, null).map(({ code }) => code)).toEqual(codes)
  })

  it('are expected or not, where there is enough to tell', () => {
    const russian = 'Предлагаем продвижение вашего сайта в поисковых системах'
    expect(judgeScripts(russian, ['Latin'])).toMatchObject([{ code: 'text-unexpected-script', detail: { share: 100 } }])
    expect(judgeScripts(russian, ['Latin', 'Cyrillic'])).toEqual([])
    expect(judgeScripts('Спасибо!', ['Latin'])).toEqual([])
  })
})

describe('personal data', () => {
  it('is found where it is, and nothing that only looks like it', () => {
    const text = 'Card 4111 1111 1111 1111, account DE89 3704 0044 0532 0130 00, a.b+c@mail.example.org from 192.0.2.7'
    expect(findPersonalData(text).map(({ kind, from, to }) => [kind, text.slice(from, to)])).toEqual([
      ['CARD', '4111 1111 1111 1111'],
      ['IBAN', 'DE89 3704 0044 0532 0130 00'],
      ['EMAIL', 'a.b+c@mail.example.org'],
      ['ADDRESS', '192.0.2.7'],
    ])
    expect(maskPersonalData(text)).toBe('Card [CARD], account [IBAN], [EMAIL] from [ADDRESS]')
    const other =
      'order 4111 1111 1111 1112, 0000 0000 0000 0000, DE89 3704 0044 0532 0130 01, version 1.2.3.4.5, 300.1.1.1, @home'
    expect(findPersonalData(other)).toEqual([])
  })

  it('is found beside what looks like its beginning or its end', () => {
    const masked = (text: string, country?: string) => maskPersonalData(text, country)
    expect(masked('AB12 DE89370400440532013000 please')).toBe('AB12 [IBAN] please')
    expect(masked('12 4111 1111 1111 1111 99')).toBe('12 [CARD] 99')
    expect(masked('call +49 30 1234567 or 030 1234567')).toBe('call [PHONE] or 030 1234567')
    expect(masked('call 030 1234567, order 030', 'DE')).toBe('call [PHONE], order 030')
    expect(masked('it was +999 12345678')).toBe('it was +999 12345678')
  })
})

describe('a language', () => {
  it.each([
    ['is another', 'Ich möchte die blaue Jacke zurückgeben, die ich letzte Woche bestellt habe', ['en', 'fr'], ['de']],
    ['is expected', 'I would like to return the blue jacket that I ordered last week', ['en'], []],
    ['is in too few words', 'Ich möchte bestellen', ['en'], []],
    [
      'is expected and not in the model',
      'Jeg vil gerne returnere den blå jakke som jeg bestilte i sidste uge',
      ['da'],
      [],
    ],
    ['is a list of products', 'Order 12345 Nike Air Max 90 EUR 42 Blue Adidas Puma Converse sneaker', ['en'], []],
  ])('%s', (_name, text, expected, languages) => {
    expect(judgeLanguage(text, expected).map(({ detail }) => detail?.['language'])).toEqual(languages)
  })
})

describe('any text', () => {
  it('is judged without an error, and soon', () => {
    const hostile = fc.oneof(
      anyText(2_000),
      fc.constantFrom(
        '1 '.repeat(500_000),
        'a@'.repeat(500_000),
        '\u0301'.repeat(500_000),
        'DE12 '.repeat(200_000),
        '\ud800'.repeat(1_000),
        'a-'.repeat(500_000),
        'https://'.repeat(100_000),
        `+${'0 '.repeat(500_000)}`,
        'DE89'.repeat(200_000),
        'www.'.repeat(200_000),
        '1.'.repeat(500_000),
      ),
    )
    fc.assert(
      fc.property(hostile, (text) => {
        judgeScripts(text, ['Latin'])
        fingerprintOf(text, 'k')
        passagesOf(text, 'k')
        maskPersonalData(text, 'DE')
        judgeLinks(text)
        judgeLanguage(text, ['en'])
        skeletonOf(text)
      }),
      { seed, numRuns: runs(100) },
    )
  })
})
