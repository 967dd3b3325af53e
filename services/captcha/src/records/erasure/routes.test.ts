import { randomUUIDv7 } from 'node:crypto'
import { captchaRoutes, erasureSchema, type Role } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, mountAlone, startDatabases } from '../../testing/start-database.ts'
import { codeOf } from '../../testing/walk-through.ts'
import { recordVerifications } from '../store/record-verifications.ts'
import { createEraser } from './eraser.ts'
import { mountErasures } from './routes.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const now = Date.now()
const roles = new Map<string, Role>()
const app = await mountAlone(db, roles, (scope, bound) =>
  mountErasures(scope, { db: bound, now: () => new Date(now), archivesLog: false }),
)
afterAll(() => app.close())
const eraser = createEraser({ db, archive: null, now: () => now, onError: () => undefined })

async function makeSite(count = 0) {
  const solutionId = randomUUIDv7()
  for (const [name, role] of [
    ['vera', 'VIEWER'],
    ['mia', 'MEMBER'],
    ['ada', 'ADMIN'],
  ] as const)
    roles.set(`${name} ${solutionId}`, role)
  const { siteId } = await insertTestSite(db, solutionId)
  const rows = Array.from({ length: count }, (_, index) => rowAt(now - 60_000 - index, { siteId }))
  if (count > 0) await recordVerifications(db, rows)
  return { solutionId, siteId, rows }
}
const post = (solutionId: string, payload: object | undefined, cookie = 'ada') =>
  app.inject({
    method: 'POST',
    url: `/captcha/v1/sites/${solutionId}/erasures`,
    headers: { cookie },
    ...(payload === undefined ? {} : { payload }),
  })
const get = (path: string, cookie?: string) =>
  app.inject({ url: `/captcha/v1/sites/${path}`, headers: cookie === undefined ? {} : { cookie } })
const left = async (siteId: number) =>
  (
    await db.query<{ n: number }>(
      'test-left',
      'select count(*)::int as n from captcha.verifications where site_id = $1',
      [siteId],
    )
  )[0]?.n

test('only admins erase, viewers see what was asked for, and a stranger is told that nothing is there', async () => {
  const { solutionId, siteId, rows } = await makeSite(3)
  const body = { verificationIds: [rows[0]?.id] }
  for (const [who, status, code] of [
    ['stranger', 404, 'not-found'],
    ['vera', 403, 'role-too-low'],
    ['mia', 403, 'role-too-low'],
  ] as const) {
    const response = await post(solutionId, body, who)
    expect([who, response.statusCode, codeOf(response)]).toEqual([who, status, code])
  }
  const anonymous = await app.inject({ method: 'POST', url: `/captcha/v1/sites/${solutionId}/erasures`, payload: body })
  expect([anonymous.statusCode, codeOf(anonymous)]).toEqual([401, 'unauthenticated'])
  expect(await left(siteId)).toBe(3)
  const done = await post(solutionId, body)
  expect([done.statusCode, done.json()]).toMatchObject([200, { status: 'DONE', scope: 'VERIFICATIONS', erased: 1 }])
  expect(await left(siteId)).toBe(2)
  const { id } = erasureSchema.parse(done.json())
  for (const path of [`${solutionId}/erasures`, `${solutionId}/erasures/${id}`]) {
    const codes = await Promise.all(
      [undefined, 'stranger', 'vera', 'mia', 'ada'].map(async (who) => (await get(path, who)).statusCode),
    )
    expect(codes).toEqual([401, 404, 200, 200, 200])
  }
})

test('a request of one solution is not seen through another, and erases nothing of it', async () => {
  const [mine, other] = [await makeSite(2), await makeSite(2)]
  roles.delete(`ada ${other.solutionId}`)
  expect((await post(other.solutionId, { all: true })).statusCode).toBe(404)
  expect((await post(mine.solutionId, { verificationIds: other.rows.map(({ id }) => id) })).json()).toMatchObject({
    erased: 0,
  })
  expect(await left(other.siteId)).toBe(2)
  roles.set(`olga ${other.solutionId}`, 'ADMIN')
  const { id } = erasureSchema.parse((await post(other.solutionId, { all: true }, 'olga')).json())
  expect((await get(`${mine.solutionId}/erasures/${id}`, 'ada')).statusCode).toBe(404)
})

test('what takes longer runs in the background and tells how far it has come', async () => {
  const { solutionId, siteId } = await makeSite(50)
  const asked = erasureSchema.parse((await post(solutionId, { all: true })).json())
  expect(asked).toMatchObject({ status: 'RUNNING', scope: 'ALL', erased: 0, finishedAt: null })
  while (await eraser.runOnce());
  expect(await left(siteId)).toBe(0)
  expect((await get(`${solutionId}/erasures/${asked.id}`, 'vera')).json()).toMatchObject({
    status: 'DONE',
    erased: 50,
    finishedAt: new Date(now).toISOString(),
  })
})

test('at most 3 run at a time for a site, also when they are asked for at once; ids can always be named', async () => {
  const { solutionId } = await makeSite(1)
  const codes = await Promise.all(
    Array.from({ length: 8 }, async () => (await post(solutionId, { network: '192.0.2.0/24' })).statusCode),
  )
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
  expect(codeOf(await post(solutionId, { all: true }))).toBe('quota-exceeded')
  expect((await post(solutionId, { verificationIds: [randomUUIDv7()] })).statusCode).toBe(200)
  while (await eraser.runOnce());
  expect((await post(solutionId, { all: true })).statusCode).toBe(200)
})

test('requests are listed latest first, page by page', async () => {
  const { solutionId } = await makeSite()
  const ids: string[] = []
  for (let n = 0; n < 3; n++)
    ids.push(erasureSchema.parse((await post(solutionId, { verificationIds: [randomUUIDv7()] })).json()).id)
  const page = async (query: string) =>
    captchaRoutes.listErasures.response.schema.parse((await get(`${solutionId}/erasures${query}`, 'vera')).json())
  const first = await page('?limit=2')
  const second = await page(`?limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toSorted().toReversed())
  expect(codeOf(await get(`${solutionId}/erasures?cursor=x`, 'vera'))).toBe('invalid-parameter')
})

test.for<[string, object | undefined, string]>([
  ['no body', undefined, 'validation-failed'],
  ['nothing', {}, 'validation-failed'],
  ['two things at once', { all: true, before: '2026-07-01T00:00:00Z' }, 'validation-failed'],
  ['all: false', { all: false }, 'validation-failed'],
  ['no ids', { verificationIds: [] }, 'validation-failed'],
  ['101 ids', { verificationIds: Array.from({ length: 101 }, () => randomUUIDv7()) }, 'validation-failed'],
  ['an id that is none', { verificationIds: ['x'] }, 'validation-failed'],
  ['a network that is none', { network: '192.0.2.0' }, 'validation-failed'],
  ['a network too wide', { network: '192.0.2.0/33' }, 'validation-failed'],
  ['a day instead of a time', { before: '2026-07-01' }, 'validation-failed'],
  ['an unknown field', { everything: true }, 'unknown-field'],
])('%s is refused, and nothing is erased', async ([, body, code]) => {
  const { solutionId, siteId } = await makeSite(1)
  expect(codeOf(await post(solutionId, body))).toBe(code)
  expect([await left(siteId), (await get(`${solutionId}/erasures`, 'ada')).json()]).toEqual([
    1,
    { items: [], nextCursor: null },
  ])
})

test('a network may be written with bits of a host', async () => {
  const { solutionId, siteId } = await makeSite(4)
  expect((await post(solutionId, { network: '192.0.2.99/24' })).statusCode).toBe(200)
  while (await eraser.runOnce());
  expect(await left(siteId)).toBe(0)
})
