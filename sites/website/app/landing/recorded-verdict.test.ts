import { expect, test } from 'vitest'
import { readRecordedVerdict } from './recorded-verdict.server.ts'

test('what the demo shows before anybody fills it in is a result that the lab stored', () => {
  const recorded = readRecordedVerdict()
  expect(recorded?.score).toBeLessThan(0.3)
  expect(recorded?.reasonCodes.length).toBeGreaterThan(0)
  expect(Date.parse(recorded?.measuredAt ?? '')).not.toBeNaN()
})
