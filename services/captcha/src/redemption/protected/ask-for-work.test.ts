import { afterAll, expect, test } from 'vitest'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass, started } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const [site, other] = [await makeSite(it), await makeSite(it)]
const { protected: ours } = it.service

/** How many hashes a challenge takes on average, in percent of another one. */
const targetOf = async (more: object) => (await started(it.app, { siteKey: site.siteKey, ...more })).challenge.target

test('a start that brings a ticket is as much work as it says, and no ticket makes less', async () => {
  const usual = await targetOf({})
  const workTicket = ours.issueTicket(site.solutionId, 400)
  expect(usual / (await targetOf({ workTicket }))).toBeCloseTo(4, 1)
  for (const nothing of [ours.issueTicket(site.solutionId, 1), ours.issueTicket(other.solutionId, 400), 'bwt1.made-up'])
    expect(await targetOf({ workTicket: nothing })).toBe(usual)
})

test('a token tells how much work was done, once, and nothing to others', async () => {
  const workTicket = ours.issueTicket(site.solutionId, 400)
  const redeem = (token: string, secretKey = site.secretKey) =>
    ours.redeem({ secretKey, token, address: '192.0.2.1', visitor: '' })
  const easy = await pass(it.app, site.siteKey)
  expect(await redeem(easy.token, other.secretKey)).toBeNull()
  expect(await redeem(easy.token)).toBeGreaterThanOrEqual(100)
  expect(await redeem(easy.token)).toBeNull()
  const more: object = { workTicket }
  const hard = await pass(it.app, site.siteKey, more)
  expect(await redeem(hard.token)).toBeGreaterThanOrEqual(400)
  const cheap = await pass(it.app, site.siteKey)
  expect(await redeem(cheap.token)).toBeLessThan(400)
})

test('a key is known with what people see of it, and a site by its solution', async () => {
  const key = await ours.findKey(site.secretKey, '192.0.2.1')
  expect(key).toMatchObject({ solutionId: site.solutionId })
  expect(key?.publicId).toMatch(/^[\da-f-]{36}$/u)
  expect(await ours.findKey('bsec_none', '192.0.2.1')).toBeNull()
  expect(await ours.findSiteKey(site.solutionId)).toBe(site.siteKey)
  expect(await ours.findSiteKey('019a9b1c-5d3e-7000-8000-0000000000ff')).toBeNull()
})
