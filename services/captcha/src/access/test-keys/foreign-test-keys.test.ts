import { compatPaths } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { askForm, codeOfForm, formPaths } from '../../testing/compat/ask.ts'
import { makeSite, startCluster } from '../../testing/start-service.ts'
import { pass, siteverify, start, visit } from '../../testing/walk-through.ts'
import { foreignSecretKeys, foreignSiteKeys, isDummyToken } from './foreign-test-keys.ts'
import { testKeys } from './test-keys.ts'

const cluster = await startCluster()
afterAll(() => cluster.stop())
const it = await cluster.startService()
const site = await makeSite(it)
const [spent, failing, passing, hcaptchaSecret] = ['3x', '2x', '1x', '0x'].map(
  (digits) => [...foreignSecretKeys.keys()].find((key) => key.startsWith(digits)) ?? '',
)

test.for(foreignSiteKeys.map((key): [string, (typeof foreignSiteKeys)[number]] => [key.siteKey, key]))(
  'the widget runs with the published site key %s, and gives its published token',
  async ([, key]) => {
    const settings = await it.app.inject({ url: `/captcha/v1/widget-settings/${key.siteKey}` })
    expect(settings.json()).toMatchObject({ test: key.kind })
    const { answered } = await visit(it.app, key.siteKey)
    const status = { PASSES: 'passed', FAILS: 'refused', SPENT: 'passed', STEP_UP: 'challenge' }[key.kind]
    expect(answered?.status).toBe(status)
    if (answered?.status === 'passed') expect(answered.token).toEqual(key.token ?? expect.stringMatching(/^btk3\./u))
  },
)

test('no site key comes twice, and each has a number of its own', async () => {
  expect(new Set(foreignSiteKeys.map(({ siteKey }) => siteKey)).size).toBe(foreignSiteKeys.length)
  expect(foreignSiteKeys.length + Object.keys(testKeys).length).toBeLessThanOrEqual(16)
  expect((await start(it.app, { siteKey: '4x00000000000000000000AA' })).statusCode).toBe(404)
})

test("Turnstile's published secret keys pass, fail and say spent", async () => {
  const response = 'XXXX.DUMMY.TOKEN.XXXX'
  const ask = (secret = '') =>
    askForm(it.app, compatPaths.turnstile, { secret, response }).then(({ body }) =>
      body['success'] === true ? 'success' : body['error-codes'],
    )
  expect([await ask(passing), await ask(failing), await ask(spent)]).toEqual([
    'success',
    ['invalid-input-response'],
    ['timeout-or-duplicate'],
  ])
})

test("hCaptcha's published secret key takes the published tokens alone, with their scores", async () => {
  const ask = async (response: string) =>
    (await askForm(it.app, compatPaths.hcaptcha, { secret: hcaptchaSecret ?? '', response })).body
  expect(await ask('10000000-aaaa-bbbb-cccc-000000000001')).toMatchObject({ success: true, score: 0.05 })
  expect(await ask('30000000-aaaa-bbbb-cccc-000000000003')).toMatchObject({ success: true, score: 0.95 })
  for (const response of ['XXXX.DUMMY.TOKEN.XXXX', 'anything', (await pass(it.app, site.siteKey)).token])
    expect(await ask(response)).toEqual({ success: false, 'error-codes': ['not-using-dummy-passcode'] })
  const own = { secret: hcaptchaSecret ?? '', response: '10000000-aaaa-bbbb-cccc-000000000001' }
  expect(
    (await askForm(it.app, compatPaths.hcaptcha, { ...own, sitekey: '10000000-ffff-ffff-ffff-000000000001' })).body,
  ).toMatchObject({ success: true })
  expect(await codeOfForm(it.app, compatPaths.hcaptcha, { ...own, sitekey: site.siteKey })).toBe(
    'sitekey-secret-mismatch',
  )
})

test("reCAPTCHA's published secret key passes whatever is no token of a real site", async () => {
  const secret = '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe'
  const { answered } = await visit(it.app, '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI')
  if (answered?.status !== 'passed') throw new Error('the published site key should pass')
  for (const response of [answered.token, 'anything'])
    expect((await askForm(it.app, compatPaths.recaptcha, { secret, response })).body).toMatchObject({
      success: true,
      score: 0.95,
    })
  const real = await pass(it.app, site.siteKey)
  expect(await codeOfForm(it.app, compatPaths.recaptcha, { secret, response: real.token })).toBe(
    'invalid-input-response',
  )
  expect(await siteverify(it.app, { secret: site.secretKey, response: real.token })).toMatchObject({ success: true })
})

test('no published token opens a real site, in any protocol', async () => {
  const published = foreignSiteKeys.flatMap(({ token }) => token ?? [])
  expect(published.every(isDummyToken)).toBe(true)
  for (const response of new Set(published)) {
    for (const path of formPaths)
      expect((await askForm(it.app, path, { secret: site.secretKey, response })).body).toMatchObject({ success: false })
    expect(await siteverify(it.app, { secret: site.secretKey, response })).toEqual({
      success: false,
      'error-codes': ['invalid-input-response', 'token-of-other-site'],
    })
  }
})
