import { ApiProblem } from '@bollard/api-client'
import { captchaRoutes, type SiteSettings } from '@bollard/contracts'
import { chromiumHeaders } from '@bollard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makers } from './testing/api/make.ts'
import { type Person, signUpAll } from './testing/api/people.ts'
import { type RunningApi, startApi } from './testing/api/start-api.ts'

// With the plans that are built in, as every installation has them whose operator names no others.
let api: RunningApi
let ada: Person
beforeAll(async () => {
  api = await startApi()
  ada = (await signUpAll(api)).ada
})
afterAll(() => api?.stop())

const hosts = (count: number) => Array.from({ length: count }, (_, index) => `d${index}.shop.example`)
const create = (domains: string[], planCode?: string) =>
  ada.client.createSolution({
    solutionNewDto: { type: 'CAPTCHA', label: 'Shop', domains, ...(planCode && { planCode }) },
  })
async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => 'no refusal',
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiProblem)) throw new Error(String(error))
  const { status, code, errors, retryAfterSeconds } = error.problem
  return { status, code, errors, retryAfterSeconds }
}
const full = (pointer: string, limit: string, used: number, max: number) => ({
  status: 429,
  code: 'quota-exceeded',
  errors: [{ pointer, code: 'limit-exceeded', params: { limit, used, max } }],
})
const rows = async () => {
  const tables = ['solution.solutions', 'billing.subscriptions', 'billing.charges']
  const counts = tables.map((table) => api.db.pool.query(`select from ${table}`))
  counts.push(...api.cells.map((cell) => cell.pool.query('select from captcha.sites')))
  return (await Promise.all(counts)).map(({ rowCount }) => rowCount)
}
async function set(solutionId: string, change: Partial<SiteSettings>) {
  const settings = await ada.client.getSiteSettings({ solutionId })
  return ada.client.putSiteSettings({ solutionId, siteSettingsDto: { ...settings, ...change } })
}

test('a new solution has the domains of the plan it begins with, and a refusal leaves nothing behind and costs nothing', async () => {
  const before = await rows()
  expect(await refusalOf(create(['*.shop.example']))).toMatchObject({
    status: 403,
    code: 'plan-feature',
    errors: [
      {
        pointer: '/domains/0',
        code: 'feature-not-in-plan',
        params: { feature: 'WILDCARD_DOMAINS', planCode: 'BUSINESS' },
      },
    ],
  })
  expect(await refusalOf(create(hosts(21)))).toMatchObject(full('/domains', 'domains', 0, 20))
  expect(await refusalOf(create(hosts(3), 'FREE'))).toMatchObject(full('/domains', 'domains', 0, 2))
  expect(await refusalOf(create(hosts(6), 'STARTER'))).toMatchObject(full('/domains', 'domains', 0, 5))
  expect(await refusalOf(create(['co.uk'], 'FREE'))).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/domains/0', code: 'public-suffix' }],
  })
  expect(await refusalOf(create(hosts(1), 'GOLD'))).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/planCode', code: 'unknown' }],
  })
  expect(await rows()).toEqual(before)
  const { id } = await create(hosts(20))
  expect((await ada.client.getSite({ solutionId: id })).domains).toHaveLength(20)
  expect((await create(hosts(2), 'FREE')).planCode).toBe('FREE')
})

test('a site of the deployment itself has no plan, and nothing is limited', async () => {
  const solutionId = '019a0000-0000-7000-8000-00000000000a'
  await api.services.captcha.provisionSite({ solutionId, domains: hosts(25) })
  expect(await api.services.captcha.countUse(solutionId)).toEqual({
    counts: { domains: 25, environments: 1, apiKeys: 1 },
    features: [],
  })
  expect((await api.services.billing.plansOf([solutionId])).size).toBe(0)
})

test('while on trial a captcha has what Business has; a smaller plan then lists all that is too much for it', async () => {
  const { id: solutionId } = await create(hosts(4))
  const make = makers(api, ada)
  const at = { solutionId, organizationId: '' }
  await make.environmentId(at)
  await make.environmentId(at)
  await make.ruleId(at)
  expect(await refusalOf(make.environmentId(at))).toMatchObject(full('', 'environments', 3, 3))
  const widget = { ...(await ada.client.getSiteSettings({ solutionId })).widget, whiteLabel: true, invisible: true }
  // As long as the plan says: the operator's own limit is not below it unless they set one.
  await set(solutionId, { widget, retentionDays: 90 })
  expect(await refusalOf(set(solutionId, { retentionDays: 91 }))).toMatchObject(
    full('/retentionDays', 'verificationLogDays', 90, 90),
  )
  expect(await refusalOf(set(solutionId, { resultRetrievals: 2 }))).toMatchObject({
    status: 403,
    code: 'plan-feature',
    errors: [{ pointer: '/resultRetrievals' }],
  })

  const { version } = await ada.client.getSolutionPlan({ solutionId })
  const free = ada.client.changeSolutionPlan({ solutionId, solutionPlanDto: { planCode: 'FREE', version } })
  expect(await refusalOf(free)).toMatchObject({
    status: 409,
    code: 'state-conflict',
    errors: [
      { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'domains', used: 6, max: 2 } },
      { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'environments', used: 3, max: 1 } },
      { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'apiKeys', used: 3, max: 2 } },
      ...(['RULES', 'GEO_RULES', 'WHITE_LABEL', 'INVISIBLE'] as const).map((feature) => ({
        pointer: '/planCode',
        code: 'feature-in-use',
        params: { feature },
      })),
    ],
  })
})

test('the trial ends and Free follows: the forms go on as they were, nothing can be added, and everything can be taken back', async () => {
  const { id: solutionId, siteKey } = await create(hosts(4))
  const make = makers(api, ada)
  const at = { solutionId, organizationId: '' }
  const [environmentId, ruleId] = [await make.environmentId(at), await make.ruleId(at)]
  await api.db.pool.query(
    `update billing.subscriptions set trial_ends_at = now() - interval '1 minute' where solution_id = $1`,
    [solutionId],
  )
  await api.services.billing.runDue()
  expect((await ada.client.getSolutionPlan({ solutionId })).planCode).toBe('FREE')

  const started = await api.app.inject({
    method: 'POST',
    url: captchaRoutes.startVerification.path,
    headers: { ...chromiumHeaders, origin: 'https://d3.shop.example' },
    payload: { siteKey },
  })
  expect(started.json()).toMatchObject({ status: 'challenge' })
  await set(solutionId, { threshold: 0.6 })
  for (const more of [make.environmentId, make.apiKeyId])
    expect((await refusalOf(more(at))).code).toBe('quota-exceeded')
  expect(await refusalOf(make.ruleId(at))).toMatchObject({
    code: 'plan-feature',
    errors: [
      { pointer: '', code: 'feature-not-in-plan', params: { feature: 'RULES', planCode: 'FREE' } },
      {
        pointer: '/conditions/0/field',
        code: 'feature-not-in-plan',
        params: { feature: 'GEO_RULES', planCode: 'FREE' },
      },
    ],
  })
  await ada.client.deleteRule({ solutionId, ruleId })
  await ada.client.archiveEnvironment({ solutionId, environmentId })
  expect(await api.services.captcha.countUse(solutionId)).toEqual({
    counts: { domains: 4, environments: 1, apiKeys: 1 },
    features: [],
  })
})

test('what a page asks for by attributes is withheld by a plan that does not have it, and given within seconds once one is bought', async () => {
  const { id: solutionId, siteKey } = await create(hosts(1), 'FREE')
  const shown = async () => {
    await api.services.captcha.followPlans()
    return (await ada.client.getWidgetSettings({ siteKey: siteKey ?? '' })).widget
  }
  await expect.poll(shown, { timeout: 20_000 }).toEqual({ whiteLabel: null, invisible: null })
  const terms = (await api.services.billing.plansOf([solutionId])).get(solutionId)
  expect(terms?.features).toEqual([])
  const { id: onTrial } = await create(hosts(1))
  const { plan } = (await api.db.pool.query('select plan from billing.subscriptions where solution_id = $1', [onTrial]))
    .rows[0]
  await api.db.pool.query(
    `update billing.subscriptions set plan_code = 'BUSINESS', plan = $2, updated_at = now() where solution_id = $1`,
    [solutionId, plan],
  )
  await expect.poll(shown, { timeout: 20_000 }).toEqual({})
})
