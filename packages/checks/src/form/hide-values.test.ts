import type { CheckResult } from '@bollard/uptime'
import { expect, test } from 'vitest'
import { hideValues } from './hide-values.ts'

const assertion = {
  source: 'TEXT' as const,
  target: null,
  comparison: 'CONTAINS' as const,
  value: 'Thanks',
  verdict: 'DOWN' as const,
}
const shownOf = (body: string, values: readonly string[]) => {
  const result: CheckResult = {
    at: 0,
    verdict: 'DOWN',
    phases: { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 1 },
    fault: 'assertion',
    detail: body,
    assertions: [{ assertion, passed: false, found: body }],
    facts: { answers: [body] },
    sample: { headers: { location: body }, body },
  }
  const { detail, assertions, facts, sample } = hideValues(
    result,
    values.map((value) => ({ name: 'a', value })),
  )
  const all = [detail, assertions[0]?.found, facts.answers?.[0], sample?.headers['location'], sample?.body]
  return new Set(all)
}

test.for<[string, string]>([
  ['as it is', 'said a "b" <c>&d here'],
  ['in a page', 'said a &quot;b&quot; &lt;c&gt;&amp;d here'],
  ['in a text of a page', 'said a "b" &lt;c&gt;&amp;d here'],
  ['in a page of other software', 'said a &#34;b&#34; &lt;c&gt;&amp;d here'],
  ['in an address', 'said a%20%22b%22%20%3Cc%3E%26d here'],
  ['in a form', 'said a+%22b%22+%3Cc%3E%26d here'],
  ['in JSON', String.raw`said a \"b\" <c>&d here`],
])('a value is hidden wherever it is told again: %s', ([, told]) => {
  expect(shownOf(told, ['a "b" <c>&d'])).toEqual(new Set(['said ••• here']))
})

test('what stands beside the text of a run is hidden too, what was cut off as well, and short texts stay', () => {
  expect(shownOf('for password-1 and 5f1c', ['password-1 {{run}}'])).toEqual(new Set(['for ••• and 5f1c']))
  expect(shownOf('for passwo', ['password-1'])).toEqual(new Set(['for •••']))
  expect(shownOf('a yes', ['yes', ''])).toEqual(new Set(['a yes']))
})
