import { afterAll, expect, test } from 'vitest'
import {
  type Answer,
  full,
  isFine,
  large,
  type PlannedSite,
  refusalOf,
  small,
  startPlannedSites,
} from '../../testing/start-planned-sites.ts'
import { visit } from '../../testing/walk-through.ts'
import type { PlanTerms } from './plan-terms.ts'

const its = await startPlannedSites()
afterAll(() => its.stop())
const { addEnvironment, addKey, environmentsOf, keysOf, putDomains, set, settingsOf, site } = its

const hosts = (count: number) =>
  Array.from({ length: count }, (_, index) => (index === 0 ? 'shop.example' : `d${index}.example`))
const keys = async (one: PlannedSite, count: number) => {
  for (let index = 1; index < count; index++) isFine(await addKey(one))
}
const rotate = (one: PlannedSite, id: string | undefined, overlapHours: number) =>
  one.call('POST', `api-keys/${id}/rotations`, { overlapHours })
const has = async (one: PlannedSite) => ({
  environments: await environmentsOf(one),
  keys: await keysOf(one),
  settings: await settingsOf(one),
})

interface Case {
  readonly limit: keyof typeof small.limits
  /** What asks for more. */
  readonly by: string
  readonly pointer: string
  readonly plan?: PlanTerms
  /** Brings a new site to `count` of what is limited. */
  readonly fill: (one: PlannedSite, count: number) => Promise<unknown>
  /** Asks for one more, in its own words each time. */
  readonly more: (one: PlannedSite, index: number) => Promise<Answer>
}
const environments = async (one: PlannedSite, count: number) => {
  for (let index = 1; index < count; index++) isFine(await addEnvironment(one, `Filled ${index}`))
}
const cases: Case[] = [
  {
    limit: 'domains',
    by: 'a new environment',
    pointer: '/domains',
    fill: async (one, count) => isFine(await putDomains(one, hosts(count))),
    more: (one, index) => addEnvironment(one, `More ${index}`, 'shop.example', `more${index}.example`),
  },
  {
    limit: 'environments',
    by: 'a new environment',
    pointer: '',
    fill: environments,
    more: (one, index) => addEnvironment(one, `More ${index}`),
  },
  { limit: 'apiKeys', by: 'a new key', pointer: '', fill: keys, more: (one) => addKey(one) },
  {
    limit: 'apiKeys',
    by: 'the key of a new environment',
    pointer: '',
    plan: { ...small, limits: { ...small.limits, environments: 9 } },
    fill: keys,
    more: (one, index) => addEnvironment(one, `More ${index}`),
  },
]

test.each(cases)(
  '$limit: $by is allowed up to the limit, refused above it with the numbers, and allowed by a larger plan and without one',
  async (given) => {
    const { limit, pointer, plan = small, fill, more } = given
    const one = await site(plan)
    await fill(one, small.limits[limit] - 1)
    // An environment has a key of its own, and there is room for one of either.
    isFine(await more(one, 0))
    const before = await has(one)
    expect(refusalOf(await more(one, 1))).toEqual(full(limit, pointer))
    expect(await has(one)).toEqual(before)
    const unlimited = await site(null)
    await fill(unlimited, small.limits[limit])
    its.plans.set(one.solutionId, large)
    for (const other of [one, unlimited]) isFine(await more(other, 2))
  },
)

test.each(cases)(
  '$limit: of many at once by $by, none gets past the limit',
  async ({ limit, pointer, plan = small, fill, more }) => {
    const one = await site(plan)
    await fill(one, small.limits[limit] - 1)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => more(one, index)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 429, 429, 429, 429, 429])
    expect(refusalOf(await more(one, 6))).toEqual(full(limit, pointer))
  },
)

test('a domain counts once in however many environments, and one that goes makes room for another', async () => {
  const one = await site(small)
  isFine(await putDomains(one, hosts(3)))
  isFine(await addEnvironment(one, 'Staging', ...hosts(3)))
  expect(refusalOf(await putDomains(one, hosts(4)))).toEqual(full('domains', '/domains'))
  expect(refusalOf(await putDomains(one, ['shop.example', 'd1.example', 'new.example']))).toEqual(
    full('domains', '/domains'),
  )
  const [, staging] = await environmentsOf(one)
  isFine(await one.call('DELETE', `environments/${staging?.id}`))
  isFine(await putDomains(one, ['shop.example', 'd1.example', 'new.example']))
})

test('the log is kept as long as the plan allows, and an owner may ask for less', async () => {
  const one = await site(small)
  isFine(await set(one, { retentionDays: 40 }))
  expect(refusalOf(await set(one, { retentionDays: 41 }))).toEqual(full('verificationLogDays', '/retentionDays'))
  isFine(await set(one, { retentionDays: 7 }))
  expect(refusalOf(await set(one, { retentionDays: 41 }))).toEqual(full('verificationLogDays', '/retentionDays', 7))
  its.plans.set(one.solutionId, large)
  for (const other of [one, await site(null)]) isFine(await set(other, { retentionDays: 41 }))
})

test('a key is replaced at the limit, with and without overlap, and the overlap cannot be made a key more', async () => {
  const one = await site(small)
  await keys(one, 4)
  const [newest] = await keysOf(one)
  isFine(await rotate(one, newest?.id, 168))
  expect(refusalOf(await addKey(one))).toEqual(full('apiKeys', ''))
  const old = (await keysOf(one)).find(({ id }) => id === newest?.id)
  const longer = { name: 'Longer', networks: [], version: old?.version }
  for (const expiresAt of [null, new Date(its.clock.now + 200 * 3_600_000).toISOString()])
    expect(refusalOf(await one.call('PUT', `api-keys/${old?.id}`, { ...longer, expiresAt }))).toEqual(
      full('apiKeys', ''),
    )
  isFine(await one.call('PUT', `api-keys/${old?.id}`, { ...longer, name: 'Same end', expiresAt: old?.expiresAt }))
  const [latest] = await keysOf(one)
  isFine(await rotate(one, latest?.id, 0))
  expect(await its.service.countUse(one.solutionId)).toMatchObject({ counts: { apiKeys: 4 } })
})

test('a key that has ended is none, and cannot wake where there is no room: neither by its end nor by a rotation', async () => {
  const one = await site(small)
  const day = 86_400_000
  isFine(
    await one.call('POST', 'api-keys', {
      name: 'Short',
      scopes: ['statistics'],
      expiresAt: new Date(its.clock.now + day).toISOString(),
    }),
  )
  const [short, first] = await keysOf(one)
  its.clock.now += day
  await keys(one, 3)
  isFine(await one.call('DELETE', `api-keys/${first?.id}`))
  for (let count = 2; count < 4; count++)
    isFine(await one.call('POST', 'api-keys', { name: 'Reader', scopes: ['statistics'] }))
  const put = { name: 'Short', networks: [], expiresAt: null, version: short?.version }
  expect(refusalOf(await one.call('PUT', `api-keys/${short?.id}`, put))).toEqual(full('apiKeys', ''))
  expect(refusalOf(await rotate(one, short?.id, 1))).toEqual(full('apiKeys', ''))
})

test('visitors and the servers that ask about them never cost a question for the plan', async () => {
  const one = await site(small)
  its.asked.length = 0
  await visit(its.app, one.siteKey)
  await its.app.inject({
    method: 'POST',
    url: '/captcha/v1/siteverify',
    payload: { secret: one.secretKey, response: 'x' },
  })
  await one.call('GET', 'settings')
  expect(its.asked).toEqual([])
  isFine(await addKey(one))
  expect(its.asked).toEqual([[one.solutionId]])
})
