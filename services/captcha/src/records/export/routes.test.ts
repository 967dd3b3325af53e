import { createReads } from '@bollard/database'
import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { captchaRoutes, exportSchema, type Role, verificationSchema } from '@bollard/contracts'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { rowAt } from '../../testing/row-at.ts'
import { insertTestSite, mountAlone, startDatabases } from '../../testing/start-database.ts'
import { codeOf } from '../../testing/walk-through.ts'
import { keepPartitions } from '../store/keep-partitions.ts'
import { recordVerifications } from '../store/record-verifications.ts'
import { createExporter } from './exporter.ts'
import { createReadLog } from './read-log.ts'
import { mountExports } from './routes.ts'

const databases = await startDatabases()
afterAll(() => databases.stop())
const { db } = await databases.create()
const clock = { now: Date.now() }
await keepPartitions(db, clock.now, { daysAhead: 1, retentionDays: 400 })
const context = { now: () => new Date(clock.now), groupOf: () => 'group', nameOfNetwork: () => null }
const roles = new Map<string, Role>()
const proof = { ago: 0 as number | null }
const provenAt = () => (proof.ago === null ? null : new Date(clock.now - proof.ago))
const app = await mountAlone(
  db,
  roles,
  (scope, bound) => mountExports(scope, { db: bound, reads: createReads(bound, null), ...context }),
  provenAt,
  () => new Date(clock.now),
)
afterAll(() => app.close())
const exporter = createExporter({
  db,
  readLog: createReadLog({ reads: createReads(db, null), ...context }),
  now: () => clock.now,
  onError: () => undefined,
})
const work = async () => {
  while (await exporter.runOnce());
}

async function makeSite(count = 0) {
  const solutionId = randomUUIDv7()
  for (const [name, role] of [
    ['vera', 'VIEWER'],
    ['mia', 'MEMBER'],
    ['ada', 'ADMIN'],
  ] as const)
    roles.set(`${name} ${solutionId}`, role)
  const site = await insertTestSite(db, solutionId)
  const rows = Array.from({ length: count }, (_, index) =>
    rowAt(clock.now - 60_000 - index, { siteId: site.siteId, environmentId: site.environmentId }),
  )
  for (let at = 0; at < rows.length; at += 1_000) await recordVerifications(db, rows.slice(at, at + 1_000))
  return { ...site, solutionId, rows }
}
type Method = 'GET' | 'POST' | 'DELETE' | 'HEAD'
const call = (method: Method, path: string, cookie?: string, payload?: object, headers: Record<string, string> = {}) =>
  app.inject({
    method,
    url: `/captcha/v1/sites/${path}`,
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
    ...(payload === undefined ? {} : { payload }),
  })
const make = async (solutionId: string, body: object = { format: 'JSON' }) =>
  exportSchema.parse((await call('POST', `${solutionId}/exports`, 'mia', body)).json())

test('viewers see exports, members make, fetch and delete them; a stranger is told that nothing is there', async () => {
  const { solutionId } = await makeSite(2)
  const { id } = await make(solutionId)
  await work()
  const lowest: [Method, string, Role, number][] = [
    ['GET', `${solutionId}/exports`, 'VIEWER', 200],
    ['GET', `${solutionId}/exports/${id}`, 'VIEWER', 200],
    ['GET', `${solutionId}/exports/${id}/file`, 'MEMBER', 200],
    ['GET', `${solutionId}/exports/direct`, 'MEMBER', 200],
    ['POST', `${solutionId}/exports`, 'MEMBER', 202],
  ]
  for (const [method, path, role, status] of lowest) {
    const body = method === 'POST' ? { format: 'CSV' } : undefined
    const codes = await Promise.all(
      [undefined, 'stranger', 'vera', 'mia', 'ada'].map(
        async (who) => (await call(method, path, who, body)).statusCode,
      ),
    )
    expect([path, ...codes]).toEqual([path, 401, 404, role === 'VIEWER' ? status : 403, status, status])
  }
  const remove = `${solutionId}/exports/${id}`
  for (const [who, status, code] of [
    [undefined, 401, 'unauthenticated'],
    ['stranger', 404, 'not-found'],
    ['vera', 403, 'role-too-low'],
  ] as const) {
    const response = await call('DELETE', remove, who)
    expect([response.statusCode, codeOf(response)]).toEqual([status, code])
  }
  expect((await call('DELETE', remove, 'mia')).statusCode).toBe(204)
  expect((await call('DELETE', remove, 'ada')).statusCode).toBe(404)
})

test('whoever takes data along has proved within ten minutes that it is them; looking and deleting ask for none', async () => {
  const { solutionId } = await makeSite(2)
  const { id } = await make(solutionId)
  await work()
  const taking = [
    ['POST', `${solutionId}/exports`, 202],
    ['GET', `${solutionId}/exports/${id}/file`, 200],
    ['GET', `${solutionId}/exports/direct`, 200],
  ] as const
  for (const [ago, isEnough] of [
    [null, false],
    [600_001, false],
    [600_000, true],
  ] as const) {
    proof.ago = ago
    for (const [method, path, status] of taking) {
      const answer = await call(method, path, 'mia', method === 'POST' ? { format: 'CSV' } : undefined)
      expect([path, ago, answer.statusCode]).toEqual([path, ago, isEnough ? status : 401])
      if (!isEnough) expect(codeOf(answer)).toBe('step-up-required')
      expect(
        (await call(method, path, 'stranger', method === 'POST' ? { format: 'CSV' } : undefined)).statusCode,
        'a stranger is asked for nothing',
      ).toBe(404)
    }
  }
  proof.ago = null
  for (const path of [`${solutionId}/exports`, `${solutionId}/exports/${id}`])
    expect((await call('GET', path, 'vera')).statusCode).toBe(200)
  expect((await call('DELETE', `${solutionId}/exports/${id}`, 'mia')).statusCode).toBe(204)
  proof.ago = 0
})

test('an export of one solution is not reached through another', async () => {
  const [mine, other] = [await makeSite(1), await makeSite(1)]
  const { id } = await make(other.solutionId)
  await work()
  roles.delete(`ada ${other.solutionId}`)
  for (const path of [
    `${mine.solutionId}/exports/${id}`,
    `${mine.solutionId}/exports/${id}/file`,
    `${other.solutionId}/exports/${id}`,
  ])
    expect([path, (await call('GET', path, 'ada')).statusCode]).toEqual([path, 404])
  expect((await call('DELETE', `${mine.solutionId}/exports/${id}`, 'ada')).statusCode).toBe(404)
  expect((await call('GET', `${other.solutionId}/exports/${id}/file`, 'mia')).statusCode).toBe(200)
})

test('a file is sent packed to who accepts that and plain to who does not, as an attachment with its length', async () => {
  const site = await makeSite(700)
  const { id } = await make(site.solutionId)
  const path = `${site.solutionId}/exports/${id}`
  const waiting = await call('GET', `${path}/file`, 'mia')
  expect([waiting.statusCode, codeOf(waiting)]).toEqual([409, 'export-not-ready'])
  await work()
  const state = exportSchema.parse((await call('GET', path, 'mia')).json())
  expect(state).toMatchObject({ status: 'DONE', progress: 1, rows: 700, truncated: false })

  const [plain, packed, refusing] = await Promise.all([
    call('GET', `${path}/file`, 'mia'),
    call('GET', `${path}/file`, 'mia', undefined, { 'accept-encoding': 'br, gzip' }),
    call('GET', `${path}/file`, 'mia', undefined, { 'accept-encoding': 'gzip;q=0' }),
  ])
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="bollard-verifications-${new Date(clock.now).toISOString().slice(0, 10)}.json"`,
    'content-length': String(state.bytes),
    'cache-control': 'no-store',
  })
  expect([
    plain.headers['content-encoding'],
    refusing.headers['content-encoding'],
    packed.headers['content-encoding'],
  ]).toEqual([undefined, undefined, 'gzip'])
  expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(refusing.rawPayload.equals(plain.rawPayload)).toBe(true)
  expect(verificationSchema.array().parse(plain.json())).toHaveLength(700)
  expect((await call('HEAD', `${path}/file`, 'mia')).statusCode).toBe(200)
})

test('a browser-like client reads the packed file over a real connection', async () => {
  const site = await makeSite(2_500)
  const { id } = await make(site.solutionId, { format: 'CSV' })
  await work()
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(`${address}/captcha/v1/sites/${site.solutionId}/exports/${id}/file`, {
    headers: { cookie: 'mia' },
  })
  const text = await response.text()
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect(text.split('\r\n')).toHaveLength(2_502)
})

test('an export that has expired says so', async () => {
  const site = await makeSite(1)
  const { id } = await make(site.solutionId)
  await work()
  await db.pool.query(`update captcha.exports set status = 'EXPIRED' where id = $1`, [id])
  const response = await call('GET', `${site.solutionId}/exports/${id}/file`, 'mia')
  expect([response.statusCode, codeOf(response)]).toEqual([410, 'export-expired'])
})

test('a file can be fetched until its time is over, and not until upkeep notices', async () => {
  const site = await makeSite(1)
  const { id, expiresAt } = await make(site.solutionId)
  await work()
  const before = clock.now
  clock.now = Date.parse(expiresAt) - 1
  const inTime = await call('GET', `${site.solutionId}/exports/${id}/file`, 'mia')
  clock.now += 1
  const late = await call('GET', `${site.solutionId}/exports/${id}/file`, 'mia')
  clock.now = before
  expect([inTime.statusCode, late.statusCode, codeOf(late)]).toEqual([200, 410, 'export-expired'])
})

test('a site has at most 3 exports at a time, also when they are asked for at once, and 20 in all', async () => {
  const { solutionId, siteId } = await makeSite(1)
  const ask = async () => (await call('POST', `${solutionId}/exports`, 'mia', { format: 'CSV' })).statusCode
  const codes = await Promise.all(Array.from({ length: 10 }, ask))
  expect(codes.toSorted((a, b) => a - b)).toEqual([202, 202, 202, 429, 429, 429, 429, 429, 429, 429])
  const refused = await call('POST', `${solutionId}/exports`, 'mia', { format: 'CSV' })
  expect(codeOf(refused)).toBe('quota-exceeded')
  for (let n = 3; n < 20; n++) {
    await work()
    expect(await ask()).toBe(202)
  }
  await work()
  expect(await ask()).toBe(429)
  await db.query('test-expire', `update captcha.exports set status = 'EXPIRED' where site_id = $1`, [siteId])
  expect(await ask()).toBe(202)
  await db.query('test-clear', 'delete from captcha.exports where site_id = $1', [siteId])
})

test('exports are listed latest first, page by page', async () => {
  const { solutionId } = await makeSite(0)
  const ids = [
    await make(solutionId),
    await make(solutionId, { format: 'CSV', filters: { country: 'DE', outcome: 'PASSED,REFUSED' } }),
    await make(solutionId),
  ].map(({ id }) => id)
  const page = async (query: string) =>
    captchaRoutes.listExports.response.schema.parse((await call('GET', `${solutionId}/exports${query}`, 'vera')).json())
  const first = await page('?limit=2')
  const second = await page(`?limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toSorted().toReversed())
  expect([[...first.items, ...second.items].find(({ id }) => id === ids[1])?.filters, second.nextCursor]).toEqual([
    { country: 'DE', outcome: ['PASSED', 'REFUSED'] },
    null,
  ])
  expect(codeOf(await call('GET', `${solutionId}/exports?cursor=nonsense`, 'vera'))).toBe('invalid-parameter')
})

test.for<[string, object | undefined, string]>([
  ['no body', undefined, 'validation-failed'],
  ['an unknown format', { format: 'XML' }, 'validation-failed'],
  ['an unknown field', { format: 'CSV', all: true }, 'unknown-field'],
  ['an unknown filter', { format: 'CSV', filters: { ip: '192.0.2.1' } }, 'unknown-field'],
  ['a time that is none', { format: 'CSV', filters: { from: 'yesterday' } }, 'validation-failed'],
  [
    'an environment of somebody else',
    { format: 'CSV', filters: { environmentId: randomUUIDv7() } },
    'invalid-parameter',
  ],
])('%s is refused', async ([, body, code]) => {
  const { solutionId } = await makeSite(0)
  expect(codeOf(await call('POST', `${solutionId}/exports`, 'mia', body))).toBe(code)
  expect((await call('GET', `${solutionId}/exports`, 'mia')).json()).toMatchObject({ items: [] })
})

test('the direct way answers at once with the newest 5 000 at most, filtered, ten times a minute', async () => {
  const site = await makeSite(5_200)
  const path = `${site.solutionId}/exports/direct`
  clock.now += 60_000
  const all = verificationSchema.array().parse((await call('GET', `${path}?format=JSON`, 'ada')).json())
  expect(all.map(({ verificationId }) => verificationId)).toEqual(site.rows.slice(0, 5_000).map(({ id }) => id))
  const [from, to] = [site.rows[10]?.issuedAt ?? 0, (site.rows[4]?.issuedAt ?? 0) + 1]
  const few = await call('GET', `${path}?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`, 'ada')
  expect(few.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
  expect(few.body.split('\r\n')).toHaveLength(9)
  expect(codeOf(await call('GET', `${path}?format=XML`, 'ada'))).toBe('invalid-parameter')
  const codes: number[] = []
  for (let n = 0; n < 10; n++) codes.push((await call('GET', `${path}?country=XX`, 'ada')).statusCode)
  expect(codes).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429, 429])
})

test('a slow reader holds no server up that closes', async () => {
  const site = await makeSite(5_000)
  const alone = await mountAlone(db, roles, (scope, bound) =>
    mountExports(scope, { db: bound, reads: createReads(bound, null), ...context }),
  )
  const address = await alone.listen({ host: '127.0.0.1', port: 0 })
  const { body } = await fetch(`${address}/captcha/v1/sites/${site.solutionId}/exports/direct?format=JSON`, {
    headers: { cookie: 'mia' },
  })
  const reader = body?.getReader()
  await reader?.read()
  await alone.close()
  const rest = async () => {
    while ((await reader?.read())?.done === false);
  }
  await expect(rest()).rejects.toThrow()
})

test('whoever goes away while nothing is found leaves no search behind', async () => {
  const site = await makeSite(6_000)
  let [steps, underWay] = [0, 0]
  const slow: typeof db = {
    ...db,
    async query(...call: Parameters<typeof db.query>) {
      const [name] = call
      if (name === 'captcha-log-step') {
        steps += 1
        underWay += 1
        await wait(510)
        underWay -= 1
      }
      return db.query<never>(...call)
    },
  }
  const alone = await mountAlone(db, roles, (scope) =>
    mountExports(scope, { ...context, db: slow, reads: createReads(slow, null) }),
  )
  const closed = Promise.withResolvers<void>()
  alone.addHook('onRequest', async (_request, { raw }) => void raw.once('close', closed.resolve))
  onTestFinished(() => alone.close())
  const address = await alone.listen({ host: '127.0.0.1', port: 0 })
  const leave = new AbortController()
  const response = await fetch(`${address}/captcha/v1/sites/${site.solutionId}/exports/direct?language=xx`, {
    headers: { cookie: 'mia' },
    signal: leave.signal,
  })
  expect(response.status).toBe(200)
  // The first step is over when the answer begins. The second one runs, so that none is only about to begin.
  await expect.poll(() => steps > 1 && underWay > 0, { timeout: 20_000, interval: 10 }).toBe(true)
  leave.abort()
  await closed.promise
  // The step that runs is the last one: another would begin as soon as it has ended.
  await expect.poll(() => underWay, { timeout: 20_000, interval: 10 }).toBe(0)
  const then = steps
  await wait(600)
  expect([then < 4, steps]).toEqual([true, then])
})
