import { expect, test } from 'vitest'
import { isIban } from './iban.ts'

test.each([
  'DE02120300000000202051',
  'de02 1203 0000 0000 2020 51',
  'FR14 2004 1010 0505 0001 3M02 606',
  'NO9386011117947',
])('%j is an IBAN', (text) => expect(isIban(text)).toBe(true))

test.each([
  // Read as a number, an IBAN leaves 1 when divided by 97; these two leave 0 and 2.
  ['check digits that are one too low', 'DE01120300000000202051'],
  ['check digits that are one too high', 'DE03120300000000202051'],
  ['two digits that changed places', 'DE02120300000000202015'],
  ['a length of another country', 'DE1986011117947'],
  ['a letter where its country has digits', 'DE8412030000000020205A'],
  ['a country without any', 'US64SVBKUS6S3300958879'],
  ['a sign between', 'DE02-1203-0000-0000-2020-51'],
  ['more before it', 'xDE02120300000000202051'],
  ['an empty text', ''],
])('no IBAN: %s', (_name, text) => expect(isIban(text)).toBe(false))
