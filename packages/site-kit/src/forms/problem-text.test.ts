import { readFileSync } from 'node:fs'
import { refusalsOf, type Route, routeTables } from '@bollard/contracts'
import { expect, test } from 'vitest'

/** What no form of ours can bring about, or what its page says in words of its own. */
const elsewhere = new Set([
  'unknown-field',
  'malformed-json',
  'invalid-parameter',
  'scope-missing',
  'secret-key-invalid',
  'person-required',
  'payment-required',
  'payment-method-failed',
  'rule-of-form',
])

test('every refusal of a call of signed-in people has a sentence, and does not read as a fault of ours', () => {
  const file = new URL('../../../i18n/texts/library-structure/en.json', import.meta.url)
  const { problems } = JSON.parse(readFileSync(file, 'utf8')) as { problems: Record<string, string> }
  const codes = routeTables
    .flatMap((table) => Object.values<Route>(table))
    .filter(({ access }) => access.audience === 'session')
    .flatMap(({ access, problems: own }) => [...own, ...refusalsOf(access)])
  expect([...new Set(codes)].filter((code) => !(code in problems) && !elsewhere.has(code))).toEqual([])
})
