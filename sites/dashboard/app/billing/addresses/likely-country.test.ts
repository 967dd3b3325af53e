import { expect, test } from 'vitest'
import { likelyCountry } from './likely-country.ts'

const countries = ['AT', 'CN', 'DE', 'GB', 'IE', 'US'].map((code) => ({ code }))
const countryOf = (languages: string | null) =>
  likelyCountry(
    new Request('http://localhost/', { headers: languages ? { 'accept-language': languages } : {} }),
    countries,
  )

test('the country of an address is what the browser names first, and nothing where it names none', () => {
  expect(countryOf('en-GB,en;q=0.9')).toBe('GB')
  expect(countryOf('de-AT')).toBe('AT')
  expect(countryOf('zh-Hans-CN,zh;q=0.9')).toBe('CN')
  // What a browser knows besides says nothing about where its owner is.
  expect(countryOf('de,en-US;q=0.7,en;q=0.3')).toBe('')
  expect([countryOf('en'), countryOf('en-KP'), countryOf('*'), countryOf(null)]).toEqual(['', '', '', ''])
})
