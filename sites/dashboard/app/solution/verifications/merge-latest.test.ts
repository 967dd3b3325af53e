import type { Verification } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { mainReason } from '../../words/reason-words.ts'
import { mergeLatest } from './merge-latest.ts'

function verification(verificationId: string, startedAt: string): Verification {
  return {
    verificationId,
    environment: null,
    decision: { type: 'SCORE', rule: null, bypassKey: null },
    operator: null,
    networkKind: 'access',
    riskScoring: true,
    minimalData: false,
    lastFetchedAt: null,
    retrievals: 0,
    solutionId: 's',
    outcome: 'PASSED',
    passed: true,
    score: 0,
    reasons: [],
    hostname: 'localhost',
    action: null,
    browser: 'Firefox 152',
    operatingSystem: 'Linux',
    device: 'desktop',
    language: null,
    network: '127.0.0.0/24',
    country: null,
    asn: null,
    startedAt,
    finishedAt: startedAt,
    checkMs: 1,
    workMs: 1,
    workHashes: 1,
    workAlgorithm: 'sha256',
    rounds: 1,
    sameNetwork: null,
    firstFetchedAt: null,
    feedback: null,
  }
}
const first = verification('a', '2026-11-21T12:00:00.000Z')
const second = verification('b', '2026-11-21T12:00:01.000Z')
const third = verification('c', '2026-11-21T12:00:02.000Z')
const ids = (list: readonly Verification[]) => list.map(({ verificationId }) => verificationId)

test('what came in stands before what was there, newest first', () => {
  expect(ids(mergeLatest([second, third], [first], 10))).toEqual(['c', 'b', 'a'])
})

test('a verification that came in and was loaded again stands there once', () => {
  expect(ids(mergeLatest([third, second], [third, second, first], 10))).toEqual(['c', 'b', 'a'])
})

test('the oldest give way when there is no more room', () => {
  expect(ids(mergeLatest([third], [second, first], 2))).toEqual(['c', 'b'])
})

test('the main reason is the strongest one that speaks for what came out', () => {
  const reasons = [
    { code: 'webdriver', group: 'declared', weight: 5 },
    { code: 'small-screen', group: 'environment', weight: 0.7 },
    { code: 'real-pointer-movement', group: 'interaction', weight: -0.7 },
  ]
  expect(mainReason(reasons, 'REFUSED')?.code).toBe('webdriver')
  expect(mainReason(reasons, 'PASSED')?.code).toBe('real-pointer-movement')
  expect(mainReason(reasons.slice(0, 2), 'PASSED')?.code).toBe('webdriver')
  expect(mainReason([], 'PASSED')).toBeNull()
})

test('who was let through in doubt has a reason for the doubt as the main one, though another speaks louder for a person', () => {
  const reasons = [
    { code: 'real-pointer-movement', group: 'interaction', weight: -0.7 },
    { code: 'missing-browser-headers', group: 'network', weight: 0.5 },
  ]
  expect(mainReason(reasons, 'FLAGGED')?.code).toBe('missing-browser-headers')
})
