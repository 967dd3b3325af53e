import { expect, test } from 'vitest'
import { languageOf } from './language-of.server.ts'

test.each([
  ['https://status.example/?lang=fr', 'it', undefined, 'fr'],
  ['https://status.example/nothing?lang=es', null, undefined, 'es'],
  ['https://status.example/', 'it-CH, fr;q=0.5', undefined, 'it'],
  ['https://status.example/?lang=xx', 'it', undefined, 'it'],
  ['https://status.example/shop?lang=fr', 'it', ['es', 'it'] as const, 'it'],
  ['https://status.example/shop?lang=fr', 'de', ['es', 'it'] as const, 'es'],
])('%s in a browser that likes %s, of %s, is answered in %s', (address, accepted, offered, expected) => {
  const headers: HeadersInit = accepted === null ? {} : { 'accept-language': accepted }
  expect(languageOf(new Request(address, { headers }), offered)).toBe(expected)
})
