import { compatPaths, type RuleAction, type RuleCondition } from '@bollard/contracts'
import { expectedHashes } from '@bollard/proof-of-work/server'
import { afterAll, expect, test } from 'vitest'
import { chromium } from '../../testing/browser.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { pass, siteverify, start, started, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService({
  lookUpNetwork: (address) =>
    address === '203.0.113.9'
      ? { asn: 64_500, country: 'FR', kind: 'hosting' }
      : { asn: 64_501, country: 'DE', kind: 'access' },
  nameOfNetwork: (asn) => (asn === 64_500 ? 'Rack & Sons' : 'Home Fibre'),
  trustedProxies: ['127.0.0.1'],
})
const from = (address: string) => ({ ...chromium, 'x-forwarded-for': address })
const rack = from('203.0.113.9')
const home = from('198.51.100.4')

interface Rule {
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
  readonly priority?: number
  readonly dryRun?: boolean
}

async function siteWith(...rules: readonly Rule[]): Promise<TestSite & { ids: string[] }> {
  const site = await makeSite(it)
  it.roles.set(`ada ${site.solutionId}`, 'ADMIN')
  const ids: string[] = []
  for (const [index, rule] of rules.entries()) {
    const payload = { name: `Rule ${index}`, priority: 10 * (index + 1), ...rule }
    const answer = await it.app.inject({
      method: 'POST',
      url: `/captcha/v1/sites/${site.solutionId}/rules`,
      headers: { cookie: 'ada' },
      payload,
    })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    ids.push(answer.json<{ id: string }>().id)
  }
  return { ...site, ids }
}
const verificationOf = async (site: TestSite, id: string) =>
  (
    await it.app.inject({ url: `/captcha/v1/sites/${site.solutionId}/verifications/${id}`, headers: { cookie: 'ada' } })
  ).json()
const french: RuleCondition = { field: 'country', not: false, values: ['FR'] }
const hashesOf = async (site: TestSite, headers: Record<string, string>) =>
  expectedHashes((await started(it.app, { siteKey: site.siteKey }, headers)).challenge.target)

test('a rule that blocks refuses at once, before any work, and the log says which rule it was', async () => {
  const site = await siteWith({ conditions: [french], action: { type: 'BLOCK' } })
  const refused = await start(it.app, { siteKey: site.siteKey }, rack)
  expect(refused.json()).toMatchObject({ status: 'refused', reasons: ['blocked-by-rule'] })
  const { verificationId } = refused.json<{ verificationId: string }>()
  expect(await verificationOf(site, verificationId)).toMatchObject({
    outcome: 'REFUSED',
    passed: false,
    decision: { type: 'RULE', rule: { id: site.ids[0], name: 'Rule 0', action: 'BLOCK' } },
  })
  expect((await visit(it.app, site.siteKey, { headers: home })).answered?.status).toBe('passed')
})

test('a rule that allows lets pass without work, even what the score would stop', async () => {
  const site = await siteWith({
    conditions: [{ field: 'network', not: false, values: ['rack*'] }],
    action: { type: 'ALLOW' },
  })
  const passed = (await start(it.app, { siteKey: site.siteKey }, { ...rack, 'user-agent': 'curl/8' })).json<{
    status: string
    token: string
  }>()
  expect(passed.status).toBe('passed')
  expect(await siteverify(it.app, { secret: site.secretKey, response: passed.token })).toMatchObject({
    success: true,
    outcome: 'PASSED',
    decision: { type: 'RULE' },
  })
  // What the page gives its server comes along with these too.
  const given = (await start(it.app, { siteKey: site.siteKey, cData: 'order-7' }, rack)).json<{ token: string }>()
  const payload = { secret: site.secretKey, response: given.token }
  const answer = await it.app.inject({ method: 'POST', url: compatPaths.turnstile, payload })
  expect(answer.json()).toMatchObject({ success: true, cdata: 'order-7' })
})

test('a rule changes the work of whom it fits, and of nobody else', async () => {
  const site = await siteWith({
    conditions: [{ field: 'asn', not: false, values: [64_501] }],
    action: { type: 'DIFFICULTY', percent: 100 },
  })
  const usual = await hashesOf(await siteWith(), home)
  expect((await hashesOf(site, home)) / usual).toBeCloseTo(2, 2)
  const { verificationId } = await visit(it.app, site.siteKey, { headers: home })
  expect(await verificationOf(site, verificationId)).toMatchObject({
    decision: { type: 'SCORE', rule: { name: 'Rule 0', action: 'DIFFICULTY' } },
  })
})

test('a rule that challenges asks everybody it fits for a second round', async () => {
  const site = await siteWith({
    conditions: [{ field: 'path', not: false, values: ['/checkout*'] }],
    action: { type: 'CHALLENGE' },
  })
  const first = await started(it.app, { siteKey: site.siteKey, path: '/checkout/pay' }, home)
  expect(first.challenge.token).toHaveLength(168)
  expect((await visit(it.app, site.siteKey, { headers: home, path: '/checkout/pay' })).answered?.status).toBe(
    'challenge',
  )
  expect((await visit(it.app, site.siteKey, { headers: home, path: '/news' })).answered?.status).toBe('passed')
})

test('a rule that flags marks the result of a visitor whom the score likes', async () => {
  const site = await siteWith({
    conditions: [{ field: 'action', not: false, values: ['signup'] }],
    action: { type: 'FLAG' },
  })
  const flagged = await visit(it.app, site.siteKey, { headers: home, action: 'signup' })
  expect(await verificationOf(site, flagged.verificationId)).toMatchObject({
    outcome: 'FLAGGED',
    passed: true,
    decision: { type: 'RULE' },
  })
  const plain = await visit(it.app, site.siteKey, { headers: home, action: 'search' })
  expect(await verificationOf(site, plain.verificationId)).toMatchObject({
    outcome: 'PASSED',
    decision: { type: 'SCORE', rule: null },
  })
})

test('a rule on the score decides once the score is known, before a rule behind it that would have allowed', async () => {
  const site = await siteWith(
    { conditions: [{ field: 'score', from: 0.8, to: 1 }], action: { type: 'BLOCK' } },
    { conditions: [{ field: 'country', not: false, values: ['DE'] }], action: { type: 'ALLOW' } },
  )
  // Without the rule on the score these would pass without work; so they do their work first.
  const person = await visit(it.app, site.siteKey, { headers: home })
  expect(await verificationOf(site, person.verificationId)).toMatchObject({
    outcome: 'PASSED',
    decision: { type: 'RULE', rule: { name: 'Rule 1' } },
  })
  const bot = await visit(it.app, site.siteKey, { headers: home, collected: ['webdriver'] })
  expect(bot.response.json()).toMatchObject({ status: 'refused', reasons: ['blocked-by-rule'] })
  expect(await verificationOf(site, bot.verificationId)).toMatchObject({
    decision: { type: 'RULE', rule: { name: 'Rule 0' } },
  })
})

test('a rule on trial changes nothing, and is counted', async () => {
  const site = await siteWith({ conditions: [french], action: { type: 'BLOCK' }, dryRun: true })
  expect((await start(it.app, { siteKey: site.siteKey }, rack)).json()).toMatchObject({ status: 'challenge' })
  await expect
    .poll(
      async () => {
        const list = await it.app.inject({
          url: `/captcha/v1/sites/${site.solutionId}/rules`,
          headers: { cookie: 'ada' },
        })
        return list.json<{ items: { hits: number; dryRunHits: number }[] }>().items[0]
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ hits: 0, dryRunHits: 1 })
})

test('wrong work passes by no rule', async () => {
  const site = await siteWith({ conditions: [{ field: 'score', from: 0, to: 1 }], action: { type: 'ALLOW' } })
  const { verificationId, challenge } = await started(it.app, { siteKey: site.siteKey }, home)
  const answer = await it.app.inject({
    method: 'POST',
    url: `/captcha/v1/verifications/${verificationId}/solutions`,
    headers: home,
    payload: JSON.stringify({
      challenge: challenge.token,
      solution: Buffer.alloc(128).toString('base64url'),
      workMs: 1,
    }),
  })
  expect(answer.json()).toMatchObject({ status: 'refused' })
})

test('a flood against a blocking rule is counted in full, and only a part of it gets rows', async () => {
  const site = await siteWith({ conditions: [french], action: { type: 'BLOCK' } })
  const codes = await Promise.all(
    Array.from(
      { length: 500 },
      async () => (await start(it.app, { siteKey: site.siteKey }, rack)).json<{ status: string }>().status,
    ),
  )
  expect(new Set(codes)).toEqual(new Set(['refused']))
  const rows = await it.db.query<{ n: number }>(
    'test-blocked',
    'select count(*)::int as n from captcha.verifications v join captcha.environments e on e.id = v.environment_id where e.site_key = $1',
    [site.siteKey],
  )
  expect(rows[0]?.n).toBeGreaterThanOrEqual(100)
  expect(rows[0]?.n).toBeLessThan(500)
  const list = async () => {
    const answer = await it.app.inject({
      url: `/captcha/v1/sites/${site.solutionId}/rules`,
      headers: { cookie: 'ada' },
    })
    return answer.json<{ items: { hits: number }[] }>().items[0]?.hits
  }
  await expect.poll(list, { timeout: 20_000 }).toBe(500)
})

test('a visitor of a site with rules passes as before where none fits', async () => {
  const site = await siteWith({ conditions: [french], action: { type: 'BLOCK' } })
  expect(await pass(it.app, site.siteKey)).toMatchObject({ token: expect.stringMatching(/^btk3\./u) })
})
