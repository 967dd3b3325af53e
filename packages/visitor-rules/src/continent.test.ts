import { expect, test } from 'vitest'
import { continentOf, countries } from './continent.ts'

/** What ICU names and ISO 3166-1 does not assign: exceptional reservations, groupings, and codes of withdrawn entries. */
const noCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])
const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

test('every country that ICU knows has its continent, and nothing else has one', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const known = letters
    .flatMap((first) => letters.map((second) => first + second))
    // Codes of the past have the name of what came after them, under another code.
    .filter(
      (code) =>
        names.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code && !noCountries.has(code),
    )
  expect(countries).toEqual(known)
  expect(countries).toHaveLength(250)
})

test.for([
  ['DE', 'EU'],
  ['XK', 'EU'],
  ['CY', 'EU'],
  ['TR', 'AS'],
  ['RU', 'EU'],
  ['EG', 'AF'],
  ['MX', 'NA'],
  ['AQ', 'AN'],
  ['TL', 'OC'],
  ['EU', null],
  ['', null],
  ['de', null],
  ['ZZ', null],
] as const)('%s is on %s', ([country, continent]) => expect(continentOf(country)).toBe(continent))
