import type { Statistics } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { findAttack } from './find-attack.ts'
import { compareMoods, isSaidByAlert, type Judged, judgeHealth, moodOf, isMostlyUnfetched } from './judge-health.ts'

const hour = 3_600_000
const start = Date.parse('2026-11-20T12:00:00.000Z')
const used = { firstVerificationAt: '2026-11-01T00:00:00.000Z', firstFetchedAt: '2026-11-01T00:00:01.000Z' }

const nothing: Statistics['totals'] = {
  started: 0,
  issued: 0,
  passed: 0,
  flagged: 0,
  refused: 0,
  solved: 0,
  open: 0,
  expired: 0,
  fetched: 0,
  neverFetched: 0,
  fetchedAgain: 0,
  fetchRefused: 0,
  bypassed: 0,
  steppedUp: 0,
  blocked: 0,
  blockedUnlogged: 0,
  refusedUnlogged: 0,
  replayed: 0,
  answeredLate: 0,
  workWrong: 0,
  throttled: 0,
  outage: 0,
  probed: 0,
  passRate: null,
  checkMsMedian: null,
  checkMsP95: null,
}

/** Statistics of 24 hours; `refused` gives the bots of each hour. */
function statistics(
  refused: readonly number[],
  totals: Partial<Statistics['totals']> = {},
  previousRefused = 0,
  previousPassed = 240,
): Judged {
  const buckets = refused.map((count, index) => {
    const from = start + index * hour
    return {
      at: new Date(from).toISOString(),
      to: new Date(from + hour).toISOString(),
      started: 11 + count,
      passed: 10,
      flagged: 1,
      refused: count,
      fetched: 11,
    }
  })
  const sum = (of: 'passed' | 'flagged' | 'refused') => buckets.reduce((total, bucket) => total + bucket[of], 0)
  const before = { ...nothing, passed: previousPassed, refused: previousRefused }
  return {
    bucketMinutes: 60,
    totals: {
      ...nothing,
      issued: 300,
      passed: sum('passed'),
      flagged: sum('flagged'),
      refused: sum('refused'),
      fetched: 260,
      checkMsMedian: 300,
      checkMsP95: 800,
      ...totals,
    },
    previous: before,
    buckets,
  }
}
const calmHours = Array.from({ length: 24 }, () => 2)
const hoursWith = (changes: Record<number, number>) => calmHours.map((count, index) => changes[index] ?? count)

test('a site that no visitor was checked on is not in use', () => {
  expect(judgeHealth({ firstVerificationAt: null, firstFetchedAt: null }, statistics(calmHours))).toEqual({
    kind: 'unused',
  })
})

test('a few bots every hour are no attack', () => {
  expect(judgeHealth(used, statistics(calmHours))).toEqual({ kind: 'calm', checked: 24 * 13, stopped: 48 })
})

test('a burst of bots in the newest hours is an attack that goes on', () => {
  expect(judgeHealth(used, statistics(hoursWith({ 21: 90, 22: 120 })))).toEqual({
    kind: 'attack-now',
    from: new Date(start + 21 * hour).toISOString(),
    stopped: 210,
    through: 22,
  })
})

test('a burst some hours ago is over, and its end is the end of its last hour', () => {
  expect(judgeHealth(used, statistics(hoursWith({ 9: 60, 10: 200, 11: 70 })))).toEqual({
    kind: 'attack-over',
    from: new Date(start + 9 * hour).toISOString(),
    to: new Date(start + 12 * hour).toISOString(),
    stopped: 330,
  })
})

test('of two bursts the larger one is told', () => {
  expect(findAttack(statistics(hoursWith({ 3: 50, 12: 500 })))?.stopped).toBe(500)
})

test('many bots in every hour are an attack when there were few in the period before', () => {
  const all = Array.from({ length: 24 }, () => 80)
  expect(findAttack(statistics(all, {}, 10))?.ongoing).toBe(true)
})

test('a site that is new has no usual state to compare a steady number of bots with', () => {
  const half = Array.from({ length: 24 }, (_, index) => (index < 12 ? 0 : 80))
  const young = statistics(half, {}, 0, 0)
  const idle = young.buckets.map((bucket, index) => (index < 12 ? { ...bucket, passed: 0, flagged: 0 } : bucket))
  expect(findAttack({ ...young, buckets: idle })).toBeNull()
})

test('more bots than usual among very many visitors are no attack', () => {
  const busy = statistics(hoursWith({ 12: 60 }))
  const buckets = busy.buckets.map((bucket) => ({ ...bucket, passed: 2_000 }))
  expect(findAttack({ ...busy, buckets })).toBeNull()
})

test('a longer bar needs more bots to be an attack', () => {
  const day = statistics(hoursWith({ 12: 60 }))
  expect(findAttack(day)).not.toBeNull()
  expect(findAttack({ ...day, bucketMinutes: 1_440 })).toBeNull()
})

test('many bots in every hour are the usual state when it was so before', () => {
  const all = Array.from({ length: 24 }, () => 80)
  expect(findAttack(statistics(all, {}, 24 * 80))).toBeNull()
})

test('a server that never asked for a result comes before calm figures', () => {
  expect(judgeHealth({ ...used, firstFetchedAt: null }, statistics(calmHours))).toEqual({ kind: 'server-silent' })
})

test('a server that asks for few of the results is only half working', () => {
  expect(judgeHealth(used, statistics(calmHours, { fetched: 66 }))).toEqual({ kind: 'unfetched', share: 0.25 })
})

test('up to 20 visitors say nothing about the server', () => {
  const totals = { passed: 15, flagged: 5, fetched: 0 }
  expect(isMostlyUnfetched(totals)).toBe(false)
  expect(isMostlyUnfetched({ ...totals, passed: 16 })).toBe(true)
  expect(isMostlyUnfetched({ ...totals, passed: 16, fetched: 17 })).toBe(false)
})

test('a period without visitors is quiet', () => {
  const none = statistics([], { passed: 0, flagged: 0, refused: 0, fetched: 0 })
  expect(judgeHealth(used, none)).toEqual({ kind: 'quiet' })
})

test('every state has a mood', () => {
  expect(moodOf({ kind: 'attack-now', from: '', stopped: 1, through: 1 })).toBe('attack')
  expect(moodOf({ kind: 'server-silent' })).toBe('attention')
  expect(moodOf({ kind: 'quiet' })).toBe('idle')
  expect(moodOf({ kind: 'calm', checked: 1, stopped: 0 })).toBe('good')
})

test('solutions that need somebody come first, unused ones last', () => {
  expect((['idle', 'good', null, 'attack', 'attention'] as const).toSorted(compareMoods)).toEqual([
    'attack',
    null,
    'attention',
    'good',
    'idle',
  ])
})

test('the sentence gives way to the alert about unfetched results, but an attack is always said', () => {
  expect(isSaidByAlert(used, statistics(calmHours, { fetched: 10 }))).toBe(true)
  expect(isSaidByAlert(used, statistics(calmHours))).toBe(false)
  expect(isSaidByAlert(used, statistics(hoursWith({ 22: 400, 23: 400 }), { fetched: 10 }))).toBe(false)
})
