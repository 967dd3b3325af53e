import { auditMigrations } from '@bollard/audit'
import { randomUUID } from 'node:crypto'
import { createScorer, defaultWork } from '@bollard/bot-score'
import { type WhatIfRequest, whatIfRequestSchema, whatIfSchema } from '@bollard/contracts'
import { migrate, openDatabase } from '@bollard/database'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import type { StoredSite } from '../../records/sites/sites.ts'
import { insertPast, insertSite } from '../../testing/past-rows.ts'
import { runWhatIf, type WhatIfContext } from './run-what-if.ts'

const cluster = await startTestDatabase()
const connectionString = await cluster.createDatabase()
const db = openDatabase({ connectionString })
/** Writes tens of thousands of rows in one statement, which on a busy machine takes longer than any of the product may. */
const filling = openDatabase({ connectionString, statementTimeoutMs: 60_000, max: 1 })
afterAll(async () => {
  await filling.close()
  await db.close()
  await cluster.stop()
})
await migrate(db, auditMigrations)
await migrate(db, { schema: 'captcha', directory: new URL('../../migrations/', import.meta.url) })

const day = 86_400_000
const now = Date.UTC(2026, 9, 31, 12)
const context: WhatIfContext = {
  db,
  now: () => new Date(now),
  elapsed: () => performance.now(),
  score: createScorer(),
  work: defaultWork,
  visitorsMax: 100_000,
  budgetMs: 18_000,
  nameOfNetwork: () => null,
}

async function run(
  site: StoredSite,
  request: Partial<WhatIfRequest> & { environment?: number } = {},
  other: Partial<WhatIfContext> = {},
) {
  const { environment = null, ...body } = request
  return whatIfSchema.parse(
    await runWhatIf({ ...context, ...other }, site, { ...whatIfRequestSchema.parse(body), environmentId: environment }),
  )
}

const person = { outcome: 0, score: 0.0392, reasons: 'consistent-browser -0.2' }
/** Stopped at a threshold of 0.5; its score is 0.88. */
const robot = { outcome: 2, score: 0.880797, reasons: 'webdriver 5' }
/** Did more work, was doubted and let through; its score is 0.5. */
const doubted = { outcome: 1, score: 0.5, reasons: 'webdriver-hidden 3', round: 1 } as const
const blockUs = {
  name: 'no visitors from there',
  priority: 1,
  conditions: [{ field: 'country' as const, not: false, values: ['US'] }],
  action: { type: 'BLOCK' as const },
}
const rulesOf = (...rules: object[]) => whatIfRequestSchema.parse({ rules }).rules ?? []

test('a higher threshold lets those through who are below it, after more work, and shows who they are', async () => {
  const site = await insertSite(db)
  await insertPast(filling, { siteId: site.id, from: now - 3 * day, to: now, n: 90 }, [person, robot, doubted])
  const found = await run(site, { settings: { threshold: 0.9 }, exampleLimit: 4 })
  expect(found).toMatchObject({
    changes: ['threshold'],
    replayed: 90,
    share: 1,
    before: { passed: 30, flagged: 30, refused: 30, extraWork: 30 },
    after: { passed: 30, flagged: 60, refused: 0, extraWork: 60 },
    changed: 30,
    moves: [{ from: 'REFUSED', to: 'FLAGGED', extraWork: 'ADDED', count: 30 }],
    treatedOtherwise: 0,
    undecidable: [],
    unseen: [],
  })
  const [move] = found.moves
  expect(move?.examples).toHaveLength(4)
  expect(new Set(move?.examples.map(({ verificationId }) => verificationId)).size).toBe(4)
  expect(move?.examples[0]).toMatchObject({
    score: { before: 0.881, after: 0.881 },
    reasons: [{ code: 'webdriver', group: 'declared', weight: 5 }],
    country: 'DE',
    hostname: 'shop.example',
    browser: 'Firefox 152',
    decision: { type: 'SCORE', rule: null },
  })
})

test('nothing changed means nobody is treated differently', async () => {
  const site = await insertSite(db, { threshold: 0.6, honeypots: false })
  await insertPast(filling, { siteId: site.id, from: now - day, to: now, n: 60 }, [person, robot, doubted])
  for (const request of [
    {},
    { settings: { threshold: 0.6, honeypots: false, difficulty: 0 } },
    { rules: [] },
    { days: 30 },
  ]) {
    const found = await run(site, request)
    expect(found).toMatchObject({ changes: [], replayed: 60, changed: 0, moves: [], treatedOtherwise: 0 })
    expect(found.after).toEqual(found.before)
    expect(found.work.after).toEqual(found.work.before)
  }
})

test("the difficulty changes the wait and nobody's outcome", async () => {
  const site = await insertSite(db, { difficulty: 10 })
  await insertPast(filling, { siteId: site.id, from: now - day, to: now, n: 30 }, [person, robot])
  const found = await run(site, { settings: { difficulty: 50 } })
  expect(found).toMatchObject({ changes: ['difficulty'], changed: 0 })
  const [before, after] = [found.work.before.devices[0], found.work.after.devices[0]]
  expect((after?.ordinary.mean ?? 0) / (before?.ordinary.mean ?? 1)).toBeCloseTo(1.5 / 1.1, 1)
})

/** From four networks in turn: usual, over budget, similar, and under attack. */
const ofVolume = ['', ' network-budget 0/3', ' network-budget 0/2 similar-visitors 0/1', ' site-under-attack 0/4'].map(
  (asked) => ({ ...person, reasons: `consistent-browser -0.2${asked}` }),
)

test('other budgets change the work of visitors and no outcome; who would have less is shown with their network', async () => {
  const site = await insertSite(db)
  await insertPast(filling, { siteId: site.id, from: now - day, to: now, n: 40 }, ofVolume)
  await db.query(
    'test-throttled',
    `insert into captcha.rollup_hourly (site_id, environment_id, hour, dimension, value, n, passed, flagged, refused, fetched)
     values ($1, 1, $2, 1, '26', 7, 0, 0, 0, 0), ($1, 2, $2, 1, '26', 2, 0, 0, 0, 0), ($1, 1, $3, 1, '26', 100, 0, 0, 0, 0)`,
    [site.id, new Date(now - day / 2), new Date(now - 9 * day)],
  )
  const levels = (...counts: (readonly [before: number, after: number])[]) =>
    counts.map(([before, after], index) => ({ upTo: 2 ** index, before, after }))
  const without = await run(site, { settings: { volumeBudgets: false }, exampleLimit: 5 })
  expect(without).toMatchObject({
    changes: ['volumeBudgets'],
    changed: 0,
    moves: [],
    volume: {
      levels: levels([10, 30], [0, 0], [0, 0], [20, 0], [10, 10], [0, 0]),
      more: 0,
      less: 20,
      unseen: 0,
      throttled: { before: 9, after: 0 },
    },
  })
  expect(without.volume.examples).toHaveLength(5)
  for (const { network, times } of without.volume.examples) {
    expect(network).toMatch(/^198\.51\.\d+\.0\/24$/u)
    expect(times).toEqual({ before: 8, after: 1 })
  }
  expect((await run(site, { settings: { underAttack: 'ON' } })).volume).toMatchObject({
    levels: levels([10, 0], [0, 0], [0, 0], [20, 0], [10, 30], [0, 10]),
    more: 30,
    less: 0,
    throttled: { before: 9, after: 9 },
  })
  // Each of the 40 has a network of its own; these hold the first ten.
  const exemptNetworks = ['198.51.0.0/21', '198.51.8.0/23']
  expect(await run(site, { settings: { exemptNetworks } })).toMatchObject({
    changes: ['exemptNetworks'],
    volume: {
      levels: levels([10, 17], [0, 0], [0, 0], [20, 15], [10, 8], [0, 0]),
      less: 7,
      throttled: { before: 9, after: null },
    },
  })
  expect((await run(site, { environment: 1, settings: { volumeBudgets: false } })).volume.throttled.before).toBe(7)
  expect(await run(site, { settings: { volumeBudgets: true, underAttack: 'AUTO', exemptNetworks: [] } })).toMatchObject(
    {
      changes: [],
      volume: { more: 0, less: 0, unseen: 0, examples: [], throttled: { before: 9, after: 9 } },
    },
  )
})

test('budgets that are switched on anew say of how many visitors nobody knows', async () => {
  const site = await insertSite(db, { volumeBudgets: false })
  await insertPast(filling, { siteId: site.id, from: now - day, to: now, n: 20 }, [person])
  expect((await run(site, { settings: { volumeBudgets: true } })).volume).toMatchObject({
    more: 0,
    less: 0,
    unseen: 20,
    throttled: { before: 0, after: null },
  })
})

test("rules that would take the place of today's are tried, the most frequent difference first", async () => {
  const site = await insertSite(db)
  const american = { ...person, country: 'US' }
  const cases = [american, american, person, { ...robot, country: 'US' }, { ...doubted, country: 'US' }]
  await insertPast(filling, { siteId: site.id, from: now - day, to: now, n: 100 }, cases)
  const found = await run(site, {
    rules: rulesOf(
      { ...blockUs, name: 'other', priority: 2, conditions: [{ field: 'userAgent', values: ['*Bot*'] }] },
      blockUs,
    ),
  })
  expect(found.changes).toEqual(['rules'])
  expect(found.moves.map(({ from, to, extraWork, count }) => [from, to, extraWork, count])).toEqual([
    ['PASSED', 'REFUSED', 'SAME', 40],
    ['FLAGGED', 'REFUSED', 'SPARED', 20],
  ])
  expect(found.moves[0]?.examples[0]?.decision).toEqual({
    type: 'RULE',
    rule: { index: 1, name: 'no visitors from there' },
  })
  // Those from elsewhere, of whom nobody knows the user agent.
  expect(found.undecidable).toEqual([{ ruleIndex: 0, name: 'other', count: 20, because: 'userAgent' }])
})

test('only this site, this environment and these days are looked at', async () => {
  const [site, other] = [await insertSite(db), await insertSite(db)]
  await insertPast(filling, { siteId: site.id, from: now - 2 * day, to: now, n: 40, environmentId: 11 }, [robot])
  await insertPast(filling, { siteId: site.id, from: now - 2 * day + 1, to: now, n: 20, environmentId: 12 }, [person])
  await insertPast(filling, { siteId: other.id, from: now - 2 * day, to: now, n: 30 }, [robot])
  expect(await run(site)).toMatchObject({ replayed: 60, before: { refused: 40 } })
  expect(await run(site, { environment: 12 })).toMatchObject({ replayed: 20, before: { passed: 20, refused: 0 } })
  expect(await run(site, { days: 1 })).toMatchObject({ replayed: 30 })
  expect(await run(await insertSite(db))).toMatchObject({ replayed: 0, share: 1, moves: [] })
})

test('people and bots that somebody labelled are told apart', async () => {
  const site = await insertSite(db)
  await insertPast(filling, { siteId: site.id, from: now - day, to: now, n: 40 }, [person, robot])
  for (const [label, outcome, n] of [
    [0, 2, 3],
    [1, 2, 4],
    [1, 0, 1],
    [0, 0, 2],
  ] as const)
    await db.query(
      'test-label',
      `insert into captcha.feedback (verification_id, issued_at, site_id, label, given_by, given_at)
       select id, issued_at, site_id, $2::smallint, 0, now() from captcha.verifications v where site_id = $1 and outcome = $3 and
         not exists (select from captcha.feedback f where f.verification_id = v.id) order by id limit $4`,
      [site.id, label, outcome, n],
    )
  const { labelled } = await run(site, { settings: { threshold: 0.95 } })
  expect(labelled).toEqual({
    people: [
      { from: 'REFUSED', to: 'FLAGGED', count: 3 },
      { from: 'PASSED', to: 'PASSED', count: 2 },
    ],
    bots: [
      { from: 'REFUSED', to: 'FLAGGED', count: 4 },
      { from: 'PASSED', to: 'PASSED', count: 1 },
    ],
  })
})

test('pages end in the middle of a moment and of a burst without losing anybody or counting them twice', async () => {
  const site = await insertSite(db)
  await insertPast(filling, { siteId: site.id, from: now - 5 * day, to: now - 5 * day + 3, n: 12_000 }, [
    person,
    robot,
    person,
  ])
  await insertPast(filling, { siteId: site.id, from: now - 2 * day, to: now, n: 3_000 }, [person])
  expect(await run(site)).toMatchObject({ replayed: 15_000, share: 1, before: { passed: 11_000, refused: 4_000 } })
})

test('of more visitors than can be read an even part is, and said to be', async () => {
  const site = await insertSite(db)
  await insertPast(filling, { siteId: site.id, from: now - 7 * day, to: now, n: 60_000 }, [person, person, robot])
  const found = await run(site, { settings: { threshold: 0.9 } }, { visitorsMax: 10_000 })
  expect(found.share).toBeGreaterThan(0.1)
  expect(found.share).toBeLessThan(0.25)
  expect(found.replayed / found.share / 60_000).toBeCloseTo(1, 1)
  expect(found.before.refused / found.replayed).toBeCloseTo(1 / 3, 1)
  expect(found.replayed).toBeLessThan(12_000)
})

test('when the time is over what was read stands for the rest, from the whole period', async () => {
  const site = await insertSite(db)
  await insertPast(filling, { siteId: site.id, from: now - 7 * day, to: now, n: 30_000 }, [person, robot])
  let asked = 0
  // Time passes with every look at the clock.
  const found = await run(
    site,
    { exampleLimit: 20, settings: { threshold: 0.9 } },
    { elapsed: () => asked++, budgetMs: 12_000 },
  )
  expect(found.share).toBeGreaterThan(0.1)
  expect(found.share).toBeLessThan(0.9)
  expect(found.replayed / found.share / 30_000).toBeCloseTo(1, 1)
  const days = new Set(found.moves[0]?.examples.map(({ startedAt }) => startedAt.slice(0, 10)))
  expect(days.size).toBeGreaterThan(3)
})

test("an old rule is known by its number, a stranger's rule by nothing", async () => {
  const site = await insertSite(db)
  await db.query(
    'test-rule',
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at)
     values ($1, $2, 1, 'bots', 10, '[{"not": false, "field": "userAgent", "values": ["*Bot*"]}]', '{"type": "FLAG"}', '2026-01-01', '2026-01-01')`,
    [randomUUID(), site.id],
  )
  await insertPast(filling, { siteId: site.id, from: now - day, to: now, n: 20 }, [person])
  await db.query(
    'test-hit',
    `update captcha.verifications set outcome = 1, rule = 1, decision = 1, flags = 8 where site_id = $1 and network <= '198.51.4.0/24'`,
    [site.id],
  )
  const bots = {
    name: 'bots',
    priority: 1,
    conditions: [{ field: 'userAgent', values: ['*Bot*'] }],
    action: { type: 'BLOCK' },
  }
  const found = await run(site, { rules: rulesOf(bots) })
  expect(found).toMatchObject({
    before: { passed: 15, flagged: 5 },
    after: { passed: 15, refused: 5 },
    undecidable: [],
    treatedOtherwise: 0,
  })
  expect(
    await run(site, { rules: rulesOf({ ...bots, conditions: [{ field: 'userAgent', values: ['*Spider*'] }] }) }),
  ).toMatchObject({
    undecidable: [{ count: 20, because: 'userAgent' }],
    changed: 0,
  })
})
