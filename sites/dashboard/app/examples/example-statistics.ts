import type { Accuracy, Statistics, StatisticsTotals } from '@bollard/contracts'

const totals: StatisticsTotals = {
  started: 1412,
  issued: 1398,
  passed: 1204,
  flagged: 41,
  refused: 139,
  solved: 1245,
  open: 2,
  expired: 26,
  fetched: 1230,
  neverFetched: 15,
  fetchedAgain: 3,
  fetchRefused: 4,
  bypassed: 1,
  steppedUp: 58,
  blocked: 12,
  blockedUnlogged: 0,
  refusedUnlogged: 0,
  replayed: 2,
  answeredLate: 1,
  workWrong: 1,
  throttled: 0,
  outage: 0,
  probed: 2,
  passRate: 0.8996,
  checkMsMedian: 1180,
  checkMsP95: 4100,
}
const noTotals: StatisticsTotals = {
  ...(Object.fromEntries(Object.keys(totals).map((name) => [name, 0])) as unknown as StatisticsTotals),
  passRate: null,
  checkMsMedian: null,
  checkMsP95: null,
}

const day = 86_400_000
const first = Date.parse('2026-11-13T00:00:00.000Z')
const counts = (count: number) => ({ count, passed: count, flagged: 0, refused: 0, fetched: count })
const noBreakdown = { top: [], rest: counts(0) }

const bucketsFrom = (start: number): Statistics['buckets'] =>
  Array.from({ length: 42 }, (_, index) => ({
    at: new Date(start + (index * day) / 6).toISOString(),
    to: new Date(start + ((index + 1) * day) / 6).toISOString(),
    started: 34,
    passed: 20 + (index % 6) * 4,
    flagged: index % 3,
    refused: index === 30 ? 60 : 2,
    fetched: 20 + (index % 6) * 4,
  }))

/** A week of a site that people use and bots try. */
export const exampleStatistics: Statistics = {
  period: '7d',
  range: { name: '7d', days: { first: '2026-11-13', last: '2026-11-19' }, timeZone: 'UTC' },
  from: '2026-11-13T00:00:00.000Z',
  to: '2026-11-20T00:00:00.000Z',
  bucketMinutes: 240,
  totals,
  previous: { ...totals, started: 1300, passed: 1150, refused: 90, passRate: 0.93 },
  previousFrom: '2026-11-06T00:00:00.000Z',
  previousTo: '2026-11-13T00:00:00.000Z',
  buckets: bucketsFrom(first),
  previousBuckets: bucketsFrom(first - 7 * day).map((bucket) => ({ ...bucket, refused: 2 })),
  matching: null,
  scores: Array.from({ length: 20 }, (_, index) => ({
    from: index / 20,
    to: (index + 1) / 20,
    passed: index < 6 ? 200 : 0,
    flagged: index === 11 ? 41 : 0,
    refused: index > 18 ? 139 : 0,
  })),
  reasons: [
    { code: 'webdriver', count: 96, refused: 96 },
    { code: 'real-pointer-movement', count: 1100, refused: 0 },
  ],
  refusalReasons: [
    { code: 'webdriver', count: 96 },
    { code: 'client-hints-contradiction', count: 30 },
    { code: 'collector-missing', count: 13 },
  ],
  breakdowns: {
    country: noBreakdown,
    operator: noBreakdown,
    networkKind: noBreakdown,
    browser: noBreakdown,
    operatingSystem: noBreakdown,
    device: noBreakdown,
    language: noBreakdown,
    hostname: { top: [{ value: 'localhost', name: null, ...counts(1384) }], rest: counts(0) },
    action: noBreakdown,
    environment: noBreakdown,
    rule: noBreakdown,
    bypassKey: noBreakdown,
    decision: noBreakdown,
  },
}

/** The same week of a site that nobody has visited. */
export const emptyStatistics: Statistics = {
  ...exampleStatistics,
  totals: noTotals,
  previous: noTotals,
  buckets: exampleStatistics.buckets.map((bucket) => ({
    ...bucket,
    started: 0,
    passed: 0,
    flagged: 0,
    refused: 0,
    fetched: 0,
  })),
  scores: [],
  reasons: [],
  refusalReasons: [],
  breakdowns: { ...exampleStatistics.breakdowns, hostname: noBreakdown },
}

const lineOf = <Value>(value: Value, count: number, refused: number, name: string | null = null) => ({
  value,
  name,
  count,
  passed: count - refused,
  flagged: 0,
  refused,
  fetched: count - refused,
})

/** The same week with something in every breakdown: long names, unknown values, and more than ten. */
export const fullStatistics: Statistics = {
  ...exampleStatistics,
  totals: { ...exampleStatistics.totals, throttled: 41, outage: 6, fetched: 12, neverFetched: 1233 },
  breakdowns: {
    country: {
      top: [
        lineOf('DE', 900, 12),
        lineOf('US', 240, 90),
        lineOf('SG', 90, 30),
        lineOf('FR', 80, 0),
        lineOf(null, 60, 7),
        ...['PL', 'NL', 'AT', 'CH', 'ES', 'JP', 'BR'].map((code) => lineOf(code, 2, 0)),
      ],
      rest: counts(0),
    },
    operator: {
      top: [lineOf(3320, 700, 3, 'Deutsche Telekom AG, Internet service provider'), lineOf(64_512, 240, 90)],
      rest: counts(444),
    },
    networkKind: { top: [lineOf('access', 1200, 20), lineOf('hosting', 184, 119)], rest: counts(0) },
    browser: {
      top: [...Array.from({ length: 9 }, (_, at) => lineOf(`Firefox ${152 - at}`, 130, 5)), lineOf('Unknown', 14, 14)],
      rest: counts(200),
    },
    operatingSystem: { top: [lineOf('Windows', 800, 60), lineOf('Linux', 584, 79)], rest: counts(0) },
    device: { top: [lineOf('Desktop', 1384, 139)], rest: counts(0) },
    language: { top: [lineOf('de', 1200, 20), lineOf('en', 184, 119)], rest: counts(0) },
    hostname: {
      top: [lineOf('anmeldung.kundenbereich.rundbrief.example.org', 1300, 139), lineOf('localhost', 84, 0)],
      rest: counts(0),
    },
    action: { top: [lineOf('newsletter-sign-up', 1384, 139, 'newsletter-sign-up')], rest: counts(0) },
    environment: {
      top: [lineOf('01K5Z7QEEE0000000000000001', 1300, 139, 'Production')],
      rest: counts(0),
    },
    rule: { top: [lineOf('01K5Z7QRRR0000000000000001', 12, 12, 'Nobody with this userAgent')], rest: counts(0) },
    bypassKey: { top: [lineOf('01K5Z7QKKK0000000000000001', 1, 0, 'Nightly tests')], rest: counts(0) },
    decision: {
      top: [lineOf('SCORE', 1371, 127), lineOf('RULE', 12, 12), lineOf('BYPASS_KEY', 1, 0)],
      rest: counts(0),
    },
  },
}

const noOutcomes = { passed: 0, flagged: 0, refused: 0 }

/** Three people and a bot were labelled, one of the people had been refused. */
export const labelledAccuracy: Accuracy = {
  period: '7d',
  from: exampleStatistics.from,
  to: exampleStatistics.to,
  people: { passed: 2, flagged: 0, refused: 1 },
  bots: { passed: 1, flagged: 0, refused: 0 },
  refusedPeople: { count: 1, of: 3, share: 1 / 3, low: 0.061, high: 0.792 },
  delayedPeople: { count: 0, of: 3, share: 0, low: 0, high: 0.561 },
  missedBots: { count: 1, of: 1, share: 1, low: 0.207, high: 1 },
}

export const unlabelledAccuracy: Accuracy = {
  ...labelledAccuracy,
  people: noOutcomes,
  bots: noOutcomes,
  refusedPeople: null,
  delayedPeople: null,
  missedBots: null,
}
