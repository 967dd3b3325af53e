import {
  captchaRoutes,
  problemSchema,
  type SiteSettings,
  statisticsSchema,
  verificationSchema,
} from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { chromium } from '../../testing/browser.ts'
import { setSettings } from '../../testing/set-settings.ts'
import { makeSite, startCluster, type TestSite } from '../../testing/start-service.ts'
import { siteverify, start, visit } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
/** 20.0.0.0/8 houses servers, everything else people. */
const it = await cluster.startService({
  trustedProxies: ['127.0.0.1'],
  lookUpNetwork: (address) => ({
    asn: 64_500,
    country: 'DE',
    kind: address.startsWith('20.') ? 'hosting' : 'access',
  }),
})

async function siteWith(settings: Partial<SiteSettings> = {}): Promise<TestSite> {
  const site = await makeSite(it)
  it.roles.set(`vera-${site.solutionId} ${site.solutionId}`, 'VIEWER')
  await setSettings(it, site, settings)
  return site
}
const from = (address: string) => ({ ...chromium, 'x-forwarded-for': address })
async function read(site: TestSite, path: string): Promise<unknown> {
  const url = `/captcha/v1/sites/${site.solutionId}/${path}`
  const answer = await it.app.inject({ url, headers: { cookie: `vera-${site.solutionId}` } })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

/** How many of so many starts from one address got a challenge; all others were asked to wait. */
async function challenged(site: TestSite, address: string, starts: number): Promise<number> {
  let count = 0
  for (let one = 0; one < starts; one++) {
    const answer = await start(it.app, { siteKey: site.siteKey }, from(address))
    if (answer.statusCode === 201) count++
    else expect(problemSchema.parse(answer.json())).toMatchObject({ code: 'throttled', status: 429 })
  }
  return count
}

test('what a budget asked for is a reason with its number: in the log, its search, its export and for the server', async () => {
  const site = await siteWith()
  expect(await challenged(site, '30.1.2.3', 60)).toBe(60)
  const before = await visit(it.app, site.siteKey, { headers: from('30.1.9.3') })
  const { answered, verificationId } = await visit(it.app, site.siteKey, { headers: from('30.1.2.3') })
  const reason = { code: 'network-budget', group: 'velocity', weight: 0, bits: 2 }
  const seen = verificationSchema.parse(await read(site, `verifications/${verificationId}`))
  expect(seen.reasons).toContainEqual(reason)
  expect(seen.score).toBe(verificationSchema.parse(await read(site, `verifications/${before.verificationId}`)).score)
  const found = captchaRoutes.listVerifications.response.schema.parse(
    await read(site, 'verifications?reason=network-budget'),
  )
  expect(found.items.map((item) => item.verificationId)).toEqual([verificationId])
  const token = answered?.status === 'passed' ? answered.token : ''
  const told = await siteverify(it.app, { secret: site.secretKey, response: token })
  expect(told.reasons).toContainEqual(reason)
  const { reasons, refusalReasons } = statisticsSchema.parse(await read(site, 'statistics'))
  expect(reasons).toContainEqual({ code: 'network-budget', count: 1, refused: 0 })
  expect(refusalReasons).toEqual([])
})

test('who is refused by a rule is never counted as refused because of a budget', async () => {
  const site = await siteWith({ underAttack: 'ON', riskScoring: false })
  it.roles.set(`ada-${site.solutionId} ${site.solutionId}`, 'ADMIN')
  const made = await it.app.inject({
    method: 'POST',
    url: `/captcha/v1/sites/${site.solutionId}/rules`,
    headers: { cookie: `ada-${site.solutionId}` },
    payload: {
      name: 'Nobody',
      priority: 1,
      conditions: [{ field: 'score', from: 0, to: 1 }],
      action: { type: 'BLOCK' },
    },
  })
  expect(made.statusCode).toBe(201)
  const { verificationId } = await visit(it.app, site.siteKey, { headers: from('30.2.2.3') })
  const { outcome, reasons } = verificationSchema.parse(await read(site, `verifications/${verificationId}`))
  expect([outcome, reasons.map(({ code }) => code)]).toEqual(['REFUSED', ['site-under-attack']])
  expect(statisticsSchema.parse(await read(site, 'statistics')).refusalReasons).toEqual([])
})

test('starts that were asked to wait are counted for the owner, and are nobody who left', async () => {
  const site = await siteWith()
  const through = await challenged(site, '20.1.2.3', 80)
  expect(through).toBeGreaterThan(50)
  expect(through).toBeLessThan(80)
  const { totals, buckets } = statisticsSchema.parse(await read(site, 'statistics?period=24h'))
  expect(totals).toMatchObject({ throttled: 80 - through, started: through, open: through, expired: 0 })
  expect(buckets.reduce((sum, { started }) => sum + started, 0)).toBe(through)
})

test('nobody waits where budgets are off, and nobody of an exempt network anywhere', async () => {
  const [off, exempt] = [await siteWith({ volumeBudgets: false }), await siteWith({ exemptNetworks: ['20.3.2.0/25'] })]
  expect(await challenged(off, '20.3.2.3', 80)).toBe(80)
  expect(await challenged(exempt, '20.3.2.3', 80)).toBe(80)
  // The other half of the same /24 is not exempt, and pays for nobody but itself.
  expect(await challenged(exempt, '20.3.2.200', 50)).toBe(50)
  expect(await challenged(exempt, '20.3.2.200', 30)).toBeLessThan(30)
})
