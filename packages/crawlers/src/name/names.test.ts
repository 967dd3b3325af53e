import { runs } from '@bollard/testing/seed'
import packaged from 'crawler-user-agents'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '../catalogue/catalogue.ts'
import { compileNames } from './compile-names.ts'
import { readPattern } from './read-pattern.ts'

/** Among them all that have an anchor, a class, alternatives or a gap. */
const sources = packaged.map(({ pattern }) => pattern)

test('a pattern fits exactly what its regular expression does, wherever it stands and in whatever company', () => {
  const read = sources.flatMap((source, owner) =>
    (readPattern(source) ?? []).map((pattern) => ({ ...pattern, owner, exactCase: true })),
  )
  const find = compileNames(read)
  const expressions = sources.map((source) => (readPattern(source) === null ? /$^x/u : new RegExp(source, '')))
  const piece = fc.oneof(
    fc.constantFrom(...packaged.flatMap(({ instances }) => instances)),
    fc.constantFrom(...sources.flatMap((source) => readPattern(source)?.flatMap(({ pieces }) => pieces) ?? [])),
    fc.constantFrom(' ', '/', 'bot', 'BOT', 'Mozilla/5.0 (', 'ä', '\u0000', 'Spider '),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
      const text = pieces.join('').slice(0, 1_024)
      expect(find(text)).toBe(expressions.findIndex((expression) => expression.test(text)))
    }),
    { numRuns: runs(60) },
  )
})

test('all patterns of the package are read but two, of which one is an entry of our own', () => {
  expect(catalogue().unread).toEqual(['AdsBot-Google([^-]|$)', String.raw`BlogTraffic\/\d\.\d+ Feed-Fetcher`])
  expect(catalogue().named('AdsBot-Google (+http://www.google.com/adsbot.html)')).toMatchObject({ operator: 'Google' })
})

test.for([
  'a+',
  'a*',
  'a?',
  'a{2}',
  '.',
  '[^a]',
  '[a-z]',
  '(a',
  'a)',
  '(?:a)',
  String.raw`\d`,
  'a^',
  '$a',
  '[',
  '',
  '\\',
])('%s is not read as a pattern', (source) => expect(readPattern(source)).toBeNull())

test('names that are ASCII in no way end the compilation, not the lookup', () => {
  const pattern = { pieces: ['bött'], atStart: false, atEnd: false, owner: 0, exactCase: false }
  expect(() => compileNames([pattern])).toThrow('names are ASCII')
})

test('8 kB of names, or of nearly names, are read up to 1,024 characters and no further', () => {
  const { named } = catalogue()
  expect(named('GPTBo'.repeat(1_600))).toBeNull()
  expect(named(`${'GPTBo'.repeat(1_600)}GPTBot`)).toBeNull()
  expect(named('SpiderGPTBot'.repeat(700))?.name).toBe('GPTBot')
  expect(named(' '.repeat(1_018) + 'GPTBot')?.name).toBe('GPTBot')
  expect(named(' '.repeat(1_019) + 'GPTBot')).toBeNull()
})
