import { auditMigrations } from '@bollard/audit'
import {
  decidedBy,
  type LogFilter,
  logFilterSchema,
  networkKinds,
  outcomes,
  type Verification,
} from '@bollard/contracts'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { runs, seed, seededRandom, timeLimit } from '@bollard/testing/seed'
import { assert, asyncProperty, constantFrom, uniqueArray } from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fillRandomLog, insertLogSite, pools } from '../../testing/log/random-log.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { type StoredVerification, toVerification } from '../store/stored-verification.ts'
import { chunkLog } from './chunk-log.ts'
import { countVerifications } from './count-verifications.ts'
import { listVerifications } from './list-verifications.ts'
import { decodeCursor } from './log-cursor.ts'
import { compileFilter } from './matches-filter.ts'
import { readVerifications } from './read-verifications.ts'

const minute = 60_000
const day = 1_440 * minute
// Half an hour past midnight, so that stretches lie on both sides of it.
const now = Date.UTC(2026, 10, 21) + 30 * minute

const database = await startTestDatabase()
const db = openDatabase({ connectionString: await database.createDatabase() })
await migrate(db, auditMigrations)
await migrate(db, { schema: 'captcha', directory: new URL('../../migrations/', import.meta.url) })
await keepPartitions(db, now, { daysAhead: 1, retentionDays: 30 })
afterAll(async () => {
  await db.close()
  await database.stop()
})

async function makeLog(name: string, rows: number) {
  const random = seededRandom(name)
  const site = await insertLogSite(db)
  // Bursts of many rows in one millisecond, quiet days, and rows that no stretch may hold yet.
  const times = Array.from({ length: rows }, () => {
    const back = random() < 0.3 ? random() * 40 * minute : random() * 3 * day
    return Math.floor(random() < 0.4 ? Math.round(back / (10 * minute)) * 10 * minute * -1 + now : now - back)
  })
  await fillRandomLog(db, { ...site, times, random })
  const places = await db.query<{ id: string; issuedAt: Date }>(
    '',
    'select id, issued_at as "issuedAt" from captcha.verifications where site_id = $1 and outcome < 3 order by issued_at desc, id desc',
    [site.siteId],
  )
  const all = (await readVerifications(db, site.siteId, places)).map(shown)
  expect(all).toHaveLength(places.length)
  return { ...site, all }
}
type Log = Awaited<ReturnType<typeof makeLog>>

const shown = (row: StoredVerification): Verification =>
  toVerification(row, { solutionId: 'a solution', groupOf: () => 'group', nameOfNetwork: () => null })

/** Ids of every page until the end, in order. */
async function walk(log: Log, filter: LogFilter, limit: number, budgetMs: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < 10_000; pages++) {
    const page = await listVerifications(db, {
      siteId: log.siteId,
      filter,
      after: cursor === null ? null : decodeCursor(cursor),
      limit,
      now,
      budgetMs,
      stepRows: 30,
    })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    if (page.searchedUntil === null && page.nextCursor !== null) expect(page.rows).toHaveLength(limit)
    ids.push(...page.rows.map(({ id }) => id))
    if (page.nextCursor === null) return ids
    expect(page.nextCursor).not.toBe(cursor)
    cursor = page.nextCursor
  }
  throw new Error('the pages never end')
}

const instants = [0.1, 0.5, 1, 1.02, 2, 2.9].map((days) => new Date(now - Math.round(days * day)).toISOString())

/** Values for every field of a filter: common, rare and absent ones. */
function valuesOf(log: Log): { readonly [Field in keyof Required<LogFilter>]: readonly LogFilter[Field][] } {
  return {
    outcome: [...outcomes, ['PASSED', 'REFUSED'], ['REFUSED', 'FLAGGED', 'PASSED']],
    environmentId: log.environmentIds,
    country: ['DE', 'AT', 'KZ', 'US'],
    asn: [3320, 4_200_000_001, 64_496, 1],
    networkKind: networkKinds,
    network: [
      '192.0.2.0/24',
      '192.0.2.77',
      '192.0.2.128/25',
      '192.0.2.0/23',
      '192.0.2.9/20',
      '192.0.0.0/16',
      '192.0.0.0/13',
      '128.0.0.0/1',
      '0.0.0.0/0',
      '10.0.0.0/20',
      '10.0.0.0/24',
      '203.0.113.0/24',
      '2001:db8:1::/48',
      '2001:db8:1::5',
      '2001:db8::/47',
      '2001:db8::/32',
      '2001::/16',
      '::/0',
      '2a00::/48',
    ],
    browser: ['Firefox', 'Firefox 15', 'Safari 17', 'Safari', 'Samsung', 'Samsung Internet', 'Fire', 'Lynx'],
    operatingSystem: pools.system,
    device: [...pools.device, 'fridge'],
    language: ['de', 'fr', 'xx'],
    hostname: ['shop.example', 'www.shop.example', 'other.example'],
    action: ['login', 'sign "up"', 'never used'],
    ruleId: log.ruleIds,
    bypassKeyId: log.bypassKeyIds,
    decision: decidedBy,
    reason: ['webdriver', 'slow-hands', 'rare-thing', 'slow', 'absent'],
    scoreFrom: [0, 0.05, 0.29, 0.5, 0.875],
    scoreTo: [0.05, 0.0495, 0.3, 0.999, 1],
    fetched: ['FETCHED', 'NEVER'],
    feedback: ['PERSON', 'BOT'],
    from: instants,
    to: instants,
    verificationId: [
      ...log.all.slice(0, 20).map(({ verificationId }) => verificationId),
      '019a9b1c-5d3e-7abc-8def-000000000001',
      ...log.all.slice(0, 20).map(({ verificationId }) => verificationId.slice(0, 13)),
      '019a9b1c-5d3e',
    ],
  }
}

/** As it would come in an address. */
const parse = (fields: readonly (readonly [string, unknown])[]): LogFilter =>
  logFilterSchema.parse(
    Object.fromEntries(fields.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value])),
  )

/** How many verifications fit, after making sure that the pages hold just these. */
async function expectSameAsReading(log: Log, filter: LogFilter, limit: number, budgetMs: number): Promise<number> {
  const wanted = log.all.filter(compileFilter(filter)).map(({ verificationId }) => verificationId)
  expect(await walk(log, filter, wanted.length > 100 ? Math.max(limit, 40) : limit, budgetMs)).toEqual(wanted)
  const counted = await countVerifications(db, { siteId: log.siteId, filter, now, budgetMs: 1e9, stepRows: 30 })
  expect(counted).toEqual({ count: wanted.length, isComplete: true })
  return wanted.length
}

async function expectSameForAny(log: Log, filters: number, time: number): Promise<void> {
  let matched = 0
  const field = constantFrom(...Object.entries(valuesOf(log)).filter(([name]) => name !== 'verificationId')).chain(
    ([name, values]) => constantFrom(...values).map((value) => [name, value] as const),
  )
  const fields = uniqueArray(field, { maxLength: 4, selector: ([name]) => name })
  await assert(
    asyncProperty(fields, constantFrom(1, 7, 40, 100), constantFrom(0, 3, 1e9), async (chosen, limit, budgetMs) => {
      matched += await expectSameAsReading(log, parse(chosen), limit, budgetMs)
    }),
    // Other filters each time.
    { numRuns: runs(filters), seed: seed + time },
  )
  expect(matched).toBeGreaterThan(runs(filters))
}

const stepwise = { now, verificationMsMax: 20 * minute, retentionDays: 30, rows: 20 }

test(
  'pages of any filter hold what reading every row finds, before, while and after the log is summarised',
  { timeout: timeLimit(240_000) },
  async () => {
    const log = await makeLog('log', 1_000)
    await makeLog('log of others', 200)
    await expectSameForAny(log, 25, 1)
    let statements = 0
    await chunkLog(db, { ...stepwise, shouldStop: () => statements++ >= 7 })
    const [half] = await db.query<{ n: number }>(
      '',
      'select count(*)::int as n from captcha.log_chunks where site_id = $1',
      [log.siteId],
    )
    expect(half?.n).toBeGreaterThan(5)
    await expectSameForAny(log, 25, 2)
    await chunkLog(db, stepwise)
    const [whole] = await db.query<{ n: number }>(
      '',
      'select count(*)::int as n from captcha.log_chunks where site_id = $1',
      [log.siteId],
    )
    expect(whole?.n).toBeGreaterThan(half?.n ?? 0)
    for (const [name, values] of Object.entries(valuesOf(log))) {
      for (const value of values) await expectSameAsReading(log, parse([[name, value]]), 100, 1e9)
    }
    for (let from = 0; from < 1; from += 0.055) {
      const narrow = [
        ['scoreFrom', from],
        ['scoreTo', from + 0.004],
      ] as const
      await expectSameAsReading(log, parse(narrow), 100, 1e9)
    }
    await expectSameForAny(log, 60, 3)
    // As when a site keeps its log for longer than its stretches are kept.
    await db.query('', 'delete from captcha.log_chunks where site_id = $1 and to_at < $2', [
      log.siteId,
      new Date(now - day),
    ])
    await expectSameForAny(log, 25, 4)
  },
)
