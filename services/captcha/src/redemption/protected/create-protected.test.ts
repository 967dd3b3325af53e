import { afterAll, expect, test } from 'vitest'
import { chromium } from '../../testing/browser.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass, siteverify } from '../../testing/walk-through.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const other = await makeSite(it)

test('a site key is good for pages of its domains, and of nobody else’s', async () => {
  const { findSite } = it.service.protected
  const { solutionId } = site
  expect(await findSite(site.siteKey, chromium.origin)).toEqual({ solutionId, allows: true })
  for (const origin of ['https://evil.example', 'null', '', undefined, `${chromium.origin}.evil.example`])
    expect(await findSite(site.siteKey, origin)).toEqual({ solutionId, allows: false })
  expect(await findSite('bsk_nobody', chromium.origin)).toBeNull()
  expect(await findSite('bsk_TestAlwaysPasses000000', chromium.origin)).toBeNull()
})

test('a token proves a captcha that was passed here, and is not used up by it', async () => {
  const { findVerification } = it.service.protected
  const { verificationId, token } = await pass(it.app, site.siteKey)
  expect(await findVerification(site.solutionId, token)).toBe(verificationId)
  expect(await findVerification(other.solutionId, token)).toBeNull()
  for (const made of ['', 'btk3.', `${token}x`, token.slice(0, -4), 'XXXX.DUMMY.TOKEN.XXXX'])
    expect(await findVerification(site.solutionId, made)).toBeNull()
  expect(await siteverify(it.app, { secret: site.secretKey, response: token })).toMatchObject({ success: true })
  it.clock.now += 3_600_000
  expect(await findVerification(site.solutionId, token)).toBeNull()
})
