import { captchaRoutes, type RuleCondition } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { faultsOf, startRuleRoutes } from '../../testing/start-rule-routes.ts'

const it = await startRuleRoutes()
afterAll(() => it.stop())
const attempt = (solutionId: string, trial: object) => it.call('POST', `${solutionId}/rules/trials`, 'vera', trial)
const tried = async (solutionId: string, trial: object) =>
  captchaRoutes.tryRules.response.schema.parse((await attempt(solutionId, trial)).json())
const is = (field: 'country' | 'userAgent' | 'network', ...values: string[]): RuleCondition => ({
  field,
  not: false,
  values,
})

test('a request is tried against every rule, and the answer says what became of each and why', async () => {
  const { solutionId } = await it.makeSite()
  const expiresAt = new Date(it.clock.now + 1_000).toISOString()
  const rules = [
    { name: 'off', conditions: [is('country', 'FR')], action: { type: 'BLOCK' }, enabled: false },
    { name: 'over', conditions: [is('country', 'FR')], action: { type: 'BLOCK' }, expiresAt },
    { name: 'other', conditions: [is('network', '*SONS'), is('country', 'DE')], action: { type: 'BLOCK' } },
    { name: 'agent', conditions: [is('userAgent', '*bot*')], action: { type: 'BLOCK' } },
    {
      name: 'late',
      conditions: [is('country', 'FR'), { field: 'score', from: 0.8, to: 1 }],
      action: { type: 'BLOCK' },
    },
    { name: 'trial', conditions: [is('country', 'FR')], action: { type: 'BLOCK' }, dryRun: true },
    { name: 'first', conditions: [is('network', 'rack*')], action: { type: 'DIFFICULTY', percent: 50 } },
    { name: 'second', conditions: [is('country', 'FR')], action: { type: 'FLAG' } },
  ] as const
  const ids: string[] = []
  for (const [index, rule] of rules.entries())
    ids.push((await it.create(solutionId, { ...rule, conditions: [...rule.conditions], priority: index })).id)
  it.clock.now += 2_000
  const answer = await tried(solutionId, { address: '203.0.113.9' })
  expect(answer.facts).toMatchObject({
    address: '203.0.113.9',
    country: 'FR',
    continent: 'EU',
    asn: 64_500,
    operator: 'Rack & Sons',
    networkKind: 'hosting',
  })
  expect(answer.facts).toMatchObject({
    userAgent: null,
    language: null,
    hostname: null,
    path: null,
    action: null,
    score: null,
  })
  expect(answer.rules.map(({ id, name, result, failedCondition }) => [id, name, result, failedCondition])).toEqual([
    [ids[0], 'off', 'DISABLED', null],
    [ids[1], 'over', 'EXPIRED', null],
    [ids[2], 'other', 'NOT_MATCHED', { index: 1, field: 'country' }],
    [ids[3], 'agent', 'UNKNOWN', { index: 0, field: 'userAgent' }],
    [ids[4], 'late', 'WAITS_FOR_SCORE', { index: 1, field: 'score' }],
    [ids[5], 'trial', 'WOULD_DECIDE', null],
    [ids[6], 'first', 'DECIDES', null],
    [ids[7], 'second', 'BEHIND', null],
  ])
  const first = { id: ids[6], name: 'first' }
  expect(answer.decision).toEqual({
    rule: first,
    action: { type: 'DIFFICULTY', percent: 50 },
    unless: { id: ids[3], name: 'agent' },
  })

  const told = { address: '203.0.113.9', userAgent: 'Chrome' }
  expect((await tried(solutionId, told)).decision).toMatchObject({ rule: first, unless: { name: 'late' } })
  expect((await tried(solutionId, { ...told, score: 0.5 })).decision).toMatchObject({ rule: first, unless: null })
  expect((await tried(solutionId, { ...told, score: 0.9 })).decision).toMatchObject({
    rule: { name: 'late' },
    action: { type: 'BLOCK' },
    unless: null,
  })
  // Before it had expired.
  expect(
    (await tried(solutionId, { ...told, at: new Date(it.clock.now - 1_900).toISOString() })).decision,
  ).toMatchObject({ rule: { name: 'over' } })
  // What is told goes before what the network data knows.
  expect((await tried(solutionId, { ...told, country: 'DE', score: 0.9 })).decision).toMatchObject({
    rule: { name: 'other' },
  })
  expect((await tried(solutionId, { ...told, country: null, asn: 0, score: 0.9 })).decision).toEqual({
    rule: null,
    action: null,
    unless: null,
  })
  expect((await it.list(solutionId)).map(({ hits, dryRunHits }) => hits + dryRunHits)).toEqual(rules.map(() => 0))
})

test.for<[object, string, string]>([
  [{ address: 'x' }, '/address', 'invalid-value'],
  [{ address: '192.0.2.0/24' }, '/address', 'invalid-value'],
  [{ asn: -1 }, '/asn', 'too-small'],
  [{ country: 'de' }, '/country', 'invalid-format'],
  [{ networkKind: 'x' }, '/networkKind', 'invalid-value'],
  [{ userAgent: 'x'.repeat(513) }, '/userAgent', 'too-long'],
  [{ language: 'de-DE' }, '/language', 'invalid-format'],
  [{ path: 'x' }, '/path', 'invalid-format'],
  [{ score: 2 }, '/score', 'too-large'],
  [{ at: 'now' }, '/at', 'invalid-format'],
  [{ weather: 'rain' }, '/weather', 'unknown-field'],
])('the request %j is refused at %s as %s', async ([trial, pointer, code]) => {
  const { solutionId } = await it.makeSite()
  expect(faultsOf(await attempt(solutionId, trial))?.map((fault) => [fault.pointer, fault.code])).toEqual([
    [pointer, code],
  ])
})
