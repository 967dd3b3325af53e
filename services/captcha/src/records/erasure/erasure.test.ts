import { randomUUIDv7 } from 'node:crypto'
import type { ErasureRequest } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { insertExport } from '../export/exports.ts'
import { keepRetention } from '../retention/retention.ts'
import { createRoller } from '../statistics/create-roller.ts'
import { giveFeedback } from '../store/feedback.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { recordVerifications, type VerificationRow } from '../store/record-verifications.ts'
import { eraseSlice } from './erase-slice.ts'
import { createEraser, leaseMs } from './eraser.ts'
import { claimErasure, findErasure, requestErasure } from './erasures.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const dayMs = 86_400_000

/** A database with partitions of the last `days` days, and what erases there. */
async function start(days = 2) {
  const { db, connectionString } = await databases.create()
  const clock = { now: Date.now() }
  await keepPartitions(db, clock.now, { daysAhead: 1, retentionDays: 400 })
  for (let day = 3; day < days; day += 3)
    await keepPartitions(db, clock.now - day * dayMs, { daysAhead: 1, retentionDays: 400 })
  const eraser = createEraser({ db, archive: null, now: () => clock.now, onError: () => undefined })
  return {
    db,
    connectionString,
    clock,
    eraser,
    makeSite: (settings: object = {}) => insertTestSite(db, randomUUIDv7(), settings),
    async work() {
      while (await eraser.runOnce());
    },
    async ask(siteId: number, request: ErasureRequest) {
      const taken = await db.transaction((tx) =>
        requestErasure(tx, { id: randomUUIDv7(), siteId, request, createdBy: 'ada', now: clock.now, archives: false }),
      )
      return taken ?? expect.unreachable('too many requests are running')
    },
  }
}
type Its = Awaited<ReturnType<typeof start>>

/** Rows with feedback and a redemption each. */
async function record(db: Database, rows: readonly VerificationRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 1_000) await recordVerifications(db, rows.slice(at, at + 1_000))
  for (const table of [
    'redemptions (verification_id, issued_at, site_id, fetched_at)',
    'feedback (verification_id, issued_at, site_id, given_at, label, given_by)',
  ])
    await db.pool.query(
      `insert into captcha.${table} select id, issued_at, site_id, now()${table.startsWith('feedback') ? ', 1, 0' : ''} from captcha.verifications where outcome < 3 on conflict do nothing`,
    )
}
const rows = (its: Its, siteId: number, count: number, row: (index: number) => Partial<VerificationRow> = () => ({})) =>
  Array.from({ length: count }, (_, index) => rowAt(its.clock.now - 60_000 - index * 7_000, { siteId, ...row(index) }))

async function left(db: Database, siteId: number) {
  const [counts] = await db.query<{ verifications: number; redemptions: number; feedback: number }>(
    'test-left',
    `select (select count(*)::int from captcha.verifications where site_id = $1) as verifications,
       (select count(*)::int from captcha.redemptions where site_id = $1) as redemptions, (select count(*)::int from captcha.feedback where site_id = $1) as feedback`,
    [siteId],
  )
  return counts
}
const none = { verifications: 0, redemptions: 0, feedback: 0 }
const all = (n: number) => ({ verifications: n, redemptions: n, feedback: n })

test('verifications that are named are erased before the answer, those of another site and unknown ones are not', async () => {
  const its = await start()
  const [mine, other] = [await its.makeSite(), await its.makeSite()]
  const [own, foreign] = [rows(its, mine.siteId, 10), rows(its, other.siteId, 10)]
  await record(its.db, [...own, ...foreign])
  const verificationIds = [
    ...own.slice(0, 4).map(({ id }) => id),
    own[0]?.id ?? '',
    foreign[0]?.id ?? '',
    randomUUIDv7(),
    '00000000-0000-0000-0000-000000000001',
    'ffffffff-ffff-7fff-bfff-ffffffffffff',
  ]
  expect(await its.ask(mine.siteId, { verificationIds })).toMatchObject({
    scope: 'VERIFICATIONS',
    status: 'DONE',
    erased: 4,
  })
  expect([await left(its.db, mine.siteId), await left(its.db, other.siteId)]).toEqual([all(6), all(10)])
})

test('everything of a site goes, in slices, with rounds that nobody finished, and nothing of another', async () => {
  const its = await start()
  const [mine, other] = [await its.makeSite(), await its.makeSite()]
  const finished = rows(its, mine.siteId, 12_000)
  const second = finished.slice(0, 300).map((row) => ({ ...row, round: 1 }))
  const first = finished.slice(0, 300).map((row) => ({ ...row, outcome: 3 as const }))
  const open = rows(its, mine.siteId, 200, () => ({ outcome: 3 }))
  await record(its.db, [...finished.slice(300), ...first, ...second, ...open, ...rows(its, other.siteId, 50)])
  const asked = await its.ask(mine.siteId, { all: true })
  expect([asked.status, asked.erased]).toEqual(['RUNNING', 0])
  await its.work()
  expect(await findErasure(its.db, { siteId: mine.siteId, id: asked.id })).toMatchObject({
    status: 'DONE',
    erased: 12_000,
    scope: 'ALL',
  })
  expect([await left(its.db, mine.siteId), await left(its.db, other.siteId)]).toEqual([none, all(50)])
})

test('what came from a network goes, with all rounds, also when it is narrower than what the log keeps or wider', async () => {
  const its = await start()
  const { siteId } = await its.makeSite()
  const networks = ['192.0.2.0/24', '192.0.3.0/24', '198.51.100.0/24', '2001:db8:1::/48', '2001:db8:2::/48']
  const count = async (network: string) =>
    (
      await its.db.query<{ n: number }>(
        'test-network',
        'select count(*)::int as n from captcha.verifications where network = $1::cidr',
        [network],
      )
    )[0]?.n
  const rest = () => Promise.all(networks.map(count))
  const own = rows(its, siteId, 6_000, (index) => ({ network: networks[index % 5] ?? '' }))
  const steppedUp = rows(its, siteId, 5, () => ({ network: '198.51.100.0/24', outcome: 3 }))
  await record(its.db, [
    ...own,
    ...steppedUp,
    ...steppedUp.map((row) => ({ ...row, round: 1, outcome: 0 as const, network: '192.0.2.0/24' })),
  ])
  expect(await rest()).toEqual([1_205, 1_200, 1_205, 1_200, 1_200])
  const erase = async (network: string) => {
    await its.ask(siteId, { network })
    await its.work()
    return rest()
  }
  expect(await erase('2001:db8:1:99::5/128')).toEqual([1_205, 1_200, 1_205, 0, 1_200])
  expect(await erase('198.51.100.77/32'), 'the second round was from elsewhere').toEqual([1_200, 1_200, 0, 0, 1_200])
  expect(await erase('192.0.2.0/23')).toEqual([0, 0, 0, 0, 1_200])
  const [kept] = await its.db.query<{ n: number }>(
    'test-forgotten',
    'select count(network)::int as n from captcha.erasures',
  )
  expect(kept?.n, 'the networks are forgotten').toBe(0)
})

test('what was issued before a time goes, and nothing newer', async () => {
  const its = await start()
  const { siteId } = await its.makeSite()
  await record(its.db, rows(its, siteId, 1_000))
  const before = new Date(its.clock.now - 60_000 - 400 * 7_000).toISOString()
  const { id } = await its.ask(siteId, { before })
  await its.work()
  expect(await findErasure(its.db, { siteId, id })).toMatchObject({ status: 'DONE', erased: 599 })
  expect(await left(its.db, siteId)).toEqual(all(401))
  const [oldest] = await its.db.query<{ ok: boolean }>(
    'test-oldest',
    'select min(issued_at) >= $1 as ok from captcha.verifications',
    [before],
  )
  expect(oldest?.ok).toBe(true)
})

test('what a killed process leaves behind another takes up, and every row is counted once', async () => {
  const its = await start()
  const { siteId } = await its.makeSite()
  await record(its.db, rows(its, siteId, 7_000))
  const { id } = await its.ask(siteId, { all: true })
  // The first took the request and one slice, and was killed before it could commit.
  const killed = randomUUIDv7()
  expect(await claimErasure(its.db, killed, its.clock.now, leaseMs)).toMatchObject({ id })
  await expect(
    its.db.transaction(async (tx) => {
      await eraseSlice(tx, {
        siteId,
        before: new Date(its.clock.now),
        network: null,
        stage: 0,
        after: null,
        keepEvidence: false,
      })
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await its.eraser.runOnce(), 'the lease still holds').toBe(false)
  its.clock.now += leaseMs + 1
  const { db: other } = await databases.create(its.connectionString)
  const beside = createEraser({ db: other, archive: null, now: () => its.clock.now, onError: () => undefined })
  await Promise.all([its.work(), beside.runOnce()])
  await its.work()
  expect(await findErasure(its.db, { siteId, id })).toMatchObject({ status: 'DONE', erased: 7_000 })
  expect(await left(its.db, siteId)).toEqual(none)
})

test('one that lost its lease in the middle of a slice takes it back and counts nothing', async () => {
  const its = await start()
  const { siteId } = await its.makeSite()
  await record(its.db, rows(its, siteId, 100))
  const { id } = await its.ask(siteId, { all: true })
  // Its clock stands still while another one takes over.
  const late = createEraser({
    archive: null,
    db: {
      ...its.db,
      transaction: async (work) => {
        await claimErasure(its.db, randomUUIDv7(), its.clock.now + leaseMs + 1, leaseMs)
        return its.db.transaction(work)
      },
    },
    now: () => its.clock.now,
    onError: () => undefined,
  })
  await late.runOnce()
  expect(await findErasure(its.db, { siteId, id })).toMatchObject({ status: 'RUNNING', erased: 0 })
  expect(await left(its.db, siteId)).toEqual(all(100))
})

test('figures of the statistics stay as they were', async () => {
  const its = await start()
  const { siteId, environmentId } = await its.makeSite()
  await record(
    its.db,
    rows(its, siteId, 500, (index) => ({
      environmentId,
      outcome: index % 5 === 0 ? 2 : 0,
      reasons: [['webdriver', 5]],
    })),
  )
  const roller = createRoller({ db: its.db, onError: (error) => expect.unreachable(String(error)) })
  await roller.roll()
  const figures = async () =>
    (await its.db.pool.query('select * from captcha.rollup_hourly order by 1, 2, 3, 4, 5')).rows
  const before = await figures()
  expect(before.length).toBeGreaterThan(10)
  await its.ask(siteId, { all: true })
  await its.work()
  await roller.roll()
  expect(await left(its.db, siteId)).toEqual(none)
  expect(await figures()).toEqual(before)
})

test('copies in exports go with what is erased, those that were made meanwhile too', async () => {
  const its = await start()
  const { siteId } = await its.makeSite()
  const own = rows(its, siteId, 20)
  await record(its.db, own)
  const makeExport = () =>
    insertExport(its.db, {
      id: randomUUIDv7(),
      siteId,
      format: 'CSV',
      filters: {},
      createdBy: 'ada',
      createdAt: new Date(its.clock.now),
    })
  const exports = async () =>
    (
      await its.db.query<{ n: number }>(
        'test-exports',
        'select count(*)::int as n from captcha.exports where site_id = $1',
        [siteId],
      )
    )[0]?.n
  await makeExport()
  await its.ask(siteId, { verificationIds: [randomUUIDv7()] })
  expect(await exports(), 'nothing was erased').toBe(1)
  await its.ask(siteId, { verificationIds: [own[0]?.id ?? ''] })
  expect(await exports()).toBe(0)
  await its.ask(siteId, { all: true })
  await makeExport()
  await its.work()
  expect(await exports()).toBe(0)
})

test('labels of what is erased on request count nowhere, and those of what has aged count once', async () => {
  const its = await start(42)
  const [brief, asked] = [await its.makeSite({ retentionDays: 5 }), await its.makeSite()]
  const evidence = () =>
    its.db.query<{ codes: string; n: number }>(
      'test-evidence',
      'select codes, n::int as n from captcha.labelled_evidence order by codes',
    )
  const rowsOf = (siteId: number, code: string) =>
    Array.from({ length: 30 }, (_, day) =>
      rowAt(its.clock.now - day * dayMs - 3_600_000, { siteId, reasons: [[code, 5]] }),
    )
  const [aging, erased] = [rowsOf(brief.siteId, 'webdriver'), rowsOf(asked.siteId, 'no-plugins')]
  await recordVerifications(its.db, [...aging, ...erased])
  for (const row of [...aging, ...erased])
    await giveFeedback(
      its.db,
      { siteId: row.siteId, id: row.id, issuedAt: new Date(row.issuedAt) },
      { label: 'BOT', at: new Date(its.clock.now) },
    )
  await its.ask(asked.siteId, { all: true })
  await its.work()
  expect(await evidence()).toEqual([])

  const { db: other } = await databases.create(its.connectionString)
  await Promise.all([its.db, other, its.db].map((db) => keepRetention(db, its.clock.now, { retentionDays: 30 })))
  expect(await left(its.db, brief.siteId)).toMatchObject({ verifications: 5, feedback: 5 })
  expect(await evidence()).toEqual([{ codes: 'webdriver', n: 25 }])
  await Promise.all([
    keepRetention(other, its.clock.now, { retentionDays: 30 }),
    keepPartitions(its.db, its.clock.now, { daysAhead: 1, retentionDays: 3 }),
  ])
  const [{ n = 0 } = {}] = await evidence()
  expect(n).toBe(25 + 5 - ((await left(its.db, brief.siteId))?.verifications ?? 0))
})

test('each site keeps its log as long as it says, but never longer than the operator; others are not touched', async () => {
  const its = await start(42)
  const sites = {
    week: await its.makeSite({ retentionDays: 7 }),
    usual: await its.makeSite(),
    year: await its.makeSite({ retentionDays: 365 }),
  }
  const own = Object.values(sites).flatMap(({ siteId }) =>
    Array.from({ length: 40 }, (_, day) =>
      rowAt(its.clock.now - day * dayMs - 3_600_000, { siteId, outcome: day % 4 === 1 ? 3 : 0 }),
    ),
  )
  await recordVerifications(its.db, own)
  await keepRetention(its.db, its.clock.now, { retentionDays: 30 })
  const kept = async () =>
    Promise.all(Object.values(sites).map(async ({ siteId }) => (await left(its.db, siteId))?.verifications))
  expect(await kept(), 'those of 30 days and more go with their partition').toEqual([7, 40, 40])
  await keepRetention(its.db, its.clock.now, { retentionDays: 90 })
  expect(await kept()).toEqual([7, 30, 40])
})

test('many old rows go in slices', async () => {
  const its = await start()
  const { siteId } = await its.makeSite({ retentionDays: 1 })
  const old = Array.from({ length: 5_500 }, (_, index) => rowAt(its.clock.now - 2 * dayMs - index * 100, { siteId }))
  for (let at = 0; at < old.length; at += 1_000) await recordVerifications(its.db, old.slice(at, at + 1_000))
  await keepRetention(its.db, its.clock.now, { retentionDays: 30 })
  expect(await left(its.db, siteId)).toEqual(none)
})
