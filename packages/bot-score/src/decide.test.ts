import { expect, test } from 'vitest'
import { decide, outcomeOf } from './decide.ts'

const doubtful = { score: 0.62, hardEvidence: false, threshold: 0.5 }

test('doubt is asked for more work once, then let through and marked', () => {
  expect(decide({ ...doubtful, round: 0 })).toBe('step-up')
  expect(decide({ ...doubtful, round: 1 })).toBe('pass')
  expect(outcomeOf('pass', doubtful.score)).toBe('FLAGGED')
})

test('only hard evidence stops, in either round', () => {
  expect(decide({ score: 0.99, hardEvidence: false, round: 1, threshold: 0.5 })).toBe('pass')
  expect(decide({ score: 0.5, hardEvidence: true, round: 0, threshold: 0.5 })).toBe('refuse')
  expect(decide({ score: 0.5, hardEvidence: true, round: 1, threshold: 0.5 })).toBe('refuse')
  expect(outcomeOf('refuse', 0.5)).toBe('REFUSED')
})

test('a site may stop later, and hard evidence below its bar costs work', () => {
  expect(decide({ score: 0.88, hardEvidence: true, round: 0, threshold: 0.95 })).toBe('step-up')
  expect(decide({ score: 0.88, hardEvidence: true, round: 1, threshold: 0.95 })).toBe('pass')
})

test('a strict site asks for more work earlier', () => {
  expect(decide({ score: 0.25, hardEvidence: false, round: 0, threshold: 0.2 })).toBe('step-up')
})

test('a low score passes without a mark', () => {
  expect(decide({ score: 0.29, hardEvidence: false, round: 0, threshold: 0.5 })).toBe('pass')
  expect(outcomeOf('pass', 0.29)).toBe('PASSED')
})
