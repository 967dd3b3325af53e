import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { captchaRoutes, type Role } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { createVerificationId } from '../records/store/verification-id.ts'
import { insertTestSite, mountAlone, startDatabases } from '../testing/start-database.ts'
import { codeOf } from '../testing/walk-through.ts'
import { mountOutages } from './routes.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const now = Date.now()
const roles = new Map<string, Role>()
const app = await mountAlone(db, roles, (scope, bound) => mountOutages(scope, { db: bound, now: () => new Date(now) }))
afterAll(() => app.close())
const solutionId = randomUUIDv7()
for (const [name, role] of [
  ['vera', 'VIEWER'],
  ['mia', 'MEMBER'],
  ['ada', 'ADMIN'],
] as const)
  roles.set(`${name} ${solutionId}`, role)
await insertTestSite(db, solutionId)
const get = (cookie?: string, query = '', id = solutionId) =>
  app.inject({ url: `/captcha/v1/sites/${id}/outages${query}`, headers: cookie === undefined ? {} : { cookie } })
const read = async (query = '') => captchaRoutes.listOutages.response.schema.parse((await get('vera', query)).json())
const daysAgo = (days: number) => new Date(now - days * 86_400_000)

test('members of the solution see outages, others do not', async () => {
  const codes = await Promise.all(
    [undefined, 'stranger', 'vera', 'mia', 'ada'].map(async (who) => (await get(who)).statusCode),
  )
  expect(codes).toEqual([401, 404, 200, 200, 200])
  expect((await get('vera', '', randomUUIDv7())).statusCode).toBe(404)
})

test('the outages of the last 90 days are told, latest first, page by page, with the one that lasts', async () => {
  for (const [days, ended, cause] of [
    [95, 91, 'SERVICE_DOWN'],
    [94, 89, 'MAINTENANCE'],
    [3, 2, 'DATABASE'],
    [1, null, 'MAINTENANCE'],
  ] as const)
    await db.query('test-outage', 'insert into captcha.outages (id, from_at, to_at, cause) values ($1, $2, $3, $4)', [
      createVerificationId(now - days * 1_000, randomBytes(10)),
      daysAgo(days),
      ended === null ? null : daysAgo(ended),
      cause,
    ])
  const { items, nextCursor } = await read()
  expect([items.map(({ cause }) => cause), nextCursor]).toEqual([['MAINTENANCE', 'DATABASE', 'MAINTENANCE'], null])
  expect(items[0]).toMatchObject({ from: daysAgo(1).toISOString(), to: null })
  expect(items[1]).toMatchObject({ from: daysAgo(3).toISOString(), to: daysAgo(2).toISOString() })
  const first = await read('?limit=2')
  expect([...first.items, ...(await read(`?limit=2&cursor=${first.nextCursor}`)).items]).toEqual(items)
  expect(codeOf(await get('vera', '?cursor=x'))).toBe('invalid-parameter')
  expect(codeOf(await get('vera', '?limit=0'))).toBe('invalid-parameter')
})
