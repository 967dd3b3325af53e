import { captchaRoutes } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { goodBodies } from '../testing/good-bodies.ts'
import { makeSite, startCluster } from '../testing/start-service.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const { app } = it

/** Each call that takes a key, the table it adds to, and whether it tells a secret. */
const creations = [
  ['createEnvironment', 'environments', true],
  ['createApiKey', 'api_keys', true],
  ['createBypassKey', 'bypass_keys', true],
  ['createWebhook', 'webhooks', true],
  ['createRule', 'rules', false],
  ['createExport', 'exports', false],
] as const

test.for(creations)(
  '%s has one effect however often it is repeated at once, and tells its secret once',
  async ([id, table, hasSecret]) => {
    const { solutionId } = await makeSite(it)
    it.roles.set(`ada ${solutionId}`, 'ADMIN')
    const count = async () =>
      (await it.db.pool.query<{ n: number }>(`select count(*)::int as n from captcha.${table}`)).rows[0]?.n ?? 0
    const before = await count()
    const headers = { cookie: 'ada', 'idempotency-key': id }
    const call = () =>
      app.inject({
        method: 'POST',
        url: captchaRoutes[id].path.replace('{solutionId}', solutionId),
        headers,
        payload: goodBodies(it.clock.now)[id],
      })
    const answers = await Promise.all([call(), call(), call()])
    answers.push(await call())
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 4 }, () => captchaRoutes[id].response.status),
    )
    expect((await count()) - before).toBe(1)
    const told = answers.filter(({ headers: { 'idempotency-replayed': replayed } }) => replayed === undefined)
    expect(told).toHaveLength(1)
    const bodies = answers.map(({ body }) => body.replace(/"(secret|secretKey)":"[^"]*"/u, '"$1":""'))
    expect(new Set(bodies).size).toBe(1)
    expect(answers.filter(({ body }) => /"secret(?:Key)?":"[^"]+"/u.test(body))).toHaveLength(hasSecret ? 1 : 0)
    const { rows } = await it.db.pool.query<{ answer: string }>('select answer from captcha.repeated_calls')
    for (const { answer } of rows) expect(answer).not.toMatch(/"secret(?:Key)?":"[^"]+"/u)
  },
)

test('people behind one proxy with a password share no answer, and keys are told apart whatever else is sent along', async () => {
  const site = await makeSite(it)
  for (const name of ['ada', 'eve']) it.roles.set(`${name} ${site.solutionId}`, 'ADMIN')
  const post = (path: string, headers: Record<string, string>, payload: object) =>
    app.inject({ method: 'POST', url: `/captcha/v1/sites/${site.solutionId}/${path}`, headers, payload })
  const keyOf = async (name: string) =>
    (await post('api-keys', { cookie: 'ada' }, { name, scopes: ['manage'] })).json<{ secretKey: string }>().secretKey
  const [one, other] = [await keyOf('one'), await keyOf('other')]
  const create = async (headers: Record<string, string>) =>
    (await post('rules', { 'idempotency-key': 'k', ...headers }, goodBodies(it.clock.now).createRule)).json<{
      id: string
    }>().id
  const proxy = { authorization: 'Basic dGVhbTpzZWNyZXQ=' }
  const ids = [
    await create({ ...proxy, cookie: 'ada' }),
    await create({ ...proxy, cookie: 'eve' }),
    await create({ cookie: 'ada' }),
    await create({ authorization: `Bearer ${one}` }),
    await create({ authorization: `bearer ${one}`, cookie: 'ada' }),
    await create({ authorization: `Bearer ${other}` }),
  ]
  const distinct = [...new Set(ids)]
  expect(ids.map((id) => distinct.indexOf(id))).toEqual([0, 1, 0, 2, 2, 3])
})
