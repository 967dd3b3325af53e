import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownParts, reasonCodes } from './reason-codes.ts'

const repository = join(import.meta.dirname, '../../..')
const languages = readdirSync(join(repository, 'packages/i18n/texts/decisions'))
/** Where decisions get their reasons. */
const sources = [
  'packages/decisions',
  'packages/limits',
  'packages/guard',
  'services/protection',
  'server/gateway',
  'client/protect',
]

test('there are texts in several languages', () => {
  expect(languages.length).toBeGreaterThanOrEqual(5)
})

test.for(languages)('every reason and every part of ours has words in %s, and no words lack one', (file) => {
  const texts = JSON.parse(readFileSync(join(repository, 'packages/i18n/texts/decisions', file), 'utf8')) as {
    reasons: Record<string, string>
    parts: Record<string, string>
  }
  expect(Object.keys(texts.reasons).toSorted()).toEqual([...reasonCodes].toSorted())
  expect(Object.keys(texts.parts).toSorted()).toEqual([...ownParts].toSorted())
})

test('a code is listed once', () => {
  expect(new Set(reasonCodes).size).toBe(reasonCodes.length)
  expect(new Set(ownParts).size).toBe(ownParts.length)
})

/** A reason written by hand, with a code that nothing holds against the list. */
const byHand = /\bcode: '[\w-]+', weight|\bweight: [\w.? :]+, code: '/u
/** A named part that no list knows. */
const namedPart = /\bpart\w*\('([\w-]+)'|\bname: '([\w-]+)',\s+mode|\bpart: '([\w-]+)'/gu

test('no source of decisions makes a reason past the list, or a part that has no words', () => {
  const byHandIn: string[] = []
  const parts = new Set<string>()
  for (const [path, text] of sources.flatMap(filesIn)) {
    if (byHand.test(text)) byHandIn.push(path)
    if (!text.includes('@bollard/decisions')) continue
    for (const [, one, two, three] of text.matchAll(namedPart)) parts.add(one ?? two ?? three ?? '')
  }
  expect(byHandIn).toEqual([])
  expect(parts.size).toBeGreaterThan(4)
  expect([...parts].filter((part) => !(ownParts as readonly string[]).includes(part))).toEqual([])
})

test('a reason made by hand is seen', () => {
  expect("reasons: [{ code: 'new-reason', weight: 10 }]").toMatch(byHand)
  expect("reasons: [reason('trap', 10)]").not.toMatch(byHand)
})

function filesIn(folder: string): [string, string][] {
  return readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.tsx?$/u.test(path) && !/node_modules|(?:^|\/)(?:dist|testing|generated)\/|\.test\.ts/u.test(path),
    )
    .map((path) => [join(folder, path), readFileSync(join(repository, folder, path), 'utf8')])
}
