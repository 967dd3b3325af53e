import { readFileSync } from 'node:fs'
import { languages } from '@bollard/i18n'
import { expect, test } from 'vitest'
import { limitNames, onceNames, pageOf, readResult, tableOf } from './tables.ts'

const result = readResult()

test.for(languages)('the table of the page in %s is what was measured', (language) => {
  expect(readFileSync(pageOf(language), 'utf8')).toContain(tableOf(result, language))
})

test('twenty processes were measured beside one, and hold what was promised', () => {
  expect(result.processes).toBe(20)
  expect(result.limits.map(({ limit }) => limit)).toEqual(limitNames)
  for (const { one, many, limit } of result.limits) {
    expect(one, limit).toBeGreaterThan(0)
    expect(Math.abs(many / one - 1), limit).toBeLessThanOrEqual(0.2)
  }
  expect(result.once).toEqual(onceNames.map((what) => ({ what, one: 1, many: 1 })))
})
