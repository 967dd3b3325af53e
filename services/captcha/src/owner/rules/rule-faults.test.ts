import { afterAll, expect, test } from 'vitest'
import { faultsOf, startRuleRoutes } from '../../testing/start-rule-routes.ts'

const it = await startRuleRoutes()
afterAll(() => it.stop())
const { solutionId } = await it.makeSite()
const condition = { field: 'asn', values: [1] }
const create = (change: object) =>
  it.call('POST', `${solutionId}/rules`, 'ada', {
    name: 'A rule',
    priority: 1,
    conditions: [condition],
    action: { type: 'FLAG' },
    ...change,
  })
const withCondition = (...conditions: object[]) => create({ conditions })
const many = (count: number, make: (index: number) => unknown) =>
  Array.from({ length: count }, (_, index) => make(index))

test.for<[object, string, string]>([
  [{ field: 'country', values: ['Germany'] }, '/values/0', 'invalid-format'],
  [{ field: 'country', values: ['DE', 'ZZ'] }, '/values/1', 'unknown-country'],
  [{ field: 'country', values: ['EU'] }, '/values/0', 'unknown-country'],
  [{ field: 'country', values: [] }, '/values', 'too-short'],
  [{ field: 'country' }, '/values', 'required'],
  [{ field: 'continent', values: ['XX'] }, '/values/0', 'invalid-value'],
  [{ field: 'asn', values: [0] }, '/values/0', 'too-small'],
  [{ field: 'asn', values: [4_294_967_296] }, '/values/0', 'too-large'],
  [{ field: 'asn', values: [1.5] }, '/values/0', 'invalid-type'],
  [{ field: 'asn', values: ['AS1'] }, '/values/0', 'invalid-type'],
  [{ field: 'asn', values: many(201, (index) => index + 1) }, '/values', 'too-long'],
  [{ field: 'network', values: [' '] }, '/values/0', 'too-short'],
  [{ field: 'network', values: ['a\nb'] }, '/values/0', 'invalid-format'],
  [{ field: 'networkKind', values: ['dialup'] }, '/values/0', 'invalid-value'],
  [{ field: 'ip', values: ['300.1.1.1'] }, '/values/0', 'invalid-network'],
  [{ field: 'ip', values: ['192.0.2.1', '192.0.2.0/33'] }, '/values/1', 'invalid-network'],
  [{ field: 'ip', values: ['192.0.2.0/08'] }, '/values/0', 'invalid-network'],
  [{ field: 'ip', values: ['2001:db8::/129'] }, '/values/0', 'invalid-network'],
  [{ field: 'ip', values: ['::ffff:192.0.2.0/64'] }, '/values/0', 'invalid-network'],
  [{ field: 'ip', values: ['shop.example'] }, '/values/0', 'invalid-network'],
  [{ field: 'ip', values: ['0.0.0.0/7'] }, '/values/0', 'network-too-wide'],
  [{ field: 'ip', values: ['::/0'] }, '/values/0', 'network-too-wide'],
  [{ field: 'ip', values: ['2001::/15'] }, '/values/0', 'network-too-wide'],
  [{ field: 'ip', values: ['::ffff:0:0/96'] }, '/values/0', 'network-too-wide'],
  [{ field: 'ip', values: many(501, (index) => `192.0.2.${index % 256}`) }, '/values', 'too-long'],
  [{ field: 'userAgent', values: ['x'.repeat(257)] }, '/values/0', 'too-long'],
  [{ field: 'language', values: ['deu'] }, '/values/0', 'invalid-format'],
  [{ field: 'hostname', values: ['https://shop.example'] }, '/values/0', 'scheme'],
  [{ field: 'hostname', values: ['shop.example/x'] }, '/values/0', 'path'],
  [{ field: 'hostname', values: ['shop.example:80'] }, '/values/0', 'port'],
  [{ field: 'hostname', values: ['a.*.example'] }, '/values/0', 'wildcard'],
  [{ field: 'hostname', values: ['shop example'] }, '/values/0', 'domain'],
  [{ field: 'path', values: ['checkout'] }, '/values/0', 'invalid-format'],
  [{ field: 'action', values: ['x'.repeat(101)] }, '/values/0', 'too-long'],
  [{ field: 'score', from: 0.6, to: 0.5 }, '/to', 'too-small'],
  [{ field: 'score', from: -0.1 }, '/from', 'too-small'],
  [{ field: 'score', to: 1.1 }, '/to', 'too-large'],
  [{ field: 'moonPhase', values: ['full'] }, '/field', 'invalid-value'],
  [{ field: 'asn', not: 'no', values: [1] }, '/not', 'invalid-type'],
])('the condition %j is refused at %s as %s', async ([given, pointer, code]) => {
  const before = Reflect.get(given, 'field') === 'asn' ? { field: 'language', values: ['de'] } : condition
  const response = await withCondition(before, given)
  expect([response.statusCode, faultsOf(response)?.map((fault) => [fault.pointer, fault.code])]).toEqual([
    422,
    [[`/conditions/1${pointer}`, code]],
  ])
})

test.for<[string, object, string, string]>([
  ['a name of blanks', { name: '  ' }, '/name', 'too-short'],
  ['a long name', { name: 'x'.repeat(81) }, '/name', 'too-long'],
  ['a negative priority', { priority: -1 }, '/priority', 'too-small'],
  ['no conditions', { conditions: [] }, '/conditions', 'too-short'],
  ['11 conditions', { conditions: many(11, () => condition) }, '/conditions', 'too-long'],
  ['one field twice', { conditions: [condition, condition] }, '/conditions/1/field', 'duplicate'],
  ['an action that does not exist', { action: { type: 'WEIGH' } }, '/action/type', 'invalid-value'],
  ['no action', { action: undefined }, '/action', 'required'],
  ['too little difficulty', { action: { type: 'DIFFICULTY', percent: -51 } }, '/action/percent', 'too-small'],
  ['too much difficulty', { action: { type: 'DIFFICULTY', percent: 301 } }, '/action/percent', 'too-large'],
  ['difficulty without a number', { action: { type: 'DIFFICULTY' } }, '/action/percent', 'required'],
  ['an end that is over', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt', 'in-the-past'],
  ['an end that is no time', { expiresAt: 'tomorrow' }, '/expiresAt', 'invalid-format'],
])('%s is refused', async ([, change, pointer, code]) => {
  const response = await create(change)
  expect([response.statusCode, faultsOf(response)?.map((fault) => [fault.pointer, fault.code])]).toEqual([
    422,
    [[pointer, code]],
  ])
})

test('what no version of the contract knows is refused as such, and every fault is told at once', async () => {
  expect(faultsOf(await create({ colour: 'red' }))).toEqual([{ pointer: '/colour', code: 'unknown-field' }])
  const response = await withCondition(
    { field: 'country', values: ['ZZ', 'YY'] },
    { field: 'ip', values: ['x', '10.0.0.0/4'] },
    { field: 'score', from: 1, to: 0 },
  )
  expect(faultsOf(response)).toEqual([
    { pointer: '/conditions/0/values/0', code: 'unknown-country' },
    { pointer: '/conditions/0/values/1', code: 'unknown-country' },
    { pointer: '/conditions/1/values/0', code: 'invalid-network' },
    { pointer: '/conditions/1/values/1', code: 'network-too-wide', params: { min: 8 } },
    { pointer: '/conditions/2/to', code: 'too-small', params: { min: 1 } },
  ])
  expect(await it.list(solutionId)).toEqual([])
})

test('a rule that is as large as it may be is stored', async () => {
  const long = (most: number) => (index: number) => `/${index}${'x'.repeat(most - 1 - String(index).length)}`
  const response = await withCondition(
    { field: 'userAgent', values: many(50, long(256)) },
    { field: 'path', values: many(50, long(256)) },
    { field: 'network', values: many(50, long(100)) },
    { field: 'action', values: many(50, long(100)) },
    { field: 'ip', values: many(500, (index) => `2001:db8:ffff:ffff:ffff:ffff:${index.toString(16)}:0/112`) },
    { field: 'asn', values: many(200, (index) => 4_294_967_000 + index) },
    { field: 'hostname', values: many(50, (index) => `${`${'a'.repeat(60)}.`.repeat(3)}h${index}.example`) },
    { field: 'score' },
  )
  expect(response.statusCode).toBe(201)
})
