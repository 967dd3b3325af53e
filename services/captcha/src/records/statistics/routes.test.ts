import { captchaRoutes, type Statistics } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { codeOf, pass, siteverify, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const [site, foreign] = [await makeSite(it), await makeSite(it)]
for (const [user, role] of [
  ['vera', 'VIEWER'],
  ['mel', 'MEMBER'],
  ['ada', 'ADMIN'],
] as const)
  it.roles.set(`${user} ${site.solutionId}`, role)
it.roles.set(`stranger ${foreign.solutionId}`, 'ADMIN')

async function call(query: string, cookie?: string) {
  return it.app.inject({
    method: 'GET',
    url: `/captcha/v1/sites/${site.solutionId}/statistics${query}`,
    headers: cookie === undefined ? {} : { cookie },
  })
}
const read = async (query: string): Promise<Statistics> =>
  captchaRoutes.getStatistics.response.schema.parse((await call(query, 'vera')).json())

test('the statistics are of this moment, and agree with the rows', async () => {
  const tokens: string[] = []
  for (let index = 0; index < 4; index++) tokens.push((await pass(it.app, site.siteKey)).token)
  for (let index = 0; index < 3; index++) await visit(it.app, site.siteKey, { collected: ['webdriver'] })
  await visit(it.app, site.siteKey, { collected: ['no-layout'] })
  await siteverify(it.app, { secret: site.secretKey, response: tokens[0] })
  await siteverify(it.app, { secret: site.secretKey, response: tokens[0] })
  for (const [period, minutes] of [
    ['24h', 60],
    ['7d', 240],
    ['30d', 1440],
    ['91d', 1440],
  ] as const) {
    const statistics = await read(`?period=${period}`)
    expect(statistics.totals).toMatchObject({
      started: 8,
      issued: 8,
      passed: 4,
      flagged: 0,
      refused: 4,
      fetched: 1,
      fetchRefused: 1,
      open: 0,
      expired: 0,
    })
    expect(statistics).toMatchObject({ bucketMinutes: minutes, range: { name: period, timeZone: 'UTC' } })
    expect(statistics.buckets.at(-1)).toMatchObject({ started: 8, passed: 4, flagged: 0, refused: 4, fetched: 1 })
    expect(statistics.refusalReasons).toEqual([
      { code: 'webdriver', count: 3 },
      { code: 'no-layout', count: 1 },
    ])
    expect(statistics.previous).toMatchObject({ issued: 0, passed: 0, checkMsMedian: null })
  }
  const today = new Date(it.clock.now).toISOString().slice(0, 10)
  expect((await read(`?from=${today}&to=${today}`)).totals.passed).toBe(4)
  it.clock.now += 24 * 3_600_000
  expect((await read('?period=24h')).previous).toMatchObject({ issued: 8, passed: 4 })
  it.clock.now -= 24 * 3_600_000
})

test('every member may read them, a stranger is told that nothing is there, and nobody else is let in', async () => {
  for (const member of ['vera', 'mel', 'ada']) expect((await call('', member)).statusCode).toBe(200)
  const stranger = await call('', 'stranger')
  expect([stranger.statusCode, codeOf(stranger)]).toEqual([404, 'not-found'])
  expect(codeOf(await call(''))).toBe('unauthenticated')
})

test.each([
  '?period=1y',
  '?from=2026-01-01',
  '?from=2026-02-30&to=2026-03-01',
  '?from=2020-01-01&to=2026-01-01',
  '?environmentId=staging',
  '?page=1',
])('a query that makes no sense is refused: %s', async (query) => {
  const response = await call(query, 'vera')
  expect([response.statusCode, codeOf(response)]).toEqual([400, 'invalid-parameter'])
})

test('an environment of another site does not exist', async () => {
  const [other] = await it.db.query<{ id: string }>(
    'test-foreign',
    'select e.public_id as id from captcha.environments e join captcha.sites s on s.id = e.site_id where s.solution_id = $1',
    [foreign.solutionId],
  )
  expect(codeOf(await call(`?environmentId=${other?.id}`, 'ada'))).toBe('not-found')
})
