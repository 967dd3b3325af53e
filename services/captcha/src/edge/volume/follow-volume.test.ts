import { randomBytes, randomUUID } from 'node:crypto'
import { conductSignal } from '@bollard/bot-score'
import type { Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { dimensions } from '../../records/statistics/dimensions.ts'
import { countKind } from '../../records/store/counts.ts'
import { insertTestSite, startDatabases } from '../../testing/start-database.ts'
import { createWorld, dayMs, hourMs, noon } from '../../testing/volume/volume-world.ts'
import { createInteractionMemory } from '../repeats/interaction-memory.ts'
import { createHourlyCounts, createPageTokens } from '../repeats/page-tokens.ts'
import { createToldRepeats } from '../repeats/told-repeats.ts'
import { followVolume, type OwnersOf } from './follow-volume.ts'
import { keepHistory } from './volume-store.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()

const newSite = async (settings: object = {}) => (await insertTestSite(db, randomUUID(), settings)).siteId

/** A process with its own counts, at a clock that all share. */
function process(clock: { now: number }, options: { ownersOf?: OwnersOf; database?: Database } = {}) {
  const world = createWorld()
  const errors: unknown[] = []
  const follower = followVolume({
    db: options.database ?? db,
    memory: world.volume.memory,
    now: () => clock.now,
    onError: (error) => errors.push(error),
    ownersOf: options.ownersOf,
  })
  const start = (siteId: number, given: Parameters<typeof world.start>[0] = {}) =>
    // A moment apart, for a site is also protected from too many at once.
    world.start({ siteId, now: (clock.now += 60), ...given })
  const told = createToldRepeats(world.gossip, world.marks, () => clock.now)
  const pages = createPageTokens(
    createHourlyCounts(() => clock.now),
    told.pages,
  )
  const hands = createInteractionMemory(() => clock.now, randomBytes, { elsewhere: told.digests })
  return { world, follower, start, errors, pages, hands }
}

type Process = ReturnType<typeof process>
const turns = async (...all: Process[]): Promise<void> => {
  for (const { follower } of [...all, ...all]) await follower.turn()
}
const times = <T>(n: number, act: (n: number) => T): T[] => Array.from({ length: n }, (_, index) => act(index))

/** Fifty challenges and forty verified tokens in each hour of some days before. */
async function giveSitePast(siteId: number, perHour: { issued: number; verified: number }, days = 3): Promise<void> {
  const hours = times(days * 24, (n) => new Date(Math.floor(noon / dayMs) * dayMs - (n + 1) * hourMs))
  await db.query(
    'test-past',
    `insert into captcha.rollup_hourly (site_id, environment_id, hour, dimension, value, n, passed, flagged, refused, fetched)
     select $1::int, 1, h, ${dimensions.event}, '${countKind.issued}', $3::bigint, 0, 0, 0, 0 from unnest($2::timestamptz[]) h
     union all select $1::int, 1, h, ${dimensions.total}, '', $4::bigint, $4::bigint, 0, 0, $4::bigint from unnest($2::timestamptz[]) h`,
    [siteId, hours, perHour.issued, perHour.verified],
  )
}

test('two processes count as one: what both handed out uses up one budget', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  const [one, other] = [process(clock), process(clock)]
  expect(times(35, () => one.start(siteId).bits)).toEqual(times(35, () => 0))
  expect(times(35, () => other.start(siteId).bits)).toEqual(times(35, () => 0))
  await turns(one, other)
  expect([one.start(siteId).bits, other.start(siteId).bits]).toEqual([2, 2])
  // Told again and again it counts once.
  await turns(one, other)
  clock.now += 71 * 60_000
  expect([one.start(siteId).bits, other.start(siteId).bits]).toEqual([0, 0])
})

test('a process that starts later knows what the others have counted', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  const one = process(clock)
  times(60, () => one.start(siteId))
  await one.follower.turn()
  const later = process(clock)
  later.start(siteId)
  await later.follower.turn()
  expect(later.start(siteId).bits).toBe(2)
})

test('only what is busy is told, and under names that say nothing', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  const one = process(clock)
  for (let n = 0; n < 500; n += 1) one.start(siteId, { network: `20.3.${n % 250}.0/24`, asn: 0 })
  times(20, () => one.start(siteId, { network: '20.1.1.0/24', asn: 0 }))
  await one.follower.turn()
  const rows = await db.query<{ mark: string; n: number }>(
    'test-told',
    'select mark::text, n from captcha.volume_counts where site_id = $1 order by n',
    [siteId],
  )
  expect(rows.map(({ n }) => n)).toEqual([20, 520])
  expect(JSON.stringify(rows)).not.toContain('20.1.1')
})

test('a flood from thousands of networks is told in statements of some size', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  const one = process(clock)
  for (let n = 0; n < 2_500 * 6; n += 1)
    one.world.start({ siteId, now: noon, asn: 0, network: `21.${(n % 2_500) >> 8}.${(n % 2_500) & 255}.0/24` })
  await one.follower.turn()
  const [row] = await db.query<{ n: number }>(
    'test-flood',
    'select count(*)::int as n from captcha.volume_counts where site_id = $1',
    [siteId],
  )
  expect(row?.n).toBe(2_501)
})

test('while the database is away each process goes on with its own counts, and tells them afterwards', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  let isAway = true
  const flaky = new Proxy(db, {
    get(target, name, receiver) {
      if (isAway && name === 'query') return () => Promise.reject(new Error('away'))
      return Reflect.get(target, name, receiver)
    },
  })
  const [one, other] = [process(clock, { database: flaky }), process(clock)]
  times(60, () => one.start(siteId))
  times(40, () =>
    one.world.volume.redeemed({ siteId, network: '20.1.1.0/24', asn: 0, minimalData: false, now: clock.now }),
  )
  await expect(one.follower.turn()).rejects.toThrow('away')
  expect(one.start(siteId).bits).toBe(2)
  isAway = false
  other.start(siteId)
  await turns(one, other)
  expect(other.start(siteId).bits).toBe(2)
  const [row] = await db.query<{ n: number }>(
    'test-kept',
    'select sum(verified)::int as n from captcha.network_history where site_id = $1',
    [siteId],
  )
  expect(row?.n).toBe(40)
})

test('what a network brought on one day is its budget on the next, and feedback takes it away', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  const visitor = { siteId, network: '20.5.5.0/24', asn: 60_001, minimalData: false }
  const one = process(clock)
  times(300, () => one.world.volume.redeemed({ ...visitor, now: clock.now }))
  await one.follower.turn()
  const rows = await db.query<{ mark: string }>(
    'test-history',
    'select h::text as mark from captcha.network_history h where site_id = $1',
    [siteId],
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/20\.5\.5|60001/u)
  // Today it is no past yet.
  times(61, () => one.start(siteId, visitor))
  await turns(one)
  expect(one.start(siteId, visitor).bits).toBe(2)

  clock.now += dayMs
  const next = process(clock)
  next.start(siteId, visitor)
  await next.follower.turn()
  expect(times(300, () => next.start(siteId, visitor).bits)).toEqual(times(300, () => 0))

  times(30, () => next.world.volume.blamed(visitor))
  await next.follower.turn()
  times(2, () => next.start(siteId, visitor))
  await turns(next)
  expect(next.start(siteId, visitor).bits).toBeGreaterThanOrEqual(2)
})

test('a network that is new here has more where three sites of different owners know it, old ones', async () => {
  const clock = { now: noon }
  const visitor = { network: '20.6.6.0/24', asn: 0, minimalData: false }
  const sites = await Promise.all(times(4, () => newSite()))
  const [here = 0, ...others] = sites
  const earlier = { now: noon }
  const before = process(earlier)
  for (const day of [5, 4, 3]) {
    earlier.now = noon - day * dayMs
    for (const siteId of others) times(20, () => before.world.volume.redeemed({ ...visitor, siteId, now: earlier.now }))
    await before.follower.turn()
  }
  const solutions = await db.query<{ id: number; solution: string }>(
    'test-solutions',
    'select id, solution_id as solution from captcha.sites where id = any($1::int[])',
    [others],
  )
  const bitsWith = async (owners: (siteId: number) => string, isOld: boolean): Promise<number> => {
    await db.query('test-age', 'update captcha.sites set created_at = $2 where id = any($1::int[])', [
      others,
      new Date(noon - (isOld ? 60 : 10) * dayMs),
    ])
    const one = process(clock, {
      ownersOf: async () => new Map(solutions.map(({ id, solution }) => [solution, owners(id)])),
    })
    times(40, () => one.start(here, visitor))
    await turns(one)
    times(60, () => one.start(here, visitor))
    return one.start(here, visitor).bits
  }
  expect(await bitsWith((id) => `owner ${id}`, true)).toBe(0)
  expect(await bitsWith((id) => `owner ${id % 2}`, true)).toBe(2)
  expect(await bitsWith((id) => `owner ${id}`, false)).toBe(2)
})

/** Two processes of a site that know of each other. */
async function pair(clock: { now: number }) {
  const siteId = await newSite()
  const [one, other] = [process(clock), process(clock)]
  for (const each of [one, other]) times(2, () => each.start(siteId, { network: '20.8.8.0/24', asn: 0 }))
  await turns(one, other)
  const rows = async () =>
    JSON.stringify(await db.query('test-all-told', 'select * from captcha.volume_counts where site_id = $1', [siteId]))
  return { siteId, one, other, rows }
}

test('answers that look made up have one budget over all processes, which verified tokens of all of them raise', async () => {
  const clock = { now: noon }
  const { siteId, one, other } = await pair(clock)
  const comer = { siteId, network: '20.7.1.0/24', asn: 0, kind: 'access', minimalData: false } as const
  const led = (at: Process, n: number) =>
    times(n, () => at.world.volume.atDoubtful({ ...comer, now: (clock.now += 60) })).filter(
      (throttle) => throttle === null,
    ).length
  expect([led(one, 12), led(other, 6)]).toEqual([12, 6])
  await turns(one, other)
  expect([led(one, 10), led(other, 10)]).toEqual([2, 2])
  await turns(one, other)
  expect([led(one, 10), led(other, 10)]).toEqual([0, 0])
  times(200, () => one.world.volume.redeemed({ ...comer, now: clock.now }))
  await turns(one, other)
  expect(led(other, 30)).toBe(14)
  clock.now += 71 * 60_000
  expect(led(one, 30)).toBe(20)
})

test('of visitors of whom nothing may be stored no process tells another anything', async () => {
  const clock = { now: noon }
  const { siteId, one, other, rows } = await pair(clock)
  const before = await rows()
  const comer = { siteId, network: '20.7.1.0/24', asn: 0, kind: 'hosting', minimalData: true } as const
  times(20, () => one.world.volume.atDoubtful({ ...comer, now: clock.now }))
  times(20, () => one.world.volume.redeemed({ ...comer, now: clock.now }))
  one.pages.redeemed(siteId, 'a', 0)
  await turns(one, other)
  expect(await rows()).toBe(before)
})

test('a page that brought two tokens to one process has its third at every other', async () => {
  const clock = { now: noon }
  const { siteId, one, other, rows } = await pair(clock)
  one.pages.redeemed(siteId, 'a', 123_456_789)
  await turns(one, other)
  expect(other.pages.judge(siteId, 123_456_789)).toBe(0)
  one.pages.redeemed(siteId, 'b', 123_456_789)
  await turns(one, other)
  expect([other.pages.judge(siteId, 123_456_789), other.pages.judge(siteId, 5)]).toEqual([
    conductSignal.manyTokensOfPage,
    0,
  ])
  expect(await rows()).not.toContain('123456789')
  clock.now += 71 * 60_000
  expect(other.pages.judge(siteId, 123_456_789)).toBe(0)
})

test('hands that were recorded at one process are a repetition at every other, but for the page that they came from', async () => {
  const clock = { now: noon }
  const { siteId, one, other, rows } = await pair(clock)
  const digests = [3_111_222_333, 2_444_555_666, 1_777_888_999]
  const conduct = (at: Process, page: number, given = digests) => at.hands.look(siteId, page, given).conduct
  one.hands.look(siteId, 7, digests).learn()
  await turns(one, other)
  expect(conduct(other, 8)).toBe(conductSignal.interactionRepeated)
  expect(conduct(other, 0)).toBe(conductSignal.interactionRepeated)
  expect([conduct(other, 7), conduct(other, 8, [digests[0] ?? 0, 1, 2])]).toEqual([0, 0])
  // Lost on its way, the same page hands it in at the other process as well.
  other.hands.look(siteId, 7, digests).learn()
  await turns(one, other)
  const third = process(clock)
  third.start(siteId)
  await turns(third)
  expect([conduct(third, 7), conduct(third, 9)]).toEqual([0, conductSignal.interactionRepeated])
  const stored = await rows()
  for (const digest of digests) expect(stored).not.toContain(String(digest))
})

test('a used ticket is worth nothing at another process, and both have one number of places', async () => {
  const clock = { now: noon }
  const { siteId, one, other } = await pair(clock)
  const servers = { network: '30.4.4.0/24', asn: 0, kind: 'hosting' } as const
  times(54, () => one.start(siteId, servers))
  const { throttle } = one.start(siteId, servers)
  await turns(one, other)
  clock.now += 20_000
  const given = { ...servers, ticket: throttle?.ticket }
  expect(one.start(siteId, given).throttle).toBeNull()
  await turns(one, other)
  expect(other.start(siteId, given).throttle).not.toBeNull()
  const all = times(20, () => other.start(siteId, servers).throttle?.ticket).filter((ticket) => ticket !== undefined)
  // One is used, and one was handed out for the start before.
  expect(all).toHaveLength(4)
  // Where all of an hour's was handed out elsewhere, too, there is a time to come again.
  const third = process(clock)
  third.start(siteId)
  times(3, () => other.start(siteId, { ...servers, ticket: all.pop() }))
  await turns(other, third)
  const told = times(9, () => third.start(siteId, servers).throttle?.retryAfterSeconds ?? 0)
  expect(told.every((seconds) => seconds > 0 && seconds <= 4_200)).toBe(true)
})

test('without another process nothing is told of pages, hands and tickets', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  await db.query('test-nobody', 'delete from captcha.volume_counts', [])
  const one = process(clock)
  one.hands.look(siteId, 7, [1, 2, 3]).learn()
  for (const id of ['a', 'b', 'c']) one.pages.redeemed(siteId, id, 7)
  await turns(one)
  expect(await db.query('test-nothing', 'select from captcha.volume_counts', [])).toEqual([])
})

test('an attack that one process sees is one for all, and the row says so until it ends', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  await giveSitePast(siteId, { issued: 50, verified: 40 })
  const [one, other] = [process(clock), process(clock)]
  one.start(siteId)
  other.start(siteId)
  await turns(one, other)
  expect(one.world.volume.memory.known(siteId)?.past).toEqual({ usual: 50, perToken: 1.25 })
  const stranger = { network: '33.3.3.0/24', asn: 0 }
  expect(other.start(siteId, stranger).bits).toBe(0)
  times(60, (n) => one.start(siteId, { network: `31.1.${n}.0/24`, asn: 0 }))
  await turns(one, other)
  expect(other.start(siteId, stranger).bits).toBe(4)
  const attacks = () =>
    db.query<{ usual: number; issued: number }>(
      'test-attacks',
      'select usual, issued from captcha.sites_under_attack where site_id = $1',
      [siteId],
    )
  expect(await attacks()).toMatchObject([{ usual: 50 }])
  await db.query('test-attack-forget', 'delete from captcha.sites_under_attack where site_id = $1', [siteId])
  // Neither keeps the other alarmed once nothing presses.
  for (let minute = 0; minute < 11; minute += 1) {
    clock.now += 60_000
    await turns(one, other)
  }
  expect([one.start(siteId, stranger).bits, other.start(siteId, stranger).bits]).toEqual([0, 0])
  expect(await attacks()).toEqual([])
})

test('a site is used to what the usual day had, not to the day of an attack, and not to challenges that nobody finished', async () => {
  const clock = { now: noon }
  const siteId = await newSite()
  await giveSitePast(siteId, { issued: 1_000, verified: 50 }, 5)
  await db.query(
    'test-attacked',
    `update captcha.rollup_hourly set n = n * 100, fetched = fetched * 100 where site_id = $1 and hour > $2`,
    [siteId, new Date(noon - dayMs)],
  )
  const one = process(clock)
  one.start(siteId)
  await turns(one)
  expect(one.world.volume.memory.known(siteId)?.past).toEqual({ usual: 150, perToken: 3 })
})

test('history is kept for 30 days, not for sites that want no data, and goes with its site', async () => {
  const [kept, minimal, unscored] = [
    await newSite(),
    await newSite({ minimalData: true }),
    await newSite({ riskScoring: false }),
  ]
  const rows = (siteId: number | undefined) =>
    db.query('test-rows', 'select day::text from captcha.network_history where site_id = $1', [siteId])
  await db.query(
    'test-fill',
    `insert into captcha.network_history (site_id, mark, day, verified, hour, in_hour, peak)
     select s, 7, d, 5, 0, 5, 0 from unnest($1::int[]) s cross join unnest($2::date[]) d`,
    [[kept, minimal, unscored], [29, 31].map((days) => new Date(noon - days * dayMs))],
  )
  await keepHistory(db, noon)
  expect([await rows(kept), await rows(minimal), await rows(unscored)].map((found) => found.length)).toEqual([1, 0, 0])
  await db.query('test-erase', 'delete from captcha.sites where id = $1', [kept])
  expect(await rows(kept)).toEqual([])
  // What is counted for a site that is gone disturbs nobody.
  const one = process({ now: noon })
  one.world.volume.redeemed({ siteId: kept, network: '20.5.5.0/24', asn: 0, minimalData: false, now: noon })
  await one.follower.turn()
  expect(await rows(kept)).toEqual([])
})
