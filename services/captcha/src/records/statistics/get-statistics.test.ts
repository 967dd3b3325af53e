import { statisticsQuerySchema, statisticsSchema } from '@bollard/contracts'
import { ProblemError } from '@bollard/http'
import { afterAll, expect, test } from 'vitest'
import { createRandom, randomRow } from '../../testing/random-rows.ts'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createLooseCounter } from '../store/count-loosely.ts'
import { recordVerifications, type VerificationRow } from '../store/record-verifications.ts'
import { redeemResults } from '../store/redeem-results.ts'
import { createRoller } from './create-roller.ts'
import { getStatistics } from './get-statistics.ts'
import { rebuildDays } from './rebuild-days.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const raise = (error: unknown): never => {
  throw error
}
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const roller = createRoller({ db, onError: raise })
let made = 0

async function makeSite(settings: object = {}) {
  made += 1
  const site = await insertTestSite(db, `01941f29-7c00-7000-8000-${String(made).padStart(12, '0')}`, {
    resultTtlMinutes: 1_440,
    resultRetrievals: 2,
    ...settings,
  })
  const [key] = await db.query<{ id: number }>(
    'test-key',
    `insert into captcha.api_keys (site_id, hash, prefix, last4, created_at) values ($1::int, sha256($1::int::text::bytea), 'sk', 'abcd', now()) returning id`,
    [site.siteId],
  )
  await rebuildDays(db, site.siteId, Date.parse('2026-04-01T00:00:00Z'))
  return { ...site, apiKeyId: key?.id ?? 0 }
}
type TestSite = Awaited<ReturnType<typeof makeSite>>

/** Visitors with all that is counted of them. */
async function visit(
  site: TestSite,
  rows: readonly Partial<VerificationRow>[],
  at: number,
): Promise<VerificationRow[]> {
  const whole = rows.map((row) => rowAt(at, { siteId: site.siteId, environmentId: site.environmentId, ...row }))
  await recordVerifications(db, whole)
  await count(
    site,
    'started',
    whole.filter(({ outcome }) => outcome < 3).map(({ issuedAt }) => issuedAt),
  )
  return whole
}

async function count(
  site: TestSite,
  what: Parameters<ReturnType<typeof createLooseCounter>['count']>[2],
  times: readonly number[],
): Promise<void> {
  const counter = createLooseCounter(db, Date.now, raise)
  for (const at of times) counter.count(site.siteId, site.environmentId, what, at)
  await counter.flush()
}

async function fetch(site: TestSite, rows: readonly VerificationRow[], at: number): Promise<void> {
  await redeemResults(
    db,
    rows.map(({ id, issuedAt }) => ({ id, issuedAt, siteId: site.siteId, apiKeyId: site.apiKeyId, now: at })),
  )
}

async function read(
  site: TestSite,
  now: number,
  query: object = {},
  nameOfNetwork: (asn: number) => string | null = () => null,
) {
  await roller.roll()
  return statisticsSchema.parse(
    await getStatistics(
      { db, now: () => new Date(now), nameOfNetwork },
      site.siteId,
      statisticsQuerySchema.parse(query),
    ),
  )
}

test('visitors add up: those who began are those who ended, were sent away, may still answer, or never did', async () => {
  const site = await makeSite()
  const now = Date.parse('2026-03-20T12:00:00Z')
  const passed = await visit(site, [{}, {}, {}, { outcome: 1 }], now - dayMs)
  await visit(
    site,
    [{ outcome: 2 }, { outcome: 2, decision: 1 }, { outcome: 3 }, { decision: 2, bypassKey: 1 }],
    now - hourMs,
  )
  await count(site, 'started', [
    now - dayMs,
    now - dayMs,
    now - 60_000,
    now - 60_000,
    now - 60_000,
    now - 2 * hourMs,
    now - 2 * hourMs,
  ])
  await count(site, 'blockedUnlogged', [now - 2 * hourMs])
  await count(site, 'refusedUnlogged', [now - 2 * hourMs])
  await count(site, 'fetchRefused', [now])
  // Somebody who was asked twice to wait began three times.
  await count(site, 'started', [now - dayMs, now - dayMs])
  await count(site, 'throttled', [now - dayMs, now - dayMs])
  await fetch(site, [...passed.slice(0, 2), ...passed.slice(0, 1)], now - dayMs + 1_000)
  const { totals } = await read(site, now)
  expect(totals).toMatchObject({
    started: 14,
    passed: 4,
    flagged: 1,
    solved: 5,
    refused: 2,
    open: 3,
    expired: 2,
    fetched: 2,
    neverFetched: 3,
    fetchedAgain: 1,
  })
  expect(totals).toMatchObject({
    fetchRefused: 1,
    bypassed: 1,
    steppedUp: 1,
    blocked: 2,
    blockedUnlogged: 1,
    refusedUnlogged: 1,
    throttled: 2,
    passRate: 5 / 7,
  })
  expect(totals.started).toBe(
    totals.solved + totals.refused + totals.blockedUnlogged + totals.refusedUnlogged + totals.open + totals.expired,
  )
  // Later those who had not answered can no longer.
  expect((await read(site, now + hourMs)).totals).toMatchObject({ open: 0, expired: 5 })
})

test('a result that is taken after midnight belongs to the day of its visitor', async () => {
  const site = await makeSite({ timeZone: 'Europe/Berlin' })
  // 23:50 in Berlin.
  const at = Date.parse('2026-03-20T22:50:00Z')
  const rows = await visit(site, [{}, {}], at)
  await fetch(site, rows, at + 30 * 60_000)
  const day = async (date: string) => (await read(site, at + dayMs, { from: date, to: date })).totals
  expect(await day('2026-03-20')).toMatchObject({ passed: 2, fetched: 2, neverFetched: 0 })
  expect(await day('2026-03-21')).toMatchObject({ passed: 0, fetched: 0 })
})

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'])(
  'in %s every bucket holds the visitors of its time, by hour, part of a day and day, over both changes of clocks',
  async (timeZone) => {
    const site = await makeSite({ timeZone })
    const random = createRandom(5)
    for (const around of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']) {
      const from = Date.parse(`${around}T00:00:00Z`) - 1.5 * dayMs
      const rows = Array.from({ length: 300 }, () =>
        randomRow(random, {
          from,
          spreadMs: 4 * dayMs,
          siteId: site.siteId,
          environmentId: site.environmentId,
          outcome: 0,
        }),
      )
      await recordVerifications(db, rows)
      for (const [first, last] of [
        [around, around],
        [addDays(around, -1), addDays(around, 1)],
        [addDays(around, -10), addDays(around, 10)],
      ] as const) {
        const statistics = await read(site, Date.parse('2026-12-24T00:00:00Z'), { from: first, to: last })
        const all = await db.query<{ at: Date }>(
          'test-times',
          'select issued_at as at from captcha.verifications where site_id = $1 and issued_at >= $2 and issued_at < $3',
          [site.siteId, statistics.from, statistics.to],
        )
        expect(statistics.buckets.map(({ passed }) => passed)).toEqual(
          statistics.buckets.map(
            (bucket) => all.filter(({ at }) => at.toISOString() >= bucket.at && at.toISOString() < bucket.to).length,
          ),
        )
        expect(statistics.totals.passed).toBe(all.length)
        expect(
          statistics.breakdowns.country.top.reduce(
            (sum, { count: n }) => sum + n,
            statistics.breakdowns.country.rest.count,
          ),
        ).toBe(all.length)
      }
    }
  },
)

test('a period that is going on is compared with the one before up to the same time of day', async () => {
  const site = await makeSite({ timeZone: 'Europe/Berlin' })
  const now = Date.parse('2026-03-20T09:05:00Z')
  const before = (hours: number): number => now - 7 * dayMs + hours * hourMs
  await visit(site, [{}], now - hourMs)
  await visit(site, [{ checkMs: 4_000 }, {}], before(-1))
  // Later on the day than now, so it would not be fair to count it.
  await visit(site, [{}, {}, {}], before(1))
  await visit(site, [{}], before(-8 * 24))
  const { totals, previous } = await read(site, now)
  expect([totals.passed, previous.passed, previous.started]).toEqual([1, 2, 2])
  const day = await read(site, now, { period: '24h' })
  expect([day.totals.passed, day.previous.passed, day.bucketMinutes, day.buckets.length]).toEqual([1, 0, 60, 24])
  expect((await read(site, now, { period: '91d' })).totals.passed).toBe(7)
})

test('breakdowns tell the ten most frequent by name, and all others in one line', async () => {
  const site = await makeSite()
  const now = Date.parse('2026-03-20T12:00:00Z')
  await db.query('test-action', `insert into captcha.actions (site_id, number, name) values ($1, 7, 'sign-up')`, [
    site.siteId,
  ])
  const [rule] = await db.query<{ id: string }>(
    'test-rule',
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at)
     values (gen_random_uuid(), $1, 3, 'No hosting', 1, '[]', '{"type":"BLOCK"}', now(), now()) returning id`,
    [site.siteId],
  )
  const rows = Array.from({ length: 12 }, (_, asn) =>
    Array.from({ length: 13 - asn }, () => ({
      asn,
      action: 7,
      hostname: `h${asn}.example`,
      networkKind: 2,
      score: 0.33,
    })),
  ).flat()
  await visit(
    site,
    [
      ...rows,
      {
        asn: 1,
        rule: 3,
        outcome: 2,
        decision: 1,
        reasons: [
          ['webdriver', 4],
          ['plugins-none', 1],
        ],
        score: 0.97,
        checkMs: 0,
      },
    ],
    now,
  )
  const { breakdowns, totals, reasons, refusalReasons, scores } = await read(site, now, {}, (asn) =>
    asn === 1 ? 'Telecom' : null,
  )
  const all = totals.passed + totals.refused
  expect(all).toBe(rows.length + 1)
  for (const [name, { top, rest }] of Object.entries(breakdowns))
    if (name !== 'rule' && name !== 'bypassKey')
      expect(
        top.reduce((sum, { count: n }) => sum + n, rest.count),
        name,
      ).toBe(all)
  expect(breakdowns.operator.top).toHaveLength(10)
  expect(breakdowns.operator.rest.count).toBe(2 + 3)
  expect(breakdowns.operator.top[0]).toEqual({
    value: null,
    name: null,
    count: 13,
    passed: 13,
    flagged: 0,
    refused: 0,
    fetched: 0,
  })
  expect(breakdowns.operator.top[1]).toMatchObject({ value: 1, name: 'Telecom', count: 13, refused: 1 })
  expect(breakdowns.action.top[0]).toMatchObject({ value: 'sign-up', name: 'sign-up', count: rows.length })
  expect(breakdowns.networkKind.top[0]).toMatchObject({ value: 'hosting' })
  expect(breakdowns.decision.top[1]).toMatchObject({ value: 'RULE', count: 1 })
  expect(breakdowns.rule).toMatchObject({
    top: [{ value: rule?.id, name: 'No hosting', count: 1 }],
    rest: { count: 0 },
  })
  expect(breakdowns.bypassKey.top).toEqual([])
  expect(breakdowns.environment.top).toMatchObject([{ name: 'Production', count: all }])
  expect(reasons).toEqual([
    { code: 'plugins-none', count: 1, refused: 1 },
    { code: 'webdriver', count: 1, refused: 1 },
  ])
  expect(refusalReasons).toEqual([{ code: 'webdriver', count: 1 }])
  expect([scores[6], scores[19]]).toMatchObject([{ passed: rows.length }, { refused: 1, from: 0.95 }])
  // Whoever had no work to do does not make the others look fast.
  expect(totals.checkMsMedian).toBeGreaterThan(470)
  expect(totals.checkMsMedian).toBeLessThan(530)
})

test('one environment is told apart, and a foreign one does not exist', async () => {
  const [site, foreign] = [await makeSite(), await makeSite()]
  const now = Date.parse('2026-03-20T12:00:00Z')
  const [staging] = await db.query<{ id: number; publicId: string }>(
    'test-environment',
    `insert into captcha.environments (site_id, name, site_key, domains, created_at, updated_at) values ($1, 'Staging', 'bsk_staging', '{}', now(), now())
     returning id, public_id as "publicId"`,
    [site.siteId],
  )
  await visit(site, [{}, {}, { environmentId: staging?.id ?? 0 }], now)
  for (const period of ['24h', '7d', '30d'] as const) {
    const all = await read(site, now, { period })
    expect(all.breakdowns.environment.top).toMatchObject([
      { name: 'Production', count: 2 },
      { name: 'Staging', count: 1 },
    ])
    const one = await read(site, now, { period, environmentId: staging?.publicId })
    expect([one.totals.passed, one.breakdowns.country.top[0]?.count, one.buckets.at(-1)?.passed]).toEqual([1, 1, 1])
  }
  await expect(read(foreign, now, { environmentId: staging?.publicId })).rejects.toSatisfy(
    (error) => error instanceof ProblemError && error.code === 'not-found',
  )
})

test('one property is counted over time as the rows have it, on days of 23 and 25 hours too', async () => {
  const site = await makeSite({ timeZone: 'Europe/Berlin' })
  for (const [day, hours] of [
    ['2026-03-29', 23],
    ['2026-10-25', 25],
  ] as const) {
    const midnight = Date.parse(`${addDays(day, -1)}T${hours === 23 ? 23 : 22}:00:00Z`)
    const germans = [0.2, 12, hours - 0.2].map((hour) => ({ country: 'DE', at: midnight + hour * hourMs }))
    for (const { at, ...row } of [...germans, { country: 'DE', at: midnight - 60_000 }])
      await visit(site, [{ ...row, browser: 'Quokka 152' }], at)
    await visit(
      site,
      [
        { country: 'FR', browser: 'Quokkas', outcome: 2 },
        { country: 'DE', outcome: 1 },
      ],
      midnight + 1,
    )
    const range = { from: addDays(day, -1), to: day }
    const now = midnight + 90 * dayMs
    const { matching } = await read(site, now, { ...range, country: 'DE' })
    expect(matching).toMatchObject({ count: 5, passed: 4, flagged: 1, refused: 0, fetched: 0 })
    expect(matching?.buckets.map(({ count: n }) => n)).toEqual([1, 4])
    const [, last] = matching?.buckets ?? []
    expect((Date.parse(last?.to ?? '') - Date.parse(last?.at ?? '')) / hourMs).toBe(hours)
    // A name stands for its versions, not for names that begin like it.
    expect((await read(site, now, { ...range, browser: 'Quokka' })).matching?.count).toBe(4)
    expect((await read(site, now, { ...range, country: 'PL' })).matching).toMatchObject({ count: 0 })
    expect((await read(site, now, { ...range, action: 'never-seen' })).matching).toMatchObject({ count: 0 })
  }
  const at = Date.parse('2026-06-01T12:10:00Z')
  await visit(site, [{ score: 0.97, outcome: 2, reasons: [['webdriver', 4]] }, { score: 0.1 }], at)
  const day = await read(site, at, { period: '24h', scoreFrom: 0.95, scoreTo: 1 })
  expect([day.matching?.refused, day.matching?.buckets.length, day.matching?.buckets.at(-1)?.refused]).toEqual([
    1, 24, 1,
  ])
  expect((await read(site, at, { period: '24h', reason: 'webdriver' })).matching).toMatchObject({
    count: 1,
    refused: 1,
  })
  expect((await read(site, at)).matching).toBeNull()
})

test('a breakdown that is asked for whole lists all its values, the others ten', async () => {
  const site = await makeSite()
  const now = Date.parse('2026-03-20T12:00:00Z')
  const rows = Array.from({ length: 14 }, (_, index) => ({ browser: `B ${index}`, operatingSystem: `S ${index}` }))
  await visit(site, rows, now)
  const { breakdowns } = await read(site, now, { whole: 'browser,environment' })
  expect([breakdowns.browser.top.length, breakdowns.browser.rest.count]).toEqual([14, 0])
  expect([breakdowns.operatingSystem.top.length, breakdowns.operatingSystem.rest.count]).toEqual([10, 4])
})

test('the period before has its own bars, in the order of those of the period', async () => {
  const site = await makeSite()
  const now = Date.parse('2026-03-20T12:00:00Z')
  await visit(site, [{}, {}], now - 7 * dayMs)
  await visit(site, [{}], now)
  const week = await read(site, now)
  const at = week.buckets.findIndex(({ passed }) => passed === 1)
  expect(week.previousBuckets).toHaveLength(42)
  expect(week.previousBuckets[at]).toMatchObject({ at: '2026-03-13T12:00:00.000Z', started: 2, passed: 2 })
  const month = await read(site, now, { from: '2026-03-14', to: '2026-04-12' })
  expect(month.previousBuckets.map(({ passed }) => passed).filter(Boolean)).toEqual([2])
})

test('a site without visitors has figures of nothing, and shares of none', async () => {
  const { totals, buckets, breakdowns } = await read(await makeSite(), Date.parse('2026-03-20T12:00:00Z'), {
    period: '30d',
  })
  expect(totals).toMatchObject({ started: 0, passed: 0, passRate: null, checkMsMedian: null })
  expect(buckets).toHaveLength(30)
  expect(breakdowns.country).toEqual({ top: [], rest: { count: 0, passed: 0, flagged: 0, refused: 0, fetched: 0 } })
})

test.each([
  { from: '2026-03-01' },
  { to: '2026-03-01' },
  { from: '2026-03-02', to: '2026-03-01' },
  { from: '2025-01-01', to: '2026-03-01' },
  { period: '1y' },
  { from: '2026-02-30', to: '2026-03-01' },
  { country: 'DE', asn: '3320' },
  { scoreFrom: '0.9' },
  { scoreFrom: '0.9', scoreTo: '0.97' },
  { scoreTo: '0.5' },
  { whole: 'browser,colour' },
])('a query that makes no sense is refused: %j', (query) => {
  expect(statisticsQuerySchema.safeParse(query).success).toBe(false)
})

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}
