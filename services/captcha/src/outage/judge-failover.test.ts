import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { type SiteSettings, siteSettingsSchema } from '@bollard/contracts'
import type { Database } from '@bollard/database'
import { afterAll, expect, test } from 'vitest'
import { recordVerifications } from '../records/store/record-verifications.ts'
import { insertTestSite, startDatabases } from '../testing/start-database.ts'
import { createFailoverJudge, type FailoverEnvironment, isFailoverToken } from './judge-failover.ts'
import { keepOutage } from './outages.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db, connectionString } = await databases.create()
const minute = 60_000

const settingsOf = (given: Partial<SiteSettings> = {}): SiteSettings =>
  siteSettingsSchema.parse({ failover: 'RECORDED_OUTAGES', ...given })
const environments = new Map<string, FailoverEnvironment>()

/** A site whose owner accepts failover in recorded outages unless told otherwise. */
async function makeSite(given: Partial<SiteSettings> = {}, active = true) {
  const site = await insertTestSite(db, randomUUIDv7(), settingsOf(given))
  environments.set(site.siteKey, {
    id: site.environmentId,
    active,
    site: { id: site.siteId, refuses: false, settings: settingsOf(given) },
  })
  return { ...site, owner: { siteId: site.siteId, environmentId: site.environmentId } }
}

function judgeOf(on: Database = db, clock: { now: number } = { now: Date.now() }) {
  const judge = createFailoverJudge({
    db: on,
    sites: { find: (siteKey) => environments.get(siteKey) ?? null },
    now: () => clock.now,
    randomBytes,
    record: (row) => recordVerifications(on, [row]),
  })
  return judge
}

const encode = (claim: unknown): string =>
  `bfo1.${Buffer.from(typeof claim === 'string' ? claim : JSON.stringify(claim)).toString('base64url')}`
const claimOf = (siteKey: string, at: number, other: object = {}) => ({
  siteKey,
  at: new Date(at).toISOString(),
  id: randomBytes(16).toString('base64url'),
  reason: 'unreachable',
  ...other,
})
/** By its times, not by how long ago: the seconds that a busy machine takes to tell the database would count. */
const outage = (from: number, to: number, on = db) =>
  on.query(
    'test-outage',
    `insert into captcha.outages (id, from_at, to_at, cause) values (gen_random_uuid(), $1, $2, 'SERVICE_DOWN')`,
    [new Date(from), new Date(to)],
  )
const rowsOf = (siteId: number) =>
  db.query<{ id: string; decision: number; outcome: number; score: number; reasons: string; environment: number }>(
    'test-rows',
    'select id, decision, outcome, score, reasons, environment_id as environment from captcha.verifications where site_id = $1',
    [siteId],
  )

test('an environment that its owner has paused lets nobody pass by failover either', async () => {
  const { siteKey, owner } = await makeSite({}, false)
  const now = Date.now()
  await outage(now - 2 * minute, now - minute)
  expect(await judgeOf()(owner, encode(claimOf(siteKey, now - 90_000)))).toEqual({
    status: 'refused',
    code: 'failover-refused',
  })
  expect(await rowsOf(owner.siteId)).toEqual([])
  await db.pool.query('delete from captcha.outages')
})

test('without a recorded outage nothing a visitor writes is believed', async () => {
  const { siteKey, owner } = await makeSite()
  const now = Date.now()
  const judge = judgeOf()
  for (const at of [now, now - 1_000, now - 5 * minute, now - 24 * 60 * minute, 0])
    expect(await judge(owner, encode(claimOf(siteKey, at))), String(at)).toEqual({
      status: 'refused',
      code: 'client-reported-outage',
    })
  expect(await rowsOf(owner.siteId)).toEqual([])
})

// From here on an outage of two minutes is recorded that ended half a minute ago.
const ended = Date.now() - minute / 2
const began = ended - 2 * minute

test('within a recorded outage a visitor passes, marked, and stands in the log', async () => {
  await outage(began, ended)
  const { siteKey, owner } = await makeSite()
  const verdict = await judgeOf()(owner, encode(claimOf(siteKey, ended - minute)))
  if (verdict.status !== 'accepted') throw new Error(verdict.code)
  expect(await rowsOf(owner.siteId)).toEqual([
    {
      id: verdict.verificationId,
      decision: 5,
      outcome: 1,
      score: 0.5,
      reasons: 'failover 0',
      environment: owner.environmentId,
    },
  ])
})

test.for<[string, number, boolean]>([
  ['ten seconds before the outage', began - 9_500, true],
  ['earlier', began - 11_500, false],
  ['ten seconds after it', ended + 9_500, true],
  ['later', ended + 11_500, false],
  ['now', Date.now(), false],
  ['in the future', Date.now() + minute, false],
])('a visitor who claims to have come %s: %s', async ([, at, accepted]) => {
  const { siteKey, owner } = await makeSite()
  expect((await judgeOf()(owner, encode(claimOf(siteKey, at)))).status).toBe(accepted ? 'accepted' : 'refused')
})

test('a token of an outage that lasts is good until now and not beyond', async () => {
  const { db: fresh } = await databases.create()
  const { siteKey, siteId, environmentId } = await insertTestSite(fresh, randomUUIDv7())
  environments.set(siteKey, {
    id: environmentId,
    active: true,
    site: { id: siteId, refuses: false, settings: settingsOf() },
  })
  await fresh.pool.query(
    `insert into captcha.outages (id, from_at, cause) values (gen_random_uuid(), now() - interval '1 hour', 'MAINTENANCE')`,
  )
  const now = Date.now()
  const judge = judgeOf(fresh, { now })
  const statusAt = async (at: number) =>
    (await judge({ siteId, environmentId: null }, encode(claimOf(siteKey, at)))).status
  expect([
    await statusAt(now),
    await statusAt(now - 30 * minute),
    await statusAt(now + minute),
    await statusAt(now - 61 * minute),
  ]).toEqual(['accepted', 'accepted', 'refused', 'refused'])
})

test('a minute after an outage its tokens count no more, however long results of the site are good for', async () => {
  const { siteKey, owner } = await makeSite({ resultTtlMinutes: 1_440 })
  const clock = { now: ended + minute - 1_000 }
  const judge = judgeOf(db, clock)
  const token = () => encode(claimOf(siteKey, ended - 1_000))
  expect((await judge(owner, token())).status).toBe('accepted')
  clock.now = ended + minute + 1_000
  expect(await judge(owner, token())).toEqual({ status: 'refused', code: 'client-reported-outage' })
})

test('an orderly restart counts while it lasts, and not once the service is back', async () => {
  const { db: fresh } = await databases.create()
  const { siteKey, siteId, environmentId } = await insertTestSite(fresh, randomUUIDv7())
  environments.set(siteKey, {
    id: environmentId,
    active: true,
    site: { id: siteId, refuses: false, settings: settingsOf() },
  })
  const now = Date.now()
  await fresh.transaction((tx) => keepOutage(tx, { cause: 'MAINTENANCE', fromAgeMs: 40_000, toAgeMs: 1_000 }))
  // As the attack did it: 80 tokens dated into the restart, right after it.
  const verdicts = await Promise.all(
    Array.from({ length: 80 }, () =>
      judgeOf(fresh, { now })({ siteId, environmentId: null }, encode(claimOf(siteKey, now - 20_000))),
    ),
  )
  expect(new Set(verdicts.map((verdict) => verdict.status === 'refused' && verdict.code))).toEqual(
    new Set(['client-reported-outage']),
  )
})

test('a site that refuses failover refuses it in an outage too', async () => {
  const { siteKey, owner } = await makeSite({ failover: 'REFUSE' })
  expect(await judgeOf()(owner, encode(claimOf(siteKey, ended - minute)))).toEqual({
    status: 'refused',
    code: 'failover-refused',
  })
})

test('the key of another site, of another environment, and of nobody are refused', async () => {
  const [mine, other] = [await makeSite(), await makeSite()]
  const judge = judgeOf()
  const token = encode(claimOf(other.siteKey, ended - minute))
  expect(await judge(mine.owner, token)).toEqual({ status: 'refused', code: 'token-of-other-site' })
  expect(await judge({ siteId: other.siteId, environmentId: other.environmentId + 999 }, token)).toEqual({
    status: 'refused',
    code: 'token-of-other-site',
  })
  expect(await judge(mine.owner, encode(claimOf('bsk_unknown', ended - minute)))).toEqual({
    status: 'refused',
    code: 'token-of-other-site',
  })
  // And what was tried in vain is still good for its own.
  expect((await judge({ siteId: other.siteId, environmentId: null }, token)).status).toBe('accepted')
})

test('a token counts once, also in another spelling and in another process', async () => {
  const { siteKey, owner } = await makeSite()
  const claim = claimOf(siteKey, ended - minute)
  const { db: other } = await databases.create(connectionString)
  expect((await judgeOf()(owner, encode(claim))).status).toBe('accepted')
  const again = { reason: 'unavailable', id: claim.id, at: new Date(ended - 2_000).toISOString(), siteKey }
  for (const [judge, token] of [
    [judgeOf(), encode(claim)],
    [judgeOf(other), encode(again)],
    [judgeOf(), encode(JSON.stringify(claim, null, 2))],
  ] as const)
    expect(await judge(owner, token)).toEqual({ status: 'refused', code: 'token-already-used' })
  expect(await rowsOf(owner.siteId)).toHaveLength(1)
})

test('of 1 000 parallel uses over many processes exactly one is accepted', async () => {
  const { siteKey, owner } = await makeSite()
  const { db: other } = await databases.create(connectionString)
  const judges = Array.from({ length: 20 }, (_, index) => judgeOf(index % 2 ? db : other))
  const token = encode(claimOf(siteKey, ended - minute))
  const verdicts = await Promise.all(Array.from({ length: 1_000 }, (_, index) => judges[index % 20]?.(owner, token)))
  expect(verdicts.filter((verdict) => verdict?.status === 'accepted')).toHaveLength(1)
  expect(
    verdicts.filter((verdict) => verdict?.status === 'refused' && verdict.code === 'token-already-used'),
  ).toHaveLength(999)
  expect(await rowsOf(owner.siteId)).toHaveLength(1)
})

test('whoever writes many tokens in an outage gets at most 60 a minute through', async () => {
  const { siteKey, owner } = await makeSite()
  const clock = { now: Date.now() }
  const judge = judgeOf(db, clock)
  const accepted = async (n: number) => {
    const verdicts = await Promise.all(
      Array.from({ length: n }, () => judge(owner, encode(claimOf(siteKey, ended - minute)))),
    )
    for (const verdict of verdicts) if (verdict.status === 'refused') expect(verdict.code).toBe('rate-limited')
    return verdicts.filter(({ status }) => status === 'accepted').length
  }
  expect(await accepted(300)).toBe(60)
  clock.now += 10_000
  expect(await accepted(300)).toBe(10)
})

test('several processes let no more through together', async () => {
  const { siteKey, owner } = await makeSite()
  const clock = { now: Date.now() }
  const { db: other } = await databases.create(connectionString)
  const judges = [judgeOf(db, clock), judgeOf(other, clock), judgeOf(db, clock)]
  const tokens = Array.from({ length: 120 }, () => encode(claimOf(siteKey, ended - minute)))
  const judgeAll = () => Promise.all(tokens.map((token, index) => judges[index % 3]?.(owner, token)))
  const countOf = (verdicts: Awaited<ReturnType<typeof judgeAll>>, code: string) =>
    verdicts.filter((verdict) => (verdict?.status === 'refused' ? verdict.code : verdict?.status) === code).length
  const first = await judgeAll()
  expect([countOf(first, 'accepted'), countOf(first, 'rate-limited')]).toEqual([60, 60])
  // Nobody was refused for good: what was too much passes when its time has come, one a second over all processes.
  clock.now += 10_000
  expect(countOf(await judgeAll(), 'accepted')).toBe(10)
  // What one process let through is used up in all of them.
  const used = tokens.filter((_, index) => first[index]?.status === 'accepted').slice(0, 5)
  const elsewhere = judgeOf(other, { now: clock.now + 10_000 })
  const again = await Promise.all(used.map((token) => elsewhere(owner, token)))
  expect(again.map((verdict) => (verdict.status === 'refused' ? verdict.code : verdict.status))).toEqual(
    used.map(() => 'token-already-used'),
  )
})

test('forged tokens cost no query each', async () => {
  const { siteKey, owner } = await makeSite()
  const clock = { now: Date.now() }
  let queries = 0
  const counting: Database = {
    ...db,
    query: (...given: Parameters<Database['query']>) => (queries++, db.query(...given)),
  }
  const judge = judgeOf(counting, clock)
  for (let index = 0; index < 500; index++) await judge(owner, encode(claimOf(siteKey, clock.now - 1_000)))
  expect(queries).toBe(1)
})

const good = claimOf('bsk_x', Date.now())
test.for<[string, string]>([
  ['nothing behind the prefix', 'bfo1.'],
  ['no JSON', encode('{"siteKey":')],
  ['a number', encode('5')],
  ['null', encode('null')],
  ['an array', encode('[]')],
  ['a field too many', encode({ ...good, admin: true })],
  ['a field missing', encode({ ...good, id: undefined })],
  ['a short id', encode({ ...good, id: 'AAAA' })],
  ['an id with a NUL', encode({ ...good, id: `${'A'.repeat(21)}\0` })],
  ['no time', encode({ ...good, at: 'yesterday' })],
  ['a time without a zone', encode({ ...good, at: '2026-07-01T00:00:00' })],
  ['a number as time', encode({ ...good, at: Date.now() })],
  ['a site key that is no text', encode({ ...good, siteKey: { $ne: null } })],
  ['an unknown reason', encode({ ...good, reason: 'because' })],
  ['a giant', encode({ ...good, siteKey: 'x'.repeat(1_000_000) })],
  ['many brackets', encode('['.repeat(700))],
  ['bytes that are no text', `bfo1.${Buffer.from([0xff, 0xfe, 0x00]).toString('base64url')}`],
  ['another prefix', encode(good).replace('bfo1', 'bfo2')],
])('%s is refused as malformed', async ([, token]) => {
  const { owner } = await makeSite()
  expect(await judgeOf()(owner, token)).toEqual({ status: 'refused', code: 'token-malformed' })
})

test('a signed token is not taken for one of failover', () => {
  expect([isFailoverToken('btk1.AAAA'), isFailoverToken('bfo1.AAAA')]).toEqual([false, true])
})
