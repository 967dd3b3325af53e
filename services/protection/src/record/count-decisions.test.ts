import { conclusions } from '@bollard/decisions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionOf, parts } from '../testing/decision-of.ts'
import { bucketOf, countDecisions, createKnownValues } from './count-decisions.ts'
import { isKept } from './recorded-decision.ts'
import { tookClass, tookPercentile } from './took.ts'

const events = fc.array(
  fc.record({
    conclusion: fc.constantFrom(...conclusions),
    minute: fc.integer({ min: 0, max: 20 }),
    path: fc.constantFrom('/', '/a', '/b'),
    country: fc.constantFrom('DE', null),
    solved: fc.boolean(),
    probe: fc.boolean(),
  }),
  { maxLength: 40 },
)
const columns = { ALLOW: 'allow', CHALLENGE: 'challenge', THROTTLE: 'throttle', DENY: 'deny' } as const

test('counts are those of a reckoning from the requests themselves, in each dimension', () => {
  fc.assert(
    fc.property(events, (all) => {
      const decisions = all.map(({ minute, ...one }, index) =>
        decisionOf({ ...one, index, at: new Date(Date.UTC(2026, 2, 2, 12, minute)) }),
      )
      const rows = countDecisions(decisions, [], createKnownValues())
      const counted = (dimension: string, value: string, at: string) => {
        const row = rows.find((one) => one.dimension === dimension && one.value === value && one.at === at)
        return conclusions.map((conclusion) => row?.[columns[conclusion]] ?? 0)
      }
      for (const at of new Set(decisions.map((one) => bucketOf(one.at)))) {
        const there = decisions.filter((one) => bucketOf(one.at) === at && !one.probe)
        const reckoned = (fits: (one: (typeof there)[number]) => boolean) =>
          conclusions.map(
            (conclusion) => there.filter((one) => one.decision.conclusion === conclusion && fits(one)).length,
          )
        expect(counted('all', '', at)).toEqual(reckoned(() => true))
        expect(counted('more', 'solved', at)).toEqual(reckoned(({ solved }) => solved))
        for (const path of ['/', '/a', '/b'])
          expect(counted('path', path, at)).toEqual(reckoned((one) => one.path === path))
        expect(counted('country', '', at)).toEqual(reckoned(({ country }) => country === null))
      }
    }),
  )
})

test('ever new paths fill no table: the first 500 in five minutes have names, and all are counted', () => {
  const decisions = Array.from({ length: 700 }, (_, index) => decisionOf({ index, path: `/${index}` }))
  const known = createKnownValues()
  const rows = [
    ...countDecisions(decisions.slice(0, 400), [], known),
    ...countDecisions(decisions.slice(400), [], known),
  ]
  expect(rows.filter(({ dimension }) => dimension === 'path')).toHaveLength(500)
  expect(rows.filter(({ dimension }) => dimension === 'all').map(({ allow }) => allow)).toEqual([400, 300])
})

test('a part in dry run is counted by what it found, and a part that did not run is not', () => {
  const found = parts({ live: ['RUN', 'ALLOW'], trial: ['DRY_RUN', 'DENY'], later: ['NOT_RUN', null] })
  const rows = countDecisions([decisionOf({ parts: found })], [], createKnownValues())
  const of = (dimension: string) =>
    rows.filter((row) => row.dimension === dimension).map(({ value, allow, deny }) => [value, allow, deny])
  expect(of('part')).toEqual([
    ['live', 1, 0],
    ['trial', 0, 1],
  ])
  expect(of('dryRun')).toEqual([['DENY', 1, 0]])
})

test('a part that a gateway has twice under one name is counted once, by the stricter of the two', () => {
  const [once] = parts({ programs: ['RUN', 'ALLOW'] })
  const [again] = parts({ programs: ['RUN', 'DENY'] })
  const twice = [once, again, once].flatMap((part) => part ?? [])
  const rows = countDecisions([decisionOf({ parts: twice })], [], createKnownValues())
  expect(rows.filter(({ dimension }) => dimension === 'part')).toMatchObject([{ value: 'programs', allow: 0, deny: 1 }])
})

test('what did more than pass is always kept, and of the others the share that was asked for', () => {
  const kept = (more: Parameters<typeof decisionOf>[0], percent: number) => isKept(decisionOf(more), percent)
  expect(conclusions.map((conclusion) => kept({ conclusion }, 0))).toEqual([false, true, true, true])
  expect(kept({ parts: parts({ trial: ['DRY_RUN', 'THROTTLE'] }) }, 0)).toBe(true)
  expect(kept({ failedOpen: true }, 0)).toBe(true)
  const shares = [1, 50, 100].map(
    (percent) => Array.from({ length: 1_000 }, (_, index) => kept({ index }, percent)).filter(Boolean).length,
  )
  expect(shares).toEqual([10, 500, 1_000])
})

test('percentiles of times are those of the times, within 5 %', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.01, max: 5_000, noNaN: true }), { minLength: 1 }), (times) => {
      const counts = new Map<number, number>()
      for (const ms of times) counts.set(tookClass(ms), (counts.get(tookClass(ms)) ?? 0) + 1)
      const exact = times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1] ?? 0
      expect(Math.abs((tookPercentile(counts, 0.5) ?? 0) / exact - 1)).toBeLessThan(0.055)
    }),
  )
  expect(tookPercentile(new Map(), 0.5)).toBeNull()
})
