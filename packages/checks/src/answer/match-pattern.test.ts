import { expect, test } from 'vitest'
import { matchesPattern, matchingSteps, patternFault } from './match-pattern.ts'

test('a pattern is found anywhere in the text, in the syntax of RE2', () => {
  expect(matchesPattern('"status":\\s*"(?:ok|up)"', '{"status": "ok"}')).toBe(true)
  expect(matchesPattern('(?i)GRÖSSE', 'größe grösse')).toBe(true)
  expect(matchesPattern('^\\d{4}-\\d{2}$', 'a\n2026-11\nb')).toBe(false)
  expect(matchesPattern('(?m)^\\d{4}-\\d{2}$', 'a\n2026-11\nb')).toBe(true)
})

test.for<[string, string]>([
  ['(', 'syntax'],
  ['a{2,1}', 'syntax'],
  ['(a)\\1', 'syntax'],
  ['(?=a)', 'syntax'],
  ['a'.repeat(1_001), 'too-long'],
  ['(?:a{1,100}){1,100}', 'syntax'],
  ['[a-z]{900}', 'too-complex'],
])('%s is refused: %s', ([pattern, fault]) => {
  expect(patternFault(pattern)).toBe(fault)
  expect(() => matchingSteps(pattern, 'a')).toThrow(/regular expression/u)
})

/** Each makes a backtracking engine take longer than the world will last. */
test.for<[string, boolean]>([
  ['(a+)+$', false],
  ['(a|aa)+$', false],
  ['(a|a?)+$', true],
  ['(.*a){25}$', false],
  ['(?:a?){25}a{25}$', false],
  ['([a-z]+)*!$', false],
  ['(\\w+\\s?)*!$', false],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', false],
  ['(x+x+)+y', false],
])('%s takes no longer than the text is', ([pattern, isFound]) => {
  const began = process.cpuUsage()
  expect(matchesPattern(pattern, `${'a'.repeat(30_000)}${'x'.repeat(30_000)}`)).toBe(isFound)
  // Microseconds that it computed: the time of the wall has what else the machine does.
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
})
