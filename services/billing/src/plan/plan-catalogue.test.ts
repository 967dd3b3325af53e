import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultPlans } from './default-plans.ts'
import { exceededLimits } from './exceeded-limits.ts'
import { readPlans } from './plan-catalogue.ts'

const text = readFileSync(new URL('default-plans.json', import.meta.url), 'utf8')
const plans = defaultPlans()

test('the plans of a deployment without a file of its own', () => {
  const shown = plans
    .plansOf('CAPTCHA')
    .map(({ code, monthly, yearly, limits }) => [
      code,
      monthly?.amountMinor,
      yearly?.amountMinor,
      limits.verifications,
      limits.members,
    ])
  expect(shown).toEqual([
    ['FREE', 0, 0, 10_000, 2],
    ['STARTER', 900, 9_000, 50_000, 5],
    ['BUSINESS', 3_900, 39_000, 250_000, 25],
    ['PRO', 14_900, 149_000, 1_000_000, null],
    ['ENTERPRISE', undefined, undefined, null, null],
  ])
  expect(plans.trialDays).toBe(30)
  expect([
    plans.trialOf('CAPTCHA').code,
    plans.trialOf('MONITORING').code,
    plans.trialOf('BUNDLE_SECURITY').code,
  ]).toEqual(['BUSINESS', 'TEAM', 'BUSINESS'])
  expect(plans.freeOf('BUNDLE_SECURITY')?.code).toBe('FREE')
})

test('a larger plan never has less of anything', () => {
  for (const type of ['CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY'] as const) {
    const all = plans.plansOf(type)
    for (const [index, plan] of all.entries()) {
      const smaller = all[index - 1]
      if (!smaller) continue
      for (const feature of smaller.features) expect(plan.features).toContain(feature)
      for (const limit of Object.keys(plan.limits).filter((name) => name !== 'checkIntervalSeconds')) {
        const [less, more] = [Reflect.get(smaller.limits, limit), Reflect.get(plan.limits, limit)].map(
          (value) => value ?? Number.POSITIVE_INFINITY,
        )
        expect(more >= less, `${type} ${plan.code} ${limit}`).toBe(true)
      }
    }
  }
})

test.for<[string, (file: ReturnType<typeof parsed>) => void, string]>([
  ['two plans of one code', ({ types }) => void (types.CAPTCHA.plans[1] = types.CAPTCHA.plans[2]), 'one code'],
  ['a trial of a plan that is not there', ({ types }) => void (types.CAPTCHA.trialPlan = 'GOLD'), 'GOLD'],
  ['a plan that is free by the year alone', ({ types }) => void (types.CAPTCHA.plans[1].yearlyMinor = 0), 'by neither'],
  [
    'two free plans',
    ({ types }) => void Object.assign(types.CAPTCHA.plans[1], { monthlyMinor: 0, yearlyMinor: 0 }),
    'cost more',
  ],
  [
    'a plan without a price that can be chosen',
    ({ types }) => void (types.CAPTCHA.plans[4].selectable = true),
    'needs a price',
  ],
  ['one price of two', ({ types }) => void (types.CAPTCHA.plans[1].yearlyMinor = null), 'both prices'],
  ['a larger plan that costs less', ({ types }) => void (types.CAPTCHA.plans[3].monthlyMinor = 3_000), 'cost more'],
  ['a price with a fraction', ({ types }) => void (types.CAPTCHA.plans[1].monthlyMinor = 9.5), 'monthlyMinor'],
  ['a field that is not known', ({ types }) => void (types.CAPTCHA.plans[1].price = 9), 'price'],
  ['a limit that is missing', ({ types }) => void delete types.CAPTCHA.plans[1].limits.domains, 'domains'],
])('a file with %s is refused with the reason', ([, spoil, reason]) => {
  const file = parsed()
  spoil(file)
  expect(() => readPlans(JSON.stringify(file))).toThrow(reason)
})

test('what no release has had is promised by no plan, also where the file of an operator still names it', () => {
  const file = parsed()
  file.types.CAPTCHA.plans[4].features = ['RULES', 'SSO', 'OWN_DOMAIN', 'DPA_ANNEX']
  expect(readPlans(JSON.stringify(file)).find('CAPTCHA', 'ENTERPRISE')?.features).toEqual(['RULES'])
  file.types.CAPTCHA.plans[4].features = ['RULES', 'TELEPATHY']
  expect(() => readPlans(JSON.stringify(file))).toThrow('features')
  const all = (['CAPTCHA', 'MONITORING', 'BUNDLE_SECURITY'] as const).flatMap((type) => plans.plansOf(type))
  expect(all.filter(({ slaPercent }) => slaPercent !== null)).toEqual([])
})

test('a type may have no plan that is free', () => {
  const file = parsed()
  file.types.MONITORING.plans.shift()
  const read = readPlans(JSON.stringify(file))
  expect([read.freeOf('MONITORING'), read.freeOf('CAPTCHA')?.code]).toEqual([null, 'FREE'])
})

test('what is no JSON is refused without showing it', () => {
  expect(() => readPlans('{"secret')).toThrow('The plans are not valid JSON.')
})

test('what exceeds a plan is named with both numbers; what is unlimited never does', () => {
  const use = {
    counts: { members: 26, domains: 20, apiKeys: 21 },
    features: ['GEO_RULES', 'WILDCARD_DOMAINS'] as const,
  }
  const business = plans.find('CAPTCHA', 'BUSINESS')
  const pro = plans.find('CAPTCHA', 'PRO')
  if (!business || !pro) throw new Error('these are plans')
  expect(exceededLimits(business, use, pro)).toEqual([
    { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'members', used: 26, max: 25 } },
    { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'apiKeys', used: 21, max: 20 } },
    { pointer: '/planCode', code: 'feature-in-use', params: { feature: 'WILDCARD_DOMAINS' } },
  ])
  expect(exceededLimits(pro, use, business)).toEqual([])
})

test('what the present plan does not allow either keeps from no plan, unless that has still less', () => {
  const use = {
    counts: { members: 30, domains: 21, environments: 6 },
    features: ['GEO_RULES', 'WILDCARD_DOMAINS'] as const,
  }
  const [free, starter, business, enterprise] = ['FREE', 'STARTER', 'BUSINESS', 'ENTERPRISE'].map((code) =>
    plans.find('CAPTCHA', code),
  )
  if (!free || !starter || !business || !enterprise) throw new Error('these are plans')
  for (const larger of [starter, business, enterprise])
    expect(exceededLimits(larger, use, free), larger.code).toEqual([])
  expect(exceededLimits(starter, use, starter)).toEqual([])
  expect(exceededLimits(starter, use, business)).toEqual([
    { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'domains', used: 21, max: 5 } },
    { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'environments', used: 6, max: 2 } },
    { pointer: '/planCode', code: 'limit-exceeded', params: { limit: 'members', used: 30, max: 5 } },
    { pointer: '/planCode', code: 'feature-in-use', params: { feature: 'GEO_RULES' } },
  ])
})

type Entry = Record<string, unknown> & { limits: Record<string, unknown> }
type LooseType = { trialPlan: string; plans: [Entry, Entry, Entry, Entry, Entry] }
function parsed(): { types: { CAPTCHA: LooseType; MONITORING: LooseType } } {
  return JSON.parse(text)
}
