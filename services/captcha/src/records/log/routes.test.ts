import { auditMigrations } from '@bollard/audit'
import { captchaRoutes, problemSchema, type Role } from '@bollard/contracts'
import { createBinding, createReads, migrate, openDatabase } from '@bollard/database'
import { createAddressReader, installProblems } from '@bollard/http'
import { startTestDatabase } from '@bollard/testing'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { ApiKeyOwner } from '../../access/api-keys/api-key-owners.ts'
import { mayStillRead, openGate } from '../../access/open-gate.ts'
import { insertLogSite, insertRows, rowOf } from '../../testing/log/random-log.ts'
import { personOf } from '../../testing/person-of.ts'
import { mountLive } from '../live/routes.ts'
import { createSiteFeed } from '../live/site-feed.ts'
import type { OpenStreams } from '../live/stream-site.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { encodeCursor } from './log-cursor.ts'
import { mountLog } from './routes.ts'

const now = Date.now()
const database = await startTestDatabase()
const db = openDatabase({ connectionString: await database.createDatabase() })
await migrate(db, auditMigrations)
await migrate(db, { schema: 'captcha', directory: new URL('../../migrations/', import.meta.url) })
await keepPartitions(db, now, { daysAhead: 1, retentionDays: 30 })

const mine = await insertLogSite(db)
const other = await insertLogSite(db)
const row = rowOf({
  siteId: mine.siteId,
  at: now - 5_000,
  environment_id: mine.environments[1],
  decision: 1,
  rule: 2,
  bypass_key: 1,
  network_kind: 2,
  flags: 3,
  asn: 4_200_000_001,
  action: 2,
  outcome: 2,
  score: 0.8125,
  reasons: 'webdriver 6 consistent-browser -0.2',
})
const plain = rowOf({ siteId: mine.siteId, at: now - 9_000, environment_id: mine.environments[0] })
const foreign = rowOf({ siteId: other.siteId, at: now - 7_000, environment_id: other.environments[0] })
await insertRows(db, [row, plain, foreign])
await db.query(
  '',
  `insert into captcha.redemptions (verification_id, issued_at, site_id, fetched_at, n, last_fetched_at) values ($1, $2, $3, $4, 3, $5)`,
  [plain.id, plain.issued_at, mine.siteId, new Date(now - 4_000), new Date(now - 2_000)],
)

const roles = new Map<string, Role>([
  [`vera ${mine.solutionId}`, 'VIEWER'],
  [`mia ${mine.solutionId}`, 'MEMBER'],
  [`ada ${mine.solutionId}`, 'ADMIN'],
  [`otto ${other.solutionId}`, 'ADMIN'],
])
const key = (solutionId: string, scopes: ApiKeyOwner['scopes']): ApiKeyOwner => ({
  apiKeyId: 1,
  publicId: '01941f29-7c00-7000-8000-0000000000aa',
  siteId: 0,
  solutionId,
  environmentId: null,
  scopes,
  networks: [],
  expiresAt: null,
  createdAt: new Date(0),
})
const keys = new Map([
  ['reading', key(mine.solutionId, ['statistics'])],
  ['verifying', key(mine.solutionId, ['verify'])],
  ['foreign', key(other.solutionId, ['manage'])],
])
const openStreams: OpenStreams = new Set()
const binding = createBinding(db, 'bollard_captcha')
const context = {
  db: binding.db,
  reads: createReads(binding.db, null),
  binding,
  now: () => new Date(now),
  findActor: async (cookie: string | undefined) => (cookie === undefined ? null : personOf(cookie)),
  findRole: async (actor: { userId: string }, solutionId: string) => roles.get(`${actor.userId} ${solutionId}`) ?? null,
  noteVisit: async () => {},
  findKey: async (secretKey: string) => keys.get(secretKey) ?? null,
  readAddress: createAddressReader([]),
  groupOf: () => 'group',
  nameOfNetwork: (asn: number) => (asn === 4_200_000_001 ? 'Example Networks' : null),
  feed: createSiteFeed({
    db,
    now: () => now,
    verificationMsMax: 1_200_000,
    groupOf: () => 'group',
    nameOfNetwork: () => null,
    onError: () => undefined,
  }),
  openStreams,
}
const app = Fastify()
installProblems(app, { logger: { error: () => undefined } })
const access = { ...context, clientIp: () => '127.0.0.1' }
const scope = openGate(app, access)
mountLog(scope, context)
mountLive(scope, {
  ...context,
  mayStillRead: (request, solutionId) => mayStillRead(access, request, solutionId),
})
afterAll(async () => {
  await app.close()
  await db.close()
  await database.stop()
})

const call = (path: string, headers: Record<string, string> = { cookie: 'vera' }) =>
  app.inject({ method: 'GET', url: `/captcha/v1/sites/${path}`, headers })
const codeOf = (response: { json(): unknown }): string => problemSchema.parse(response.json()).code
const list = async (query: string) => {
  const response = await call(`${mine.solutionId}/verifications?${query}`)
  expect([query, response.statusCode]).toEqual([query, 200])
  return captchaRoutes.listVerifications.response.schema.parse(response.json())
}
const ids = async (query: string): Promise<string[]> =>
  (await list(query)).items.map(({ verificationId }) => verificationId)

const paths = [
  `${mine.solutionId}/verifications`,
  `${mine.solutionId}/verifications/count`,
  `${mine.solutionId}/verifications/${plain.id}`,
]

test('every member reads the log; nobody, strangers and admins of other solutions are told nothing', async () => {
  for (const path of paths) {
    for (const cookie of ['vera', 'mia', 'ada']) expect((await call(path, { cookie })).statusCode).toBe(200)
    expect(codeOf(await call(path, {}))).toBe('unauthenticated')
    for (const cookie of ['stranger', 'otto']) expect(codeOf(await call(path, { cookie }))).toBe('not-found')
  }
  for (const path of [...paths, `${mine.solutionId}/live`]) {
    expect(codeOf(await call(path, {}))).toBe('unauthenticated')
    for (const cookie of ['stranger', 'otto']) expect(codeOf(await call(path, { cookie }))).toBe('not-found')
  }
})

test('an API key reads the log of its own solution when its scope allows it', async () => {
  for (const path of paths) {
    expect((await call(path, { authorization: 'Bearer reading' })).statusCode).toBe(200)
    expect(codeOf(await call(path, { authorization: 'Bearer verifying' }))).toBe('scope-missing')
    expect(codeOf(await call(path, { authorization: 'Bearer foreign' }))).toBe('not-found')
    expect(codeOf(await call(path, { authorization: 'Bearer unknown' }))).toBe('secret-key-invalid')
  }
})

test('a verification of another solution is not found, and neither is an id of any other kind', async () => {
  for (const id of [foreign.id, '00000000-0000-4000-8000-000000000000', '019a9b1c-5d3e-7abc-8def-000000000001'])
    expect(codeOf(await call(`${mine.solutionId}/verifications/${id}`))).toBe('not-found')
  expect(codeOf(await call(`${mine.solutionId}/verifications/nonsense`))).toBe('invalid-parameter')
})

test('a verification tells its environment, what decided, its network and how often it was fetched, also when the rule is deleted', async () => {
  const read = async (id: string) =>
    captchaRoutes.getVerification.response.schema.parse((await call(`${mine.solutionId}/verifications/${id}`)).json())
  expect(await read(row.id)).toMatchObject({
    environment: { id: mine.environmentIds[1], name: 'Staging' },
    decision: {
      type: 'RULE',
      rule: { id: mine.ruleIds[1], name: 'Rule 2', action: 'BLOCK' },
      bypassKey: { id: mine.bypassKeyIds[0], name: 'Key 1' },
    },
    outcome: 'REFUSED',
    score: 0.813,
    asn: 4_200_000_001,
    operator: 'Example Networks',
    networkKind: 'hosting',
    minimalData: true,
    riskScoring: false,
    action: 'sign "up"',
    retrievals: 0,
    firstFetchedAt: null,
    lastFetchedAt: null,
  })
  expect(await read(plain.id)).toMatchObject({
    environment: { name: 'Production' },
    decision: { type: 'SCORE', rule: null, bypassKey: null },
    operator: null,
    minimalData: false,
    riskScoring: true,
    retrievals: 3,
    firstFetchedAt: new Date(now - 4_000).toISOString(),
    lastFetchedAt: new Date(now - 2_000).toISOString(),
  })
})

test('each filter finds what fits it, alone and together with others', async () => {
  for (const [query, found] of [
    ['', [row.id, plain.id]],
    ['outcome=REFUSED', [row.id]],
    ['outcome=PASSED,FLAGGED', [plain.id]],
    [`environmentId=${mine.environmentIds[1]}`, [row.id]],
    [`ruleId=${mine.ruleIds[1]}`, [row.id]],
    [`ruleId=${mine.ruleIds[0]}`, []],
    [`bypassKeyId=${mine.bypassKeyIds[0]}`, [row.id]],
    ['decision=RULE&asn=4200000001&networkKind=hosting', [row.id]],
    ['action=sign%20%22up%22', [row.id]],
    ['action=never', []],
    ['reason=webdriver&scoreFrom=0.813&scoreTo=0.813', [row.id]],
    ['fetched=FETCHED', [plain.id]],
    ['fetched=NEVER&country=DE', [row.id]],
    [`verificationId=${plain.id}`, [plain.id]],
    [`verificationId=${plain.id}&outcome=REFUSED`, []],
    [`verificationId=${foreign.id}`, []],
    ['verificationId=00000000-0000-4000-8000-000000000000', []],
    [`from=${new Date(now - 6_000).toISOString()}`, [row.id]],
    [`to=${new Date(now - 5_000).toISOString()}`, [plain.id]],
  ] as const)
    expect([query, await ids(query)]).toEqual([query, found])
})

test('the count of a filter is that of the rows it finds, and a site counts none of another', async () => {
  const count = async (query: string) => (await call(`${mine.solutionId}/verifications/count?${query}`)).json<object>()
  for (const [query, found] of [
    ['', 2],
    ['outcome=REFUSED', 1],
    ['outcome=PASSED,FLAGGED', 1],
    ['action=never', 0],
    [`verificationId=${foreign.id}`, 0],
  ] as const)
    expect([query, await count(query)]).toEqual([query, { count: found, isComplete: true }])
  for (const query of ['outcome=MAYBE', 'limit=5', `environmentId=${other.environmentIds[0]}`])
    expect(codeOf(await call(`${mine.solutionId}/verifications/count?${query}`))).toBe('invalid-parameter')
})

test('what is no filter is refused', async () => {
  for (const query of [
    'outcome=MAYBE',
    'outcome=',
    'outcome=PASSED,',
    'environmentId=1',
    'country=de',
    'asn=0',
    'asn=x',
    'networkKind=home',
    'network=nonsense',
    'network=192.0.2.0/33',
    'browser=',
    'language=deu',
    'ruleId=x',
    'decision=LUCK',
    'reason=A%20b',
    'scoreFrom=2',
    'scoreTo=x',
    'fetched=YES',
    'feedback=CAT',
    'from=yesterday',
    'to=2026-01-01',
    'verificationId=1',
    'limit=0',
    'limit=101',
    'colour=red',
    'cursor=nonsense',
    `hostname=${'a'.repeat(300)}`,
    'action=a%00b',
    'outcome=PASSED&outcome=REFUSED',
    // What others have is as unknown as what nobody has.
    `environmentId=${other.environmentIds[0]}`,
    `ruleId=${other.ruleIds[0]}`,
    `bypassKeyId=${other.bypassKeyIds[0]}`,
    'ruleId=00000000-0000-4000-8000-000000000000',
  ]) {
    const response = await call(`${mine.solutionId}/verifications?${query}`)
    expect([query, response.statusCode]).toEqual([query, 400])
    expect(codeOf(response)).toBe('invalid-parameter')
  }
  expect(codeOf(await call(`${mine.solutionId}/live?outcome=MAYBE`))).toBe('invalid-parameter')
})

test('a page ends where the next begins, and tells no time where it is full or the last', async () => {
  const first = await list('limit=1')
  expect(first).toMatchObject({
    items: [{ verificationId: row.id }],
    nextCursor: encodeCursor({ issuedAt: row.issued_at, id: row.id }),
    searchedUntil: null,
  })
  expect(await list(`limit=1&cursor=${first.nextCursor}`)).toMatchObject({
    items: [{ verificationId: plain.id }],
    nextCursor: null,
    searchedUntil: null,
  })
})
