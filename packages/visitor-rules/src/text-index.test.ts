import { runs } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allBits, hasBit } from './bits.ts'
import { fitsGlob, parseGlob } from './glob.ts'
import { indexTexts } from './text-index.ts'

const piece = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '.', '*', '1', 'σ', 'Σ', 'ς', 'İ', '\u{10400}'),
  maxLength: 8,
})
const plainly = (glob: string, text: string, flags: string) =>
  new RegExp(
    `^${glob
      .split('*')
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'))
      .join('.*')}$`,
    flags,
  ).test(text)

test('a pattern fits as its regular expression does', () => {
  fc.assert(
    fc.property(piece, piece, (glob, text) => {
      expect(fitsGlob(parseGlob(glob), text)).toBe(plainly(glob, text, 'su'))
    }),
    {
      numRuns: runs(20_000),
      examples: [
        ['*', ''],
        ['', ''],
        ['**', 'x'],
        ['a*a', 'a'],
        ['ab*ba', 'aba'],
        ['*a*a*', 'a'],
        ['a*', 'ba'],
        ['*.*', '.'],
      ],
    },
  )
})

test('an index of many patterns finds the lists that one after the other would, few or many', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(piece, { maxLength: 4 }), { maxLength: 40 }),
      piece,
      fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 600),
      (lists, text, fillers) => {
        const filling = {
          bit: lists.length,
          patterns: Array.from({ length: fillers }, (_, index) => `*filler ${index}*`),
        }
        const index = indexTexts(
          [...lists.map((patterns, bit) => ({ bit, patterns })), filling],
          lists.length + 1,
          false,
        )
        const found = index.find(text, allBits(lists.length + 1))
        expect(lists.map((_, bit) => hasBit(found, bit))).toEqual(
          lists.map((patterns) => patterns.some((glob) => plainly(glob, text, 'su'))),
        )
      },
    ),
    { numRuns: runs(1_000) },
  )
})

test.for<[glob: string, text: string, fits: boolean]>([
  ['*HEADLESSchrome*', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0', true],
  ['*headless*chrome/141*', 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0', false],
  ['mozilla/5.0 *', 'Mozilla/5.0 (X11)', true],
  ['telefónica*', 'TELEFÓNICA DE ESPAÑA', true],
  ['*οδος', 'ΟΔΟΣ', true],
  ['*ΟΔΟΣ*', 'οδος', true],
  ['ΟΔΟΣ', 'οδος', true],
  ['straße*', 'STRASSE 1', false],
  ['curl', 'curl/8', false],
  ['curl', 'CURL', true],
])('with letters of either case, %s fits %s: %s', ([glob, text, fits]) => {
  const found = indexTexts([{ bit: 0, patterns: [glob] }], 1, true).find(text, allBits(1))
  expect(hasBit(found, 0)).toBe(fits)
})

test('of a very long text only the beginning counts, whatever is sent behind it', () => {
  const index = indexTexts([{ bit: 0, patterns: ['*needle*'] }], 1, true)
  expect(hasBit(index.find(`${'x'.repeat(506)}needle`, allBits(1)), 0)).toBe(true)
  expect(hasBit(index.find(`${'x'.repeat(507)}needle`, allBits(1)), 0)).toBe(false)
})

test('no pattern and no text takes long', () => {
  const nasty = ['*a*a*a*a*a*a*a*a*a*a*b', `${'*a'.repeat(120)}*b*`, `*${'a'.repeat(255)}b*`]
  const index = indexTexts(
    Array.from({ length: 200 }, (_, bit) => ({ bit, patterns: nasty.map((glob) => `${glob}${bit}`) })),
    200,
    true,
  )
  const text = 'a'.repeat(100_000)
  const started = process.cpuUsage()
  for (let round = 0; round < 20; round++) index.find(text, allBits(200))
  // A backtracking matcher would need longer than the universe has been there.
  // Microseconds of computing.
  expect(process.cpuUsage(started).user / 20).toBeLessThan(500_000)
})
