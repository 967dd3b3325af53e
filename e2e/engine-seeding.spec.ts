import { createApiClient } from '@bollard/api-client'
import { expect, test } from '@playwright/test'
import { chromiumHeaders } from '@bollard/testing'
import { type Account, type CaptchaKeys, createEasyCaptcha } from './account.ts'
import { createOperator, seedEnginePrograms } from './operator.ts'
import { type OwnProduct, startOwnProduct } from './own-product.ts'
import { product } from './product.ts'
import { post, runScript } from './script-visitor.ts'
import { type FormVisit, visitForm } from './visit-form.ts'

test.describe.configure({ mode: 'serial' })
let own: OwnProduct
let operator: Account
let keys: CaptchaKeys
let visit: FormVisit | undefined

test.beforeAll(async () => {
  own = await startOwnProduct({ SIGN_UP_CAPTCHA: 'false' })
  operator = await createOperator(own.printed())
  keys = await createEasyCaptcha(operator, 'Engine proof')
})
test.afterAll(async () => {
  await visit?.close()
  await own?.stop()
})

test("an operator's browser seeds the installation when they open the dashboard", async ({ browser }) => {
  const api = createApiClient({ baseUrl: product.api, cookies: () => operator.cookie })
  expect(await api.getEngineState()).toMatchObject({ seeded: 0, wanted: 500 })
  await seedEnginePrograms(browser, operator)
  expect(await api.getEngineState()).toMatchObject({ seeded: 500, wanted: 0 })
})

test('from then on a browser answers rightly, and nobody notices', async ({ browser }) => {
  const sent: { engine?: number[] }[] = []
  visit = await visitForm(browser, {
    ...keys,
    before: async (context) =>
      context.on('request', (request) => {
        if (request.url().endsWith('/solutions')) sent.push(JSON.parse(request.postData() ?? '{}'))
      }),
  })
  // A driven browser is refused for other reasons; how its engine answered is what counts here.
  await visit.check()
  expect(sent.length).toBeGreaterThan(0)
  for (const { engine } of sent) expect(engine).toHaveLength(2)
  const api = createApiClient({ baseUrl: product.api, cookies: () => operator.cookie })
  const { items } = await api.listVerifications({ solutionId: keys.solutionId, limit: 1 })
  const codes = (items[0]?.reasons ?? []).map(({ code }) => code)
  expect(codes.filter((code) => code.startsWith('engine-'))).toEqual([])
})

test('and a script that claims a clean browser does not get its token without more work and a flag', async () => {
  const answered = await runScript({ siteKey: keys.siteKey, headers: chromiumHeaders, claimsBrowser: true })
  if (answered.status !== 'passed') throw new Error(JSON.stringify(answered))
  const said = await post('/captcha/v1/siteverify', { secret: keys.secretKey, response: answered.token })
  expect(said).toMatchObject({ success: true, outcome: 'FLAGGED' })
  expect(JSON.stringify(said)).toContain('engine-missing')
})
