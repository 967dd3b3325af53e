import { seededRandom } from '@bollard/testing/seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serviceStates, verdicts } from '../check-result.ts'
import { UptimeFault } from '../calendar/uptime-fault.ts'
import { burnRate, downtimeBudget, findBurn } from './budget.ts'
import { compareReports, freezeReport, type MonthMaterial, monthReport } from './month-report.ts'
import {
  dayAt,
  daysBetween,
  emptyRollUp,
  hourAt,
  mergeRollUps,
  minuteAt,
  responseTimes,
  type RollUp,
  rollUpOf,
  rollUpOfTime,
} from './roll-up.ts'
import { quantileOf, relativeError } from './sketch.ts'
import { noTime, outagesBetween, type StateHistory, timeByState, timeByStateOfEach } from './state-time.ts'
import { addUptimes, formatPercent, partsPerMillion, uptimeFormulas, uptimeOf } from './uptime.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null }
const anyCheck = fc.record({
  verdict: fc.constantFrom(...verdicts),
  totalMs: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.double({ min: 0, max: 60_000, noNaN: true })),
})
const rollUpChecks = (checks: readonly { verdict: (typeof verdicts)[number]; totalMs: number }[]): RollUp =>
  mergeRollUps(checks.map(({ verdict, totalMs }) => rollUpOf({ verdict, phases: { ...phases, totalMs } })))

test('roll-ups add to the same whatever their order and grouping', () => {
  const some = fc.array(anyCheck, { maxLength: 8 }).map(rollUpChecks)
  fc.assert(
    fc.property(some, some, some, (a, b, c) => {
      expect(mergeRollUps([a, b])).toEqual(mergeRollUps([b, a]))
      for (const grouped of [
        [mergeRollUps([a, b]), c],
        [a, mergeRollUps([b, c])],
      ])
        expect(mergeRollUps(grouped)).toEqual(mergeRollUps([c, a, b]))
      expect(mergeRollUps([a, emptyRollUp])).toEqual(a)
      expect(JSON.parse(JSON.stringify(a))).toEqual(a)
    }),
  )
})

test('percentiles of merged sketches are within the stated error of the exact ones', () => {
  const random = seededRandom('response times')
  // Times with a long tail, two peaks, all alike, and from microseconds to minutes.
  const shapes: readonly (() => number)[] = [
    () => 80 * Math.exp(1.2 * (random() + random() + random() - 1.5) * 2),
    () => (random() < 0.7 ? 40 : 2_000) + random() * 10,
    () => 123.456,
    () => 60_000 ** random() / 1_000,
  ]
  for (const shape of shapes) {
    const times = Array.from({ length: 2_000 }, () => Math.round(shape() * 1_000) / 1_000)
    const parts = [0, 1, 2, 3, 4].map((part) => rollUpChecks(times.slice(part * 400, part * 400 + 400).map(up)))
    const merged = responseTimes(mergeRollUps(parts.toReversed()))
    const sorted = times.toSorted((a, b) => a - b)
    for (const share of [0, 0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1]) {
      const exact = sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
      expect(Math.abs((merged?.percentile(share) ?? 0) - exact) / exact).toBeLessThanOrEqual(relativeError * (1 + 1e-9))
    }
    expect([merged?.minMs, merged?.maxMs]).toEqual([sorted[0], sorted.at(-1)])
  }
})

function up(totalMs: number): { verdict: 'UP'; totalMs: number } {
  return { verdict: 'UP', totalMs }
}

test('what has no answer has no response time', () => {
  const rollUp = rollUpChecks([{ verdict: 'DOWN', totalMs: 30_000 }, { verdict: 'UNKNOWN', totalMs: 1 }, up(20)])
  expect(responseTimes(rollUp)).toMatchObject({ meanMs: 20, minMs: 20, maxMs: 20 })
  expect(rollUp.checks).toMatchObject({ DOWN: 1, UNKNOWN: 1, UP: 1 })
  expect(responseTimes(emptyRollUp)).toBeNull()
  expect(quantileOf([], 0.5)).toBeNull()
})

test.for<[zone: string, at: string, day: string, hours: number]>([
  ['Europe/Berlin', '2026-03-29T12:00Z', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25T22:59Z', '2026-10-25', 25],
  ['Europe/Berlin', '2026-10-25T23:00Z', '2026-10-26', 24],
  ['Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-05', 24.5],
  // Midnight is skipped, and comes twice.
  ['America/Santiago', '2026-09-06T12:00Z', '2026-09-06', 23],
  ['America/Santiago', '2026-04-05T03:30Z', '2026-04-04', 25],
  ['Asia/Kathmandu', '2026-01-01T18:14Z', '2026-01-01', 24],
])('the day of %s at %s is %s and has %s hours', ([zone, at, name, hours]) => {
  const found = dayAt(zone, Date.parse(at))
  expect([found.day, (found.until - found.from) / hour]).toEqual([name, hours])
  expect(found.from <= Date.parse(at) && Date.parse(at) < found.until).toBe(true)
})

test.for([
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Kathmandu', '2026-03-29'],
  // There the clocks changed a minute after midnight.
  ['America/St_Johns', '2010-03-14'],
  ['America/St_Johns', '2010-11-07'],
] as const)('in %s around %s minutes make hours and hours make days, without a rest', ([zone, changed]) => {
  const from = dayAt(zone, Date.parse(changed) - day).from
  const days = daysBetween(zone, from, from + 4.5 * day)
  for (const [index, one] of days.entries()) expect(one.from).toBe(days[index - 1]?.until ?? from)
  for (let at = from; at < (days.at(-1)?.until ?? 0);) {
    const one = hourAt(zone, at)
    expect([one.from, one.until > at, one.until - one.from <= hour]).toEqual([at, true, true])
    expect(hourAt(zone, one.until - 1)).toEqual(one)
    expect(dayAt(zone, one.until - 1).day).toBe(dayAt(zone, at).day)
    expect(minuteAt(one.from).from).toBe(one.from)
    at = one.until
  }
})

const anyHistory = fc
  .array(fc.record({ at: fc.integer({ min: 0, max: 200 }), to: fc.constantFrom(...serviceStates) }), { maxLength: 20 })
  .map((changes): StateHistory => ({ before: 'UNKNOWN', changes: changes.toSorted((a, b) => a.at - b.at) }))

test('time by state is what counting each millisecond gives, for all windows alike', () => {
  fc.assert(
    fc.property(
      anyHistory,
      fc.array(fc.integer({ min: -10, max: 220 }), { minLength: 2, maxLength: 6 }),
      (history, cuts) => {
        const edges = cuts.toSorted((a, b) => a - b)
        const counted = edges.slice(1).map((until, index) => {
          const sums = { ...noTime }
          for (let at = edges[index] ?? 0; at < until; at++) {
            const state = history.changes.findLast((change) => change.at <= at)?.to ?? history.before
            ;(sums as Record<string, number>)[state] = sums[state] + 1
          }
          return sums
        })
        expect(timeByStateOfEach(history, edges)).toEqual(counted)
        expect(edges.slice(1).map((until, index) => timeByState(history, edges[index] ?? 0, until))).toEqual(counted)
        const [from, until] = [edges[0] ?? 0, edges.at(-1) ?? 0]
        const outages = outagesBetween(history, from, until, (state) => state === 'DOWN')
        expect(outages.reduce((sum, one) => sum + one.until - one.from, 0)).toBe(timeByState(history, from, until).DOWN)
      },
    ),
  )
})

test('uptime is exact, never above 100 %, and 100 % only where nothing was down', () => {
  const percent = (good: number, down: number, decimals: 0 | 1 | 2 | 3 | 4 = 2): string | null =>
    formatPercent(uptimeOf(uptimeFormulas.DURATION, { ...noTime, UP: good, DOWN: down }), decimals)
  expect(percent(10 ** 12, 1)).toBe('99.99')
  expect(percent(10 ** 12, 1, 0)).toBe('99')
  expect(percent(99_999, 1, 3)).toBe('99.999')
  expect(percent(99_999, 1)).toBe('99.99')
  expect(percent(5, 0, 4)).toBe('100.0000')
  expect(percent(0, 5)).toBe('0.00')
  expect(percent(2, 1, 4)).toBe('66.6666')
  expect(percent(0, 0)).toBeNull()
  // 0.29 × 100 is 28.999… as a floating-point number.
  expect(percent(29, 71)).toBe('29.00')
  const amounts = fc.record(
    Object.fromEntries(serviceStates.map((state) => [state, fc.integer({ min: 0, max: 10 ** 13 })])),
  )
  fc.assert(
    fc.property(amounts, fc.constantFrom(...Object.values(uptimeFormulas)), (time, formula) => {
      const uptime = uptimeOf(formula, { ...noTime, ...time })
      const parts = partsPerMillion(uptime)
      if (parts === null) expect(uptime.counted).toBe(0)
      else
        expect([parts >= 0, parts <= 1_000_000, parts === 1_000_000]).toEqual([
          true,
          true,
          uptime.good === uptime.counted,
        ])
    }),
  )
})

test('the formula says what counts', () => {
  const time = {
    ...noTime,
    UP: 50,
    DEGRADED: 20,
    DOWN: 10,
    MAINTENANCE: 20,
    CHALLENGED: 900,
    UNKNOWN: 900,
    PAUSED: 900,
  }
  const { DURATION, WEIGHTED, CHECKS } = uptimeFormulas
  expect(formatPercent(uptimeOf(DURATION, time), 1)).toBe('87.5')
  expect(formatPercent(uptimeOf(WEIGHTED, time), 1)).toBe('80.0')
  expect(formatPercent(uptimeOf({ ...DURATION, weights: { ...DURATION.weights, MAINTENANCE: 'DOWN' } }, time), 1)).toBe(
    '70.0',
  )
  expect(formatPercent(uptimeOf(CHECKS, { UP: 1, DEGRADED: 1, DOWN: 2, CHALLENGED: 5, UNKNOWN: 5 }), 1)).toBe('50.0')
  expect(
    addUptimes([
      { good: 1, counted: 2 },
      { good: 2, counted: 2 },
    ]),
  ).toEqual({ good: 3, counted: 4 })
})

test('a budget is what an objective leaves, and burns as fast as it is spent', () => {
  const month = 30 * day
  expect(downtimeBudget(999_000, month, 0)).toEqual({
    allowedMs: 2_592_000,
    spentMs: 0,
    leftMs: 2_592_000,
    spentPercent: 0,
  })
  expect(downtimeBudget(999_900, month, 300_000)).toMatchObject({
    allowedMs: 259_200,
    leftMs: -40_800,
    spentPercent: 116,
  })
  expect(downtimeBudget(1_000_000, month, 1)).toMatchObject({ allowedMs: 0, leftMs: -1, spentPercent: null })
  expect(() => downtimeBudget(99.9, month, 0)).toThrow(UptimeFault)
  expect(burnRate(999_000, 2_592_000, month)).toBeCloseTo(1, 9)
  expect(burnRate(999_000, 0, month)).toBe(0)
  expect(burnRate(999_000, 0, 0)).toBeNull()
  expect(burnRate(1_000_000, 1, 5)).toBe(Infinity)
})

test('a burn is told while it lasts, and not of an outage that is over', () => {
  const outage = (from: number, until: number) => (windowMs: number) => ({
    downMs: Math.max(0, Math.min(0, until) - Math.max(-windowMs, from)),
    countedMs: windowMs,
  })
  expect(findBurn(999_000, outage(-2 * minute, 0))?.rate).toBe(14.4)
  expect(findBurn(999_000, outage(-30 * minute, -10 * minute))?.rate).toBe(6)
  expect(findBurn(999_000, outage(-60 * hour, -50 * hour))).toBeNull()
  expect(findBurn(999_000, outage(-0.1 * minute, 0))).toBeNull()
})

const march: MonthMaterial = {
  month: '2026-03',
  timeZone: 'Europe/Berlin',
  history: {
    before: 'UP',
    changes: [
      { at: Date.parse('2026-02-28T22:00Z'), to: 'DOWN' },
      { at: Date.parse('2026-02-28T23:30Z'), to: 'UP' },
      { at: Date.parse('2026-03-29T00:30Z'), to: 'DOWN' },
      { at: Date.parse('2026-03-29T01:30Z'), to: 'UP' },
    ],
  },
  days: { '2026-03-29': mergeRollUps([rollUpChecks([up(100), up(300)]), rollUpOfTime({ ...noTime, UP: 1 })]) },
  formula: uptimeFormulas.DURATION,
  objective: 999_000,
}
const end = Date.parse('2026-03-31T22:00Z')

test('a month of 743 hours is reported whole, and stays as it is once frozen', () => {
  const report = monthReport(march, end + 1)
  expect((report.until - report.from) / hour).toBe(743)
  expect(report).toMatchObject({ complete: true, downMs: 90 * minute, longestOutageMs: hour, frozenAt: null })
  expect(report.outages).toHaveLength(2)
  expect(report.days).toHaveLength(31)
  expect(report.days.filter(({ uptime }) => uptime.good < uptime.counted).map(({ day: name }) => name)).toEqual([
    '2026-03-01',
    '2026-03-29',
  ])
  expect(report.days[28]?.uptime.counted).toBe(2 * 23 * hour)
  expect(addUptimes(report.days.map(({ uptime }) => uptime))).toEqual(report.uptime)
  expect(report.response?.meanMs).toBe(200)
  expect(report.budget).toMatchObject({ allowedMs: 2_674_800, leftMs: 2_674_800 - 90 * minute })
  const frozen = freezeReport(report, end + 5)
  expect(JSON.parse(JSON.stringify(frozen))).toEqual({ ...report, frozenAt: end + 5 })
  expect(() => freezeReport(frozen, end + 6)).toThrow(expect.objectContaining({ code: 'frozen' }))
})

test('a month that has not ended is reported so far and cannot be frozen', () => {
  const noon = Date.parse('2026-03-15T11:00Z')
  const report = monthReport({ ...march, formula: uptimeFormulas.CHECKS, objective: null }, noon)
  expect(report).toMatchObject({ complete: false, until: noon, budget: null, uptime: { good: 0, counted: 0 } })
  expect(report.days.at(-1)?.day).toBe('2026-03-15')
  expect(() => freezeReport(report, end)).toThrow(expect.objectContaining({ code: 'not-over', field: 'month' }))
  expect(() => monthReport(march, Date.parse('2026-02-28T23:00Z'))).toThrow(
    expect.objectContaining({ code: 'not-begun' }),
  )
  expect(() => monthReport({ ...march, month: '2026-13' }, noon)).toThrow(expect.objectContaining({ code: 'bad-date' }))
})

test('two periods are compared figure by figure', () => {
  const february = monthReport({ ...march, month: '2026-02', days: {} }, end)
  const compared = compareReports(monthReport(march, end), february)
  expect(compared.downMs).toEqual({ now: 90 * minute, before: hour, change: 30 * minute })
  expect(compared.outages).toEqual({ now: 2, before: 1, change: 1 })
  expect(compared.p95Ms).toMatchObject({ before: null, change: null })
  expect(compared.uptime.change).toBe((compared.uptime.now ?? 0) - (compared.uptime.before ?? 0))
})
