import { captchaRoutes } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { faultsOf, problemOf, ruleDraft, startRuleRoutes } from '../../testing/start-rule-routes.ts'

const it = await startRuleRoutes()
afterAll(() => it.stop())
const off = {
  geoblocking: { mode: 'OFF', countries: [] as string[] },
  allowedNetworks: [] as string[],
  blockedNetworks: [] as string[],
}
const read = async (solutionId: string) =>
  captchaRoutes.getRuleForms.response.schema.parse((await it.call('GET', `${solutionId}/rule-forms`, 'vera')).json())
const put = (solutionId: string, forms: object) => it.call('PUT', `${solutionId}/rule-forms`, 'ada', forms)
const decided = async (solutionId: string, trial: object) => {
  const response = await it.call('POST', `${solutionId}/rules/trials`, 'vera', trial)
  return captchaRoutes.tryRules.response.schema.parse(response.json()).decision
}

test('the forms are kept as rules, in front of the others, and the forms show what the rules hold', async () => {
  const { solutionId } = await it.makeSite()
  expect(await read(solutionId)).toEqual({ ...off, version: 0, paused: [] })
  await it.create(solutionId, {
    name: 'Own',
    conditions: [{ field: 'asn', not: false, values: [1] }],
    action: { type: 'FLAG' },
  })
  const wanted = {
    geoblocking: { mode: 'BLOCK_LISTED', countries: ['FR', 'XK'] },
    allowedNetworks: ['203.0.113.9'],
    blockedNetworks: ['198.51.100.77/24'],
  }
  const before = await it.changedAt(solutionId)
  const forms = { ...wanted, blockedNetworks: ['198.51.100.0/24'], version: 3, paused: [] }
  expect((await put(solutionId, { ...wanted, version: 0 })).json()).toEqual(forms)
  expect(await read(solutionId)).toEqual(forms)
  expect((await it.changedAt(solutionId)) > before).toBe(true)
  expect(
    (await it.list(solutionId)).map(({ name, form, priority, action }) => [name, form, priority, action.type]),
  ).toEqual([
    ['Allowed networks', 'ALLOWED_NETWORKS', 1, 'ALLOW'],
    ['Blocked networks', 'BLOCKED_NETWORKS', 2, 'BLOCK'],
    ['Geoblocking', 'GEOBLOCKING', 3, 'BLOCK'],
    ['Own', null, 100, 'FLAG'],
  ])
  // In France, and allowed all the same.
  expect(await decided(solutionId, { address: '203.0.113.9' })).toMatchObject({
    action: { type: 'ALLOW' },
    unless: null,
  })
  expect(await decided(solutionId, { address: '192.0.2.1', country: 'FR' })).toMatchObject({
    rule: { name: 'Geoblocking' },
    action: { type: 'BLOCK' },
  })
  expect(await decided(solutionId, { address: '198.51.100.4' })).toMatchObject({ rule: { name: 'Blocked networks' } })
})

test('a list of allowed countries refuses every other one, but nobody whose country is unknown', async () => {
  const { solutionId } = await it.makeSite()
  const answer = await put(solutionId, {
    ...off,
    geoblocking: { mode: 'ALLOW_LISTED', countries: ['DE', 'AT'] },
    version: 0,
  })
  expect(answer.json()).toMatchObject({ geoblocking: { mode: 'ALLOW_LISTED', countries: ['DE', 'AT'] } })
  expect(await decided(solutionId, { address: '203.0.113.9' })).toMatchObject({ action: { type: 'BLOCK' } })
  expect(await decided(solutionId, { address: '198.51.100.4' })).toMatchObject({ rule: null })
  // The network data knows nothing of this address.
  expect(await decided(solutionId, { address: '192.0.2.1' })).toMatchObject({ rule: null, unless: null })
  expect(await decided(solutionId, { country: 'AQ' })).toMatchObject({ action: { type: 'BLOCK' } })
})

test('a change names the forms that were read, and what did not change keeps its rule', async () => {
  const { solutionId } = await it.makeSite()
  const first = await put(solutionId, { ...off, blockedNetworks: ['192.0.2.0/24'], version: 0 })
  expect(first.json()).toMatchObject({ version: 1 })
  expect(problemOf(await put(solutionId, { ...off, version: 0 }))).toEqual([409, 'version-conflict'])
  const [rule] = await it.list(solutionId)
  expect((await put(solutionId, { ...off, blockedNetworks: ['192.0.2.0/24'], version: 1 })).json()).toMatchObject({
    version: 1,
  })
  expect(await it.list(solutionId)).toEqual([rule])
  const race = await Promise.all(
    ['10.0.0.0/8', '172.16.0.0/12'].map((network) =>
      put(solutionId, { ...off, blockedNetworks: [network], version: 1 }),
    ),
  )
  expect(race.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
})

test('a form that is turned off ends its rule, and turned on again goes on with it', async () => {
  const { solutionId } = await it.makeSite()
  await put(solutionId, { ...off, allowedNetworks: ['192.0.2.0/24'], version: 0 })
  const [rule] = await it.list(solutionId)
  expect((await put(solutionId, { ...off, version: 1 })).json()).toEqual({ ...off, version: 2, paused: [] })
  expect(await it.list(solutionId)).toEqual([])
  expect((await put(solutionId, { ...off, allowedNetworks: ['10.0.0.0/8'], version: 2 })).json()).toMatchObject({
    version: 3,
  })
  expect(await it.list(solutionId)).toMatchObject([
    { id: rule?.id, priority: 1, enabled: true, conditions: [{ values: ['10.0.0.0/8'] }] },
  ])
  expect((await it.call('DELETE', `${solutionId}/rules/${rule?.id}`, 'ada')).statusCode).toBe(204)
  expect(await read(solutionId)).toEqual({ ...off, version: 4, paused: [] })
})

test('the rule of a form can be renamed, moved and paused, but what it says is changed in the form', async () => {
  const { solutionId } = await it.makeSite()
  await put(solutionId, { ...off, geoblocking: { mode: 'BLOCK_LISTED', countries: ['FR'] }, version: 0 })
  const [rule] = await it.list(solutionId)
  if (rule === undefined) throw new Error('the form has made no rule')
  const content = {
    ...ruleDraft({ conditions: rule.conditions, action: rule.action }),
    name: 'No France',
    priority: 50,
    dryRun: true,
    version: 1,
  }
  const change = (other: object) => it.call('PUT', `${solutionId}/rules/${rule.id}`, 'ada', { ...content, ...other })
  expect(problemOf(await change({ conditions: [{ field: 'country', not: false, values: ['DE'] }] }))).toEqual([
    409,
    'rule-of-form',
  ])
  expect(problemOf(await change({ action: { type: 'ALLOW' } }))).toEqual([409, 'rule-of-form'])
  expect((await change({})).json()).toMatchObject({
    name: 'No France',
    priority: 50,
    dryRun: true,
    form: 'GEOBLOCKING',
    version: 2,
  })
  expect(await read(solutionId)).toMatchObject({
    geoblocking: { mode: 'BLOCK_LISTED', countries: ['FR'] },
    paused: ['GEOBLOCKING'],
  })
  // The form changes what the rule says, and leaves the rest to the rule.
  await put(solutionId, { ...off, geoblocking: { mode: 'BLOCK_LISTED', countries: ['BE'] }, version: 2 })
  expect(await it.list(solutionId)).toMatchObject([
    { name: 'No France', priority: 50, dryRun: true, conditions: [{ values: ['BE'] }] },
  ])
})

test.for<[string, object, string, string]>([
  [
    'a country that does not exist',
    { geoblocking: { mode: 'BLOCK_LISTED', countries: ['DE', 'ZZ'] } },
    '/geoblocking/countries/1',
    'unknown-country',
  ],
  ['no country', { geoblocking: { mode: 'ALLOW_LISTED', countries: [] } }, '/geoblocking/countries', 'too-short'],
  ['another mode', { geoblocking: { mode: 'ON', countries: [] } }, '/geoblocking/mode', 'invalid-value'],
  ['what is no network', { allowedNetworks: ['192.0.2.1', 'x'] }, '/allowedNetworks/1', 'invalid-network'],
  ['half of the internet', { blockedNetworks: ['128.0.0.0/1'] }, '/blockedNetworks/0', 'network-too-wide'],
  [
    '501 networks',
    { blockedNetworks: Array.from({ length: 501 }, (_, index) => `10.0.${index >> 8}.${index & 255}`) },
    '/blockedNetworks',
    'too-long',
  ],
])('%s is refused, and nothing changes', async ([, change, pointer, code]) => {
  const { solutionId } = await it.makeSite()
  const response = await put(solutionId, { ...off, ...change, version: 0 })
  expect([response.statusCode, faultsOf(response)?.map((fault) => [fault.pointer, fault.code])]).toEqual([
    422,
    [[pointer, code]],
  ])
  expect(await it.list(solutionId)).toEqual([])
})
