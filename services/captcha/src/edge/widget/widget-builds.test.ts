import { clientChecks } from '@bollard/bot-score'
import { collectedFor } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { solve } from '../../testing/browser.ts'
import { makeSite, startCluster, type TestService, type TestSite } from '../../testing/start-service.ts'
import { answer, started } from '../../testing/walk-through.ts'
import { createWidgetBuilds, type WidgetRelease } from './widget-builds.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const checks = clientChecks.length
const releaseOf = (layout: number): WidgetRelease => ({
  release: `0.1.0-${layout.toString(16).padStart(8, '0')}`,
  layout,
  checks,
  pack: async () => Buffer.from(`files of ${layout}`),
})
const [first, second] = [releaseOf(0xf125_7000), releaseOf(0x5ec0_2d00)]

const cluster = await startCluster()
afterAll(() => cluster.stop())
/** Two processes, the second of which has been upgraded. */
async function startUpgrade(): Promise<{ before: TestService; after: TestService; site: TestSite }> {
  const before = await cluster.startService({ widgetRelease: first })
  const after = await cluster.startService({ beside: before, widgetRelease: second })
  await after.service.start()
  return { before, after, site: await makeSite(before) }
}

interface Seen {
  readonly rounds: number
  readonly status: string
  readonly score: number
  readonly reasons: readonly string[]
}

/** One visitor from start to end, who writes verdicts in this layout; `meanwhile` happens between start and answer. */
async function visitWith(
  it: TestService,
  { siteKey }: TestSite,
  layout: number,
  { found, meanwhile }: { found?: readonly string[]; meanwhile?: () => void } = {},
): Promise<Seen> {
  const { verificationId, challenge } = await started(it.app, { siteKey })
  meanwhile?.()
  let told = Object({ status: 'challenge', challenge })
  let rounds = 0
  for (; told.status === 'challenge'; rounds++) {
    const { token } = told.challenge
    const collected = collectedFor(token, found, { layout })
    const body = { challenge: token, solution: await solve(token), workMs: 5, collected }
    told = (await answer(it.app, verificationId, body)).json()
  }
  const [row] = await it.db.query<{ score: number; reasons: string }>(
    'test-row',
    'select score, reasons from captcha.verifications where id = $1 order by round desc limit 1',
    [verificationId],
  )
  return {
    rounds,
    status: told.status,
    score: row?.score ?? 1,
    reasons: (row?.reasons.split(' ') ?? []).filter((_, place) => place % 2 === 0),
  }
}

test('a page opened before an upgrade, and one of the new release at a process of before, pass as in the first minute', async () => {
  const { before, after, site } = await startUpgrade()
  const usual = await visitWith(before, site, first.layout)
  expect(usual).toMatchObject({ rounds: 1, status: 'passed' })
  // The new process knows the old release from its start, the old one the new release when it first sees it.
  expect(await visitWith(after, site, first.layout)).toEqual(usual)
  expect(await visitWith(before, site, second.layout)).toEqual(usual)
  expect([...before.errors, ...after.errors]).toEqual([])
})

test('a tab that is open for 72 hours, and a challenge taken in one hour and answered in the next, pass too', async () => {
  const { before, site } = await startUpgrade()
  const usual = await visitWith(before, site, first.layout)
  before.clock.now += 72 * hourMs
  before.clock.now += hourMs - (before.clock.now % hourMs) - 1_000
  const orders: number[] = []
  const overTheHour = await visitWith(before, site, first.layout, { meanwhile: () => (before.clock.now += 2_000) })
  expect(overTheHour).toEqual(usual)
  for (let n = 0; n < 3; n++) {
    const { challenge } = await started(before.app, { siteKey: site.siteKey })
    orders.push(Buffer.from(challenge.token, 'base64url').readUInt32BE(110))
    if (n === 1) before.clock.now += hourMs
  }
  expect(orders[0], 'the same for an hour').toBe(orders[1])
  expect(orders[2]).not.toBe(orders[1])
})

test('processes with one secret write one order, those with another write another', async () => {
  const one = await cluster.startService()
  const two = await cluster.startService({ beside: one })
  const other = await cluster.startService({ beside: one, signingKeys: [{ id: 1, secret: Buffer.alloc(32, 9) }] })
  const site = await makeSite(one)
  const orders = []
  for (const { app } of [one, two, other])
    orders.push(
      Buffer.from((await started(app, { siteKey: site.siteKey })).challenge.token, 'base64url').readUInt32BE(110),
    )
  expect(orders[0]).toBe(orders[1])
  expect(orders[2]).not.toBe(orders[0])
})

test('a copy that is pinned to a release passes while pages still load it, and 30 days longer', async () => {
  const { after, site } = await startUpgrade()
  const upgradedAt = after.clock.now
  after.clock.now = upgradedAt + 29 * dayMs
  const usual = await visitWith(after, site, second.layout)
  expect(await visitWith(after, site, first.layout)).toEqual(usual)
  // Nobody has loaded it for 30 days: more work, and no refusal.
  after.clock.now = upgradedAt + 31 * dayMs
  expect(await visitWith(after, site, first.layout)).toMatchObject({
    rounds: 2,
    status: 'passed',
    reasons: expect.arrayContaining(['layout-unknown']),
  })
  // A page that is pinned to it is opened again.
  expect(String(await after.service.filesOfWidget(first.release))).toBe(`files of ${first.layout}`)
  expect(await visitWith(after, site, first.layout)).toEqual(usual)
  expect(await after.service.filesOfWidget('0.1.0-00000000')).toBeNull()
})

test('verdicts in a layout that nobody knows lead to more work, speak for nobody, and are told', async () => {
  const { before, site } = await startUpgrade()
  const known = await visitWith(before, site, first.layout)
  const unknown = await visitWith(before, site, 7)
  expect(unknown).toMatchObject({ rounds: 2, status: 'passed' })
  expect(known.reasons).toContain('real-pointer-movement')
  expect(unknown.reasons).toEqual(['layout-unknown'])
  // What they say against the visitor counts.
  expect(await visitWith(before, site, 7, { found: ['webdriver'] })).toMatchObject({ rounds: 1, status: 'refused' })
})

test('layouts that are made up cost one question to the database a second, and no memory', async () => {
  const it = await cluster.startService()
  let asked = 0
  let now = it.clock.now
  const db = { ...it.db, query: (...call: Parameters<typeof it.db.query>) => (asked++, it.db.query(...call)) }
  const builds = createWidgetBuilds({
    db: db as typeof it.db,
    now: () => now,
    own: first,
    onError: (error) => it.errors.push(error),
  })
  await builds.keep()
  asked = 0
  expect(await builds.find(first.layout)).toMatchObject({ checks })
  await Promise.all(Array.from({ length: 500 }, (_, n) => builds.find(n)))
  expect(asked).toBe(1)
  now += 1_001
  expect(await builds.find(8)).toBeUndefined()
  expect(await builds.find(9)).toBeUndefined()
  expect(asked).toBe(2)
  expect(it.errors).toEqual([])
})

test('while the database is away a layout that is not known yet is taken for unknown, and nothing throws', async () => {
  const errors: unknown[] = []
  const it = await cluster.startService()
  const away = { ...it.db, query: () => Promise.reject(new Error('away')) } as typeof it.db
  const builds = createWidgetBuilds({ db: away, now: () => 0, own: first, onError: (error) => errors.push(error) })
  expect(await builds.find(1)).toBeUndefined()
  expect(builds.find(first.layout)).toMatchObject({ checks })
  expect(errors).toEqual([new Error('away')])
})

test('a release is forgotten when nobody has asked for it in 400 days', async () => {
  const { before, after } = await startUpgrade()
  // Builds are of the process, and kept in cell 0.
  const db = after.cells[0]?.db ?? after.db
  const releases = async () =>
    (await db.query<{ release: string }>('test-releases', 'select release from captcha.widget_builds order by 1')).map(
      ({ release }) => release,
    )
  expect(await releases()).toEqual([second.release, first.release])
  after.clock.now += 401 * dayMs
  const builds = createWidgetBuilds({ db, now: () => after.clock.now, own: second, onError: () => undefined })
  await builds.keep()
  expect(await releases()).toEqual([second.release])
  expect(before.errors).toEqual([])
})
