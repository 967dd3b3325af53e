import type { AllowedVisitor, Limiter, LimiterNew, LimiterOverride } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { ours, startService, theirs } from '../testing/start-service.ts'

const it = await startService()
afterAll(() => it.stop())

const usual: LimiterNew = {
  name: 'sign-in',
  match: { hosts: [], paths: [], methods: [] },
  limit: { kind: 'FIXED_WINDOW', limit: 3, windowSeconds: 3_600 },
  key: [{ from: 'network', v4: 32, v6: 64 }],
  missing: 'SKIP',
  counts: 'BEFORE',
  outage: 'OPEN',
  ladder: null,
}
interface Refusal {
  readonly code: string
  readonly errors?: readonly { readonly pointer: string; readonly code: string }[]
}
let made = 0
async function create(more: Partial<LimiterNew> = {}): Promise<Limiter> {
  const answer = await it.call('mia', 'createLimiter', { body: { ...usual, name: `limiter-${made++}`, ...more } })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.json()))
  return answer.json()
}
const change = (limiter: Limiter, more: object) => {
  const {
    id,
    rollout: _,
    overrides: _overrides,
    lastDay: _lastDay,
    createdAt: _at,
    updatedAt: _upAt,
    ...body
  } = limiter
  return it.call('mia', 'updateLimiter', { params: { limiterId: id }, body: { ...body, ...more } })
}

test('a limiter begins in dry run; going live, and what changes then, holds for some visitors first', async () => {
  const limiter = await create()
  expect([limiter.mode, limiter.rollout]).toEqual(['DRY_RUN', null])
  const live = (await change(limiter, { mode: 'LIVE' })).json<Limiter>()
  expect(live).toMatchObject({ mode: 'LIVE', version: 2, rollout: { stage: 'SHARE', percent: 5, fault: null } })
  const stored = await it.call('vic', 'getLimiter', { params: { limiterId: limiter.id } })
  expect(stored.json()).toEqual(live)
  // Whoever changes what is tried tries it anew, against what held before both.
  const again = (await change(live, { limit: { ...usual.limit, limit: 9 } })).json<Limiter>()
  expect(again.rollout).toMatchObject({ stage: 'DRY_RUN', percent: 0 })
  const back = await it.call('mia', 'rollBackLimiterChange', { params: { limiterId: limiter.id } })
  expect(back.json()).toMatchObject({
    mode: 'DRY_RUN',
    limit: usual.limit,
    rollout: { stage: 'ROLLED_BACK', nextAt: null },
  })
  for (const id of ['rollBackLimiterChange', 'finishLimiterChange'] as const) {
    const refused = await it.call('mia', id, { params: { limiterId: limiter.id } })
    expect([refused.status, refused.json<Refusal>().code]).toEqual([409, 'state-conflict'])
  }
})

test('a change is finished by a person, and can still be taken back', async () => {
  const limiter = await create()
  await change(limiter, { mode: 'LIVE' })
  const done = await it.call('mia', 'finishLimiterChange', { params: { limiterId: limiter.id } })
  expect(done.json()).toMatchObject({ rollout: { stage: 'ALL', percent: 100, nextAt: null } })
  const back = await it.call('mia', 'rollBackLimiterChange', { params: { limiterId: limiter.id } })
  expect(back.json()).toMatchObject({ mode: 'DRY_RUN', rollout: { stage: 'ROLLED_BACK' } })
})

test('another name alone tries nothing', async () => {
  const limiter = await create()
  const renamed = (await change(limiter, { name: 'renamed' })).json<Limiter>()
  expect([renamed.name, renamed.rollout, renamed.version]).toEqual(['renamed', null, 2])
})

test('what cannot be counted, a name that is taken, and a version of before are refused by their field', async () => {
  const limiter = await create({ name: 'first' })
  const refused = async (body: object) => (await it.call('mia', 'createLimiter', { body })).json<Refusal>()
  expect(await refused({ ...usual, name: 'first' })).toMatchObject({
    code: 'in-use',
    errors: [{ pointer: '/name', code: 'taken' }],
  })
  const faults = [
    [{ key: [{ from: 'expression', text: '{nothing}' }] }, '/key', 'bad-expression'],
    [{ limit: { kind: 'QUOTA', limit: 1, period: 'DAY', zone: 'Mars/Olympus' } }, '/limit/zone', null],
    [
      { limit: { kind: 'CONCURRENCY', limit: 1, leaseSeconds: 60 }, counts: 'AFTER_FAILURE' },
      '/counts',
      'counts-before-only',
    ],
    [{ key: [] }, '/key', null],
  ] as const
  for (const [fault, pointer, code] of faults) {
    const said = await refused({ ...usual, name: 'other', ...fault })
    expect([said.code, said.errors?.[0]?.pointer]).toEqual(['validation-failed', pointer])
    if (code !== null) expect(said.errors?.[0]?.code).toBe(code)
  }
  expect((await change({ ...limiter, version: 7 }, {})).json<Refusal>().code).toBe('version-conflict')
})

test('an override has a value for each part of the key, networks in one spelling, and keeps the number of parts', async () => {
  const limiter = await create()
  const params = { limiterId: limiter.id }
  const override = { values: ['192.0.2.7/24'], limit: null, note: 'our partner' }
  const wrong = await it.call('mia', 'createLimiterOverride', { params, body: { ...override, values: ['*', '*'] } })
  expect(wrong.json<Refusal>().errors).toEqual([{ pointer: '/values', code: 'one-for-each-part' }])
  const bad = await it.call('mia', 'createLimiterOverride', { params, body: { ...override, values: ['somewhere'] } })
  expect(bad.json<Refusal>().errors).toEqual([{ pointer: '/values/0', code: 'bad-network' }])
  for (const limit of [null, 5])
    await it.call('mia', 'createLimiterOverride', { params, body: { ...override, values: ['192.0.2.0/24'], limit } })
  const listed = (await it.call('vic', 'listLimiterOverrides', { params })).json<{ items: LimiterOverride[] }>()
  expect(listed.items.map(({ values, limit }) => [values, limit])).toEqual([[['192.0.2.0/24'], 5]])
  const [current] = (await it.call('vic', 'listLimiters'))
    .json<{ items: Limiter[] }>()
    .items.filter(({ id }) => id === limiter.id)
  const more = await change(current ?? limiter, { key: [...usual.key, { from: 'path' }] })
  expect([more.status, more.json<Refusal>().code]).toEqual([409, 'state-conflict'])
  const other = await create({ key: [{ from: 'country' }, { from: 'operator' }, { from: 'path' }, { from: 'email' }] })
  const overrides = { limiterId: other.id }
  const typed = ['de', 'AS64500', '/Login/', 'Jane+offers@Example.com']
  const kept = await it.call('mia', 'createLimiterOverride', {
    params: overrides,
    body: { ...override, values: typed },
  })
  expect(kept.json<LimiterOverride>().values).toEqual(['DE', '64500', '/login', 'jane@example.com'])
  const refused = { ...override, values: ['Germany', 'Example Net', 'login', 'jane'] }
  const answer = await it.call('mia', 'createLimiterOverride', { params: overrides, body: refused })
  expect(answer.json<Refusal>().errors?.map(({ code }) => code)).toEqual([
    'unknown-country',
    'bad-operator',
    'invalid',
    'email',
  ])
  const gone = { ...params, overrideId: listed.items[0]?.id ?? '' }
  expect((await it.call('mia', 'deleteLimiterOverride', { params: gone })).status).toBe(204)
  expect((await it.call('mia', 'deleteLimiterOverride', { params: gone })).status).toBe(404)
})

test('an entry of the allow-list names somebody, once; the log keeps no whole address', async () => {
  const body = { field: 'address', value: '203.0.113.77', note: 'our monitoring' }
  const first = await it.call('mia', 'createAllowedVisitor', { body })
  expect(first.status).toBe(201)
  expect((await it.call('mia', 'createAllowedVisitor', { body })).json<Refusal>().code).toBe('in-use')
  for (const [field, value, code] of [
    ['address', '203.0.113.0/99', 'bad-network'],
    ['operator', 'AS 1', 'bad-operator'],
  ] as const) {
    const refused = await it.call('mia', 'createAllowedVisitor', { body: { field, value, note: 'x' } })
    expect(refused.json<Refusal>().errors).toEqual([{ pointer: '/value', code }])
  }
  const [entry] = await it.db.query<{ text: string }>(
    'test-entry',
    `select e::text as text from audit.entries e where action = 'allowed-visitor.created' order by number desc limit 1`,
  )
  expect(entry?.text).toContain('203.0.113.0/24')
  expect(entry?.text).not.toContain('203.0.113.77')
  const { id } = first.json<AllowedVisitor>()
  expect((await it.call('mia', 'deleteAllowedVisitor', { params: { allowedVisitorId: id } })).status).toBe(204)
})

test('lists go page by page', async () => {
  for (let index = 0; index < 3; index++)
    await it.call('mia', 'createAllowedVisitor', { body: { field: 'user', value: `user ${index}`, note: 'x' } })
  const page = async (query: string) =>
    (await it.call('vic', 'listAllowedVisitors', { query })).json<{
      items: AllowedVisitor[]
      nextCursor: string | null
    }>()
  const first = await page('?limit=2')
  const second = await page(`?limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ value }) => value)).toEqual(['user 2', 'user 1', 'user 0'])
  expect(second.nextCursor).toBeNull()
})

test('no more limiters than a site may have', async () => {
  const fill = `insert into protection.limiters (id, solution_id, name, config, mode, created_at, updated_at)
    select gen_random_uuid(), $1, 'filler-' || n, '{"match": {"hosts": [], "paths": [], "methods": []}, "key": []}', 'DRY_RUN', now(), now() from generate_series(1, 50) n`
  await it.db.query('test-fill', fill, [theirs])
  const refused = await it.call('eve', 'createLimiter', { params: { solutionId: theirs }, body: usual })
  expect([refused.status, refused.json<Refusal>().code]).toEqual([429, 'quota-exceeded'])
})

test('what is erased leaves nothing, and what an owner takes along names every limiter', async () => {
  const parts = await Array.fromAsync(it.service.exportParts(ours))
  expect(parts.map(({ path }) => path)).toContain('protection/limiters.json')
  expect(await it.service.eraseSpace(theirs)).toBe(true)
  const [left] = await it.db.query<{ count: number }>(
    'test-left',
    'select count(*)::int as count from protection.limiters where solution_id = $1',
    [theirs],
  )
  expect(left?.count).toBe(0)
})

test('no limiter takes the name of another part of decisions; one that has it from before works on and can be changed', async () => {
  for (const name of [
    'programs',
    'program',
    'allow-list',
    'policy',
    'captcha',
    'challenge',
    'probe',
    'trap',
    'traps',
  ]) {
    const refused = await it.call('mia', 'createLimiter', { body: { ...usual, name } })
    expect([refused.status, refused.json<Refusal>().errors]).toEqual([422, [{ pointer: '/name', code: 'reserved' }]])
  }
  const limiter = await create()
  expect((await change(limiter, { name: 'programs' })).status).toBe(422)
  await it.db.query('test-former', `update protection.limiters set name = 'programs' where id = $1`, [limiter.id])
  const renamed = { ...limiter, name: 'programs' }
  const changed = await change(renamed, { limit: { kind: 'FIXED_WINDOW', limit: 9, windowSeconds: 60 } })
  expect(changed.json<Limiter>()).toMatchObject({ name: 'programs', limit: { limit: 9 } })
  const { ask } = await it.anotherServer()
  const request = { address: '192.0.2.7', method: 'GET', host: 'shop.example', path: '/' }
  expect((await ask('decide', { body: { request } })).statusCode).toBe(200)
  await it.call('mia', 'deleteLimiter', { params: { limiterId: limiter.id } })
})
