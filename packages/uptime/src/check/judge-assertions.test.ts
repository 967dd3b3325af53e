import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Assertion, assertionSources, comparisons } from '../assertion.ts'
import { type AssertionFacts, judgeAssertions } from './judge-assertions.ts'

const facts: AssertionFacts = {
  at: Date.parse('2026-03-01T12:00Z'),
  statusCode: 200,
  headers: { 'content-type': 'text/html', 'x-empty': '' },
  body: '{"ok":true,"version":"1.0","count":12,"none":null,"tags":["a","b"],"deep":{"b":1,"a":[2]}}',
  bodyBytes: 2_048,
  phases: { dnsMs: null, connectMs: 12.5, tlsMs: 30, firstByteMs: 80, totalMs: 120 },
  certificateExpiresAt: Date.parse('2026-03-31T11:00Z'),
  domainExpiresAt: null,
}
const tools = {
  matches: (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text),
  readJsonPath: (path: string, body: string): unknown => (JSON.parse(body) as Record<string, unknown>)[path],
}

function outcomeOf(text: string): { passed: boolean; found: string | null } {
  const [source, target, comparison, ...value] = text.split(' ')
  const assertion = { source, target, comparison, value: value.join(' '), verdict: 'DOWN' } as Assertion
  const [outcome] = judgeAssertions([assertion], facts, tools).outcomes
  return { passed: outcome?.passed ?? false, found: outcome?.found ?? null }
}

test.for<[assertion: string, passed: boolean, found: string | null]>([
  ['STATUS - EQUALS 200', true, '200'],
  ['STATUS - EQUALS 200.0', true, '200'],
  ['STATUS - NOT_EQUALS 200', false, '200'],
  ['STATUS - LESS_THAN 300', true, '200'],
  ['STATUS - LESS_THAN 0x1000', false, '200'],
  ['STATUS - MATCHES ^2', true, '200'],
  ['HEADER Content-Type CONTAINS html', true, 'text/html'],
  ['HEADER x-empty EXISTS', true, ''],
  ['HEADER constructor EXISTS', false, null],
  ['HEADER x-other NOT_EQUALS a', true, null],
  ['HEADER x-other NOT_CONTAINS a', true, null],
  ['HEADER x-other LESS_THAN 1', false, null],
  ['TEXT - CONTAINS "ok":true', true, facts.body],
  ['TEXT - MATCHES (', false, 'Invalid regular expression: /(/u: Unterminated group'],
  ['JSON ok EQUALS true', true, 'true'],
  ['JSON version EQUALS 1.0', true, '1.0'],
  ['JSON version EQUALS 1', true, '1.0'],
  ['JSON count GREATER_THAN 9', true, '12'],
  ['JSON count GREATER_THAN 12', false, '12'],
  ['JSON none EXISTS', true, 'null'],
  ['JSON none EQUALS null', true, 'null'],
  ['JSON gone NOT_EXISTS', true, null],
  ['JSON tags CONTAINS b', true, '["a","b"]'],
  ['JSON tags CONTAINS c', false, '["a","b"]'],
  ['JSON deep EQUALS {"a":[2],"b":1}', true, '{"b":1,"a":[2]}'],
  ['JSON deep EQUALS {"a":[2]}', false, '{"b":1,"a":[2]}'],
  ['BODY_BYTES - GREATER_THAN 2047', true, '2048'],
  ['DNS_MS - LESS_THAN 10', false, null],
  ['CONNECT_MS - LESS_THAN 12.6', true, '12.5'],
  ['CERTIFICATE_DAYS - EQUALS 29', true, '29'],
  ['DOMAIN_DAYS - NOT_EXISTS', true, null],
])('%s: %s', ([text, passed, found]) => {
  expect(outcomeOf(text)).toEqual({ passed, found })
})

test('the worst of the failed assertions is the verdict', () => {
  const assertion = (value: string, verdict: Assertion['verdict']): Assertion => ({
    source: 'STATUS',
    target: null,
    comparison: 'EQUALS',
    value,
    verdict,
  })
  const verdictOf = (...assertions: readonly Assertion[]): string => judgeAssertions(assertions, facts, tools).verdict
  expect(verdictOf()).toBe('UP')
  expect(verdictOf(assertion('200', 'DOWN'))).toBe('UP')
  expect(verdictOf(assertion('200', 'DOWN'), assertion('1', 'DEGRADED'))).toBe('DEGRADED')
  expect(verdictOf(assertion('1', 'DOWN'), assertion('1', 'DEGRADED'))).toBe('DOWN')
})

test('nothing that comes from strangers makes it throw, and what was found stays short', () => {
  const assertions = fc.record({
    source: fc.constantFrom(...assertionSources),
    target: fc.option(fc.string()),
    comparison: fc.constantFrom(...comparisons),
    value: fc.option(fc.string({ unit: 'grapheme' })),
    verdict: fc.constantFrom('DOWN' as const, 'DEGRADED' as const),
  })
  const body = fc.option(fc.string({ unit: 'grapheme', maxLength: 500 }))
  fc.assert(
    fc.property(fc.array(assertions, { maxLength: 5 }), body, fc.anything(), (all, text, anything) => {
      const { outcomes } = judgeAssertions(all, { ...facts, body: text }, { ...tools, readJsonPath: () => anything })
      expect(outcomes.map(({ assertion }) => assertion)).toEqual(all)
      for (const { found } of outcomes)
        expect([(found ?? '').length <= 200, (found ?? '').isWellFormed()]).toEqual([true, true])
    }),
  )
})
