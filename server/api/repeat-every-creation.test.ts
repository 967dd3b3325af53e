import { captchaRoutes } from '@bollard/contracts'
import { migrate } from '@bollard/database'
import { installProblems } from '@bollard/http'
import type { IdentityService } from '@bollard/identity-service'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { goodBodies } from '../../services/captcha/src/testing/good-bodies.ts'
import { makeSite, startCluster } from '../../services/captcha/src/testing/start-service.ts'
import { repeatCaptchaCalls } from './repeat-captcha-calls.ts'

const cluster = await startCluster()
const it = await cluster.startService()
await migrate(it.db, { schema: 'server', directory: new URL('../migrations/', import.meta.url) })
const app = Fastify()
installProblems(app, { logger: { error: (fields) => void it.errors.push(fields) } })
await app.register(async (scope) => {
  const findActor = async (cookie: string | undefined) => (cookie === undefined ? null : { userId: cookie })
  repeatCaptchaCalls(scope, it.db, { findActor } as unknown as IdentityService, () => new Date(it.clock.now))
  await scope.register(it.service.apiRoutes)
})
afterAll(async () => {
  await app.close()
  await cluster.stop()
})

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
    const { rows } = await it.db.pool.query<{ answer: string }>('select answer from server.repeated_calls')
    for (const { answer } of rows) expect(answer).not.toMatch(/"secret(?:Key)?":"[^"]+"/u)
  },
)
