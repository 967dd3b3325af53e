import { type PlanFeature, ruleConditionSchema } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import {
  type Answer,
  features,
  full,
  isFine,
  large,
  notIncluded,
  type PlannedSite,
  refusalOf,
  small,
  startPlannedSites,
  without,
} from '../../testing/start-planned-sites.ts'

const its = await startPlannedSites()
afterAll(() => its.stop())
const { addEnvironment, addRule, putDomains, putForms, putRule, rulesOf, set, settingsOf, setWidget, site } = its

const address = { field: 'ip', values: ['192.0.2.0/24', '198.51.100.0/24'] }
const path = { field: 'path', values: ['/admin/*'] }
const country = { field: 'country', values: ['FR', 'ES'] }
const placeConditions = [
  country,
  { field: 'continent', values: ['EU'] },
  { field: 'asn', values: [64_500] },
  { field: 'network', values: ['Rack*'] },
  { field: 'networkKind', values: ['hosting'] },
]

interface Case {
  readonly feature: PlanFeature
  readonly by: string
  readonly pointers: readonly string[]
  readonly use: (one: PlannedSite) => Promise<Answer>
}
const cases: Case[] = [
  { feature: 'RULES', by: 'a rule', pointers: [''], use: (one) => addRule(one, address) },
  {
    feature: 'RULES',
    by: 'a rule on trial',
    pointers: [''],
    use: (one) =>
      one.call('POST', 'rules', { name: 'A', priority: 1, dryRun: true, conditions: [path], action: { type: 'FLAG' } }),
  },
  {
    feature: 'RULES',
    by: 'the list of blocked networks',
    pointers: ['/blockedNetworks'],
    use: (one) => putForms(one, { blockedNetworks: address.values }),
  },
  {
    feature: 'RULES',
    by: 'the list of allowed networks',
    pointers: ['/allowedNetworks'],
    use: (one) => putForms(one, { allowedNetworks: address.values }),
  },
  {
    feature: 'GEO_RULES',
    by: 'geoblocking',
    pointers: ['/geoblocking'],
    use: (one) => putForms(one, { geoblocking: { mode: 'BLOCK_LISTED', countries: ['FR'] } }),
  },
  ...placeConditions.map((place): Case => ({
    feature: 'GEO_RULES',
    by: `a rule by ${place.field}`,
    pointers: ['/conditions/1/field'],
    use: (one) => addRule(one, path, place),
  })),
  {
    feature: 'WHITE_LABEL',
    by: 'the settings',
    pointers: ['/widget/whiteLabel'],
    use: (one) => setWidget(one, { whiteLabel: true }),
  },
  {
    feature: 'INVISIBLE',
    by: 'the settings',
    pointers: ['/widget/invisible'],
    use: (one) => setWidget(one, { invisible: true }),
  },
  {
    feature: 'WILDCARD_DOMAINS',
    by: 'an environment',
    pointers: ['/domains/1'],
    use: (one) => putDomains(one, ['shop.example', '*.Shop.example']),
  },
  {
    feature: 'WILDCARD_DOMAINS',
    by: 'a new environment',
    pointers: ['/domains/0', '/domains/2'],
    use: (one) => addEnvironment(one, 'Test', '*.a.example', 'a.example', '*.b.example'),
  },
  {
    feature: 'RESULT_RETRIEVAL',
    by: 'a longer life',
    pointers: ['/resultTtlMinutes'],
    use: (one) => set(one, { resultTtlMinutes: 16 }),
  },
  {
    feature: 'RESULT_RETRIEVAL',
    by: 'a shorter life and more retrievals',
    pointers: ['/resultTtlMinutes', '/resultRetrievals'],
    use: (one) => set(one, { resultTtlMinutes: 5, resultRetrievals: 2 }),
  },
]

test.each(cases)(
  '$feature by $by: refused with its place by a plan that lacks it, and nothing changes; allowed with it and without a plan',
  async (given) => {
    const { feature, pointers, use } = given
    const one = await site(without(feature))
    const before = [await settingsOf(one), await rulesOf(one), await its.environmentsOf(one)]
    expect(refusalOf(await use(one))).toEqual(
      notIncluded('LESS', ...pointers.map((pointer): [PlanFeature, string] => [feature, pointer])),
    )
    expect([await settingsOf(one), await rulesOf(one), await its.environmentsOf(one)]).toEqual(before)
    expect(await its.service.countUse(one.solutionId)).toMatchObject({ features: [] })
    its.plans.set(one.solutionId, large)
    for (const other of [one, await site(null)]) {
      isFine(await use(other))
      expect((await its.service.countUse(other.solutionId)).features).toContain(feature)
    }
  },
)

test('every field of a rule is either about a place or belongs to rules as such', async () => {
  const one = await site(without('GEO_RULES'))
  const named = new Set([...placeConditions, address, path].map(({ field }) => field))
  const others = [
    { field: 'userAgent', values: ['*bot*'] },
    { field: 'language', values: ['fr'] },
    { field: 'hostname', values: ['shop.example'] },
    { field: 'action', values: ['order'] },
    { field: 'score', from: 0.5, to: 1 },
  ]
  isFine(await addRule(one, address, path, ...others))
  expect([...named, ...others.map(({ field }) => field)].toSorted()).toEqual(
    ruleConditionSchema.options.map(({ shape }) => shape.field.value).toSorted(),
  )
})

test('a plan that lacks all of them names each', async () => {
  const one = await site(without(...features))
  expect(refusalOf(await addRule(one, country))).toEqual(
    notIncluded('LESS', ['RULES', ''], ['GEO_RULES', '/conditions/0/field']),
  )
  expect(
    refusalOf(await set(one, { widget: { ...(await settingsOf(one)).widget, whiteLabel: true, invisible: true } })),
  ).toEqual(notIncluded('LESS', ['WHITE_LABEL', '/widget/whiteLabel'], ['INVISIBLE', '/widget/invisible']))
})

/** All that a plan can allow, under a plan that then allows nothing of it. */
async function shrunk(): Promise<PlannedSite> {
  const one = await site(large)
  isFine(await putDomains(one, ['shop.example', '*.shop.example', 'a.example', 'b.example', 'c.example']))
  for (const name of ['Staging', 'Test']) isFine(await addEnvironment(one, name))
  for (let count = 3; count < 6; count++) isFine(await its.addKey(one))
  isFine(
    await set(one, {
      retentionDays: 200,
      resultTtlMinutes: 60,
      resultRetrievals: 5,
      widget: { ...(await settingsOf(one)).widget, whiteLabel: true, invisible: true },
    }),
  )
  isFine(await addRule(one, { ...country, not: true }, address))
  isFine(
    await putForms(one, {
      geoblocking: { mode: 'ALLOW_LISTED', countries: ['DE', 'AT'] },
      blockedNetworks: address.values,
    }),
  )
  its.plans.set(one.solutionId, small)
  return one
}

test('after the plan became smaller everything stands, what has nothing to do with it is changed freely, and each thing can become less', async () => {
  const one = await shrunk()
  const use = await its.service.countUse(one.solutionId)
  expect(use).toEqual({ counts: { domains: 5, environments: 3, apiKeys: 6 }, features: [...features] })
  isFine(await set(one, { threshold: 0.6 }))
  isFine(await set(one, { retentionDays: 100, resultTtlMinutes: 30, resultRetrievals: 2 }))
  isFine(await set(one, { resultTtlMinutes: 15, resultRetrievals: 1 }))
  isFine(await setWidget(one, { invisible: false }))
  isFine(await putDomains(one, ['*.shop.example', 'a.example', 'b.example', 'c.example'], false))
  isFine(await putDomains(one, ['*.shop.example', 'a.example', 'b.example'], true))
  isFine(await putRule(one, { name: 'Renamed', priority: 5 }))
  // With "not" a longer list fits fewer.
  isFine(
    await putRule(one, {
      conditions: [
        { ...country, not: true, values: ['FR', 'ES', 'PT'] },
        { ...address, not: false, values: ['192.0.2.0/24'] },
      ],
    }),
  )
  isFine(await putRule(one, { dryRun: true }))
  isFine(await putRule(one, { enabled: false }))
  isFine(
    await putForms(one, {
      geoblocking: { mode: 'ALLOW_LISTED', countries: ['DE', 'AT', 'CH'] },
      blockedNetworks: ['192.0.2.0/24'],
    }),
  )
  const rules = await rulesOf(one)
  isFine(await one.call('PUT', 'rules/order', { ruleIds: rules.map(({ id }) => id).toReversed() }))
  isFine(await putForms(one, { geoblocking: { mode: 'OFF', countries: [] }, blockedNetworks: [] }))
  for (const { id } of await rulesOf(one)) isFine(await one.call('DELETE', `rules/${id}`))
  isFine(await setWidget(one, { whiteLabel: false }))
  isFine(await putDomains(one, ['a.example']))
  expect(await its.service.countUse(one.solutionId)).toMatchObject({ counts: { domains: 2 }, features: [] })
})

test('after the plan became smaller nothing comes back and nothing grows', async () => {
  const one = await shrunk()
  const rule = notIncluded('SMALL', ['RULES', ''], ['GEO_RULES', '/conditions/0/field'])
  expect(
    refusalOf(await putDomains(one, ['shop.example', '*.shop.example', 'a.example', 'b.example', 'd.example'])),
  ).toEqual(full('domains', '/domains', 5))
  expect(refusalOf(await putDomains(one, ['shop.example', '*.other.example']))).toEqual(
    notIncluded('SMALL', ['WILDCARD_DOMAINS', '/domains/1']),
  )
  expect(refusalOf(await addEnvironment(one, 'More'))).toEqual(full('environments', '', 3))
  expect(refusalOf(await its.addKey(one))).toEqual(full('apiKeys', '', 6))
  expect(refusalOf(await set(one, { retentionDays: 201 }))).toEqual(full('verificationLogDays', '/retentionDays', 200))
  expect(refusalOf(await set(one, { resultTtlMinutes: 61 }))).toEqual(
    notIncluded('SMALL', ['RESULT_RETRIEVAL', '/resultTtlMinutes']),
  )
  isFine(await putRule(one, { dryRun: true }))
  expect(refusalOf(await putRule(one, { dryRun: false }))).toEqual(rule)
  expect(refusalOf(await putRule(one, { action: { type: 'FLAG' } }))).toEqual(rule)
  expect(refusalOf(await putRule(one, { conditions: [{ ...country, not: true }] }))).toEqual(
    notIncluded('SMALL', ['RULES', '']),
  )
  expect(
    refusalOf(
      await putRule(one, {
        conditions: [
          { ...country, not: true, values: ['FR'] },
          { ...address, not: false },
        ],
      }),
    ),
  ).toEqual(rule)
  expect(
    refusalOf(
      await putRule(one, {
        conditions: [
          { ...country, not: true },
          { ...address, not: false, values: ['203.0.113.0/24'] },
        ],
      }),
    ),
  ).toEqual(notIncluded('SMALL', ['RULES', '']))
  const soon = new Date(its.clock.now + 60_000).toISOString()
  isFine(await putRule(one, { expiresAt: soon }))
  expect(refusalOf(await putRule(one, { expiresAt: null }))).toEqual(rule)
  isFine(await putRule(one, { enabled: false }))
  expect(refusalOf(await putRule(one, { enabled: true, dryRun: true }))).toEqual(rule)
  const places: [PlanFeature, string][] = [
    ['RULES', '/geoblocking'],
    ['GEO_RULES', '/geoblocking'],
  ]
  for (const geoblocking of [
    { mode: 'ALLOW_LISTED', countries: ['DE'] },
    { mode: 'BLOCK_LISTED', countries: ['DE', 'AT'] },
  ])
    expect(refusalOf(await putForms(one, { geoblocking }))).toEqual(notIncluded('SMALL', ...places))
  isFine(await putForms(one, { geoblocking: { mode: 'OFF', countries: [] } }))
  expect(refusalOf(await putForms(one, { geoblocking: { mode: 'ALLOW_LISTED', countries: ['DE', 'AT'] } }))).toEqual(
    notIncluded('SMALL', ...places),
  )
  expect(refusalOf(await putForms(one, { blockedNetworks: ['203.0.113.0/24'] }))).toEqual(
    notIncluded('SMALL', ['RULES', '/blockedNetworks']),
  )
  isFine(await setWidget(one, { whiteLabel: false, invisible: false }))
  expect(refusalOf(await setWidget(one, { whiteLabel: true }))).toEqual(
    notIncluded('SMALL', ['WHITE_LABEL', '/widget/whiteLabel']),
  )
  isFine(await putForms(one, { blockedNetworks: [] }))
  expect(refusalOf(await putForms(one, { blockedNetworks: ['192.0.2.0/24'] }))).toEqual(
    notIncluded('SMALL', ['RULES', '/blockedNetworks']),
  )
})

test('with rules and without places, the rest of a rule by place may change and its place may not', async () => {
  const one = await shrunk()
  its.plans.set(one.solutionId, without('GEO_RULES'))
  isFine(
    await putRule(one, {
      conditions: [
        { ...country, not: true },
        { ...address, not: false, values: ['203.0.113.0/24'] },
      ],
    }),
  )
  expect(refusalOf(await putRule(one, { conditions: [{ ...country, not: false }] }))).toEqual(
    notIncluded('LESS', ['GEO_RULES', '/conditions/0/field']),
  )
  isFine(await putRule(one, { enabled: false }))
  expect(refusalOf(await putRule(one, { enabled: true }))).toEqual(
    notIncluded('LESS', ['GEO_RULES', '/conditions/0/field']),
  )
  isFine(await putRule(one, { conditions: [{ ...address, not: false }], enabled: true }))
  expect(refusalOf(await putRule(one, { conditions: [country] }))).toEqual(
    notIncluded('LESS', ['GEO_RULES', '/conditions/0/field']),
  )
})
