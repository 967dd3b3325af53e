import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster } from '../testing/start-service.ts'
import { codeOf, siteverify } from '../testing/walk-through.ts'
import { keepOutage } from './outages.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
await it.db.query(
  'test-failover',
  `update captcha.sites set settings = settings || '{"failover":"RECORDED_OUTAGES"}', changed_at = clock_timestamp() where solution_id = $1`,
  [site.solutionId],
)
it.roles.set(`ada ${site.solutionId}`, 'ADMIN')

const token = (at: number, siteKey = site.siteKey) => {
  const claim = {
    siteKey,
    at: new Date(at).toISOString(),
    id: randomBytes(16).toString('base64url'),
    reason: 'unreachable',
  }
  return `bfo1.${Buffer.from(JSON.stringify(claim)).toString('base64url')}`
}
const ask = (response: string, secret = site.secretKey) => siteverify(it.app, { secret, response })
const get = (path: string) =>
  it.app.inject({ url: `/captcha/v1/sites/${site.solutionId}/${path}`, headers: { cookie: 'ada' } })

test('a forged failover gets nowhere while no outage was recorded', async () => {
  expect(await ask(token(it.clock.now - 1_000))).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'client-reported-outage'],
  })
  expect(await ask(token(it.clock.now, 'x'.repeat(1_500)))).toEqual({
    success: false,
    'error-codes': ['invalid-input-response', 'token-malformed'],
  })
  expect((await ask('bfo1.')).success).toBe(false)
  expect((await ask(token(it.clock.now), 'bsec_wrong'))['error-codes']).toEqual(['invalid-input-secret'])
})

test('in a recorded outage the customer is told that failover decided, once, and the log shows it', async () => {
  await it.db.transaction((tx) => keepOutage(tx, { cause: 'SERVICE_DOWN', fromAgeMs: 90_000, toAgeMs: 30_000 }))
  it.clock.now += 1_000
  const response = token(it.clock.now - 60_000)
  const answer = await ask(response)
  expect(answer).toMatchObject({ success: true, outcome: 'FLAGGED', score: null, hostname: '', 'error-codes': [] })
  expect(answer.reasons).toEqual([{ code: 'failover', group: 'credential', weight: 0 }])
  expect(await ask(response)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate', 'token-already-used'] })
  const seen = (await get(`verifications/${answer.verification_id}`)).json()
  expect(seen).toMatchObject({
    decision: { type: 'FAILOVER' },
    outcome: 'FLAGGED',
    passed: true,
    score: null,
    environment: { name: 'Production' },
    retrievals: 1,
  })
  // An unknown score is in no range of scores.
  expect((await get('verifications?scoreFrom=0&scoreTo=1')).json()).toMatchObject({ items: [] })
  expect((await get('verifications?decision=FAILOVER')).json()).toMatchObject({
    items: [{ verificationId: answer.verification_id }],
  })
  expect((await get('outages')).json()).toMatchObject({ items: [{ cause: 'SERVICE_DOWN' }] })
})

test('the result of a failover is taken by siteverify alone, and once', async () => {
  const { verification_id: id = '' } = await ask(token(it.clock.now - 50_000))
  const result = await it.app.inject({
    url: `/captcha/v1/verifications/${id}/result`,
    headers: { authorization: `Bearer ${site.secretKey}` },
  })
  expect(codeOf(result)).toBe('retrieval-limit')
})
