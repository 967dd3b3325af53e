import { expect, test } from 'vitest'
import {
  clientChecks,
  conductChecks,
  derivedChecks,
  groupCaps,
  groups,
  serverChecks,
} from '../../../../../packages/bot-score/src/index.ts'
import { scoreSignals } from './score-signals.ts'

test('the page lists every signal of the score with its weight, and the caps of its group', () => {
  const checks = [...clientChecks, ...serverChecks, ...conductChecks, ...derivedChecks]
  const counted = groups.map((group) => ({
    group,
    ...groupCaps[group],
    signals: checks
      .filter((check) => check.group === group)
      .map(({ code, weight, hard }) => ({ code, weight, ...(hard ? { conclusive: true } : {}) })),
  }))
  expect(scoreSignals).toEqual(counted)
})
