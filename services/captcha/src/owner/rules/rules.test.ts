import { rulesMax, type RuleAction, type RuleCondition } from '@bollard/contracts'
import { afterAll, expect, test } from 'vitest'
import { problemOf, ruleDraft, startRuleRoutes } from '../../testing/start-rule-routes.ts'

const it = await startRuleRoutes()
afterAll(() => it.stop())
const french: RuleCondition = { field: 'country', not: false, values: ['FR'] }
const block: RuleAction = { type: 'BLOCK' }

test('each role may do what its call asks for, nobody else anything, and a stranger is told that nothing is there', async () => {
  const { solutionId } = await it.makeSite()
  const other = await it.makeSite()
  it.roles.set(`olaf ${other.solutionId}`, 'ADMIN')
  const forms = { geoblocking: { mode: 'OFF', countries: [] }, allowedNetworks: [], blockedNetworks: [], version: 0 }
  const rule = await it.create(solutionId, { conditions: [french], action: block })
  const calls = [
    ['GET', 'rules', undefined, 'VIEWER'],
    ['GET', `rules/${rule.id}`, undefined, 'VIEWER'],
    ['GET', 'rule-forms', undefined, 'VIEWER'],
    ['POST', 'rules/trials', {}, 'VIEWER'],
    ['POST', 'rules', ruleDraft({ conditions: [french], action: block }), 'ADMIN'],
    ['PUT', `rules/${rule.id}`, { ...ruleDraft({ conditions: [french], action: block }), version: 1 }, 'ADMIN'],
    ['PUT', 'rules/order', { ruleIds: [rule.id] }, 'ADMIN'],
    ['PUT', 'rule-forms', forms, 'ADMIN'],
    ['DELETE', `rules/${rule.id}`, undefined, 'ADMIN'],
  ] as const
  for (const [method, path, payload, lowest] of calls) {
    const refused = [
      [undefined, 401, 'unauthenticated'],
      ['stranger', 404, 'not-found'],
      ['olaf', 404, 'not-found'],
      ...(lowest === 'ADMIN'
        ? ([['vera', 403, 'role-too-low'] as const, ['mia', 403, 'role-too-low'] as const] as const)
        : []),
    ] as const
    for (const [person, ...problem] of refused) {
      expect([
        method,
        path,
        person,
        ...problemOf(await it.call(method, `${solutionId}/${path}`, person, payload)),
      ]).toEqual([method, path, person, ...problem])
    }
  }
  expect(await it.list(solutionId)).toEqual([rule])
  for (const [method, path, payload, lowest] of calls) {
    for (const person of lowest === 'ADMIN' ? ['ada'] : ['vera', 'mia', 'ada']) {
      // A second rule makes the list of the order incomplete; everything else goes through.
      if (path === 'rules/order') continue
      const response = await it.call(method, `${solutionId}/${path}`, person, payload)
      expect([method, path, person, Math.floor(response.statusCode / 100)]).toEqual([method, path, person, 2])
    }
  }
})

test('an admin of one solution reaches no rule of another', async () => {
  const [one, other] = [await it.makeSite(), await it.makeSite()]
  const rule = await it.create(other.solutionId, { conditions: [french], action: block })
  const payload = { ...ruleDraft({ conditions: [french], action: { type: 'ALLOW' } }), version: 1 }
  expect(problemOf(await it.call('GET', `${one.solutionId}/rules/${rule.id}`, 'ada'))).toEqual([404, 'not-found'])
  expect(problemOf(await it.call('PUT', `${one.solutionId}/rules/${rule.id}`, 'ada', payload))).toEqual([
    404,
    'not-found',
  ])
  expect(problemOf(await it.call('DELETE', `${one.solutionId}/rules/${rule.id}`, 'ada'))).toEqual([404, 'not-found'])
  expect(problemOf(await it.call('PUT', `${one.solutionId}/rules/order`, 'ada', { ruleIds: [rule.id] }))).toEqual([
    409,
    'version-conflict',
  ])
  expect(await it.list(other.solutionId)).toEqual([rule])
})

test('a rule is stored as it was written, changed with its version, and every change is told to all processes', async () => {
  const { solutionId } = await it.makeSite()
  const times = [await it.changedAt(solutionId)]
  const expiresAt = new Date(it.clock.now + 60_000).toISOString()
  const conditions: RuleCondition[] = [
    { field: 'ip', not: false, values: ['192.0.2.77/24', '192.0.2.0/24', '2001:DB8:0::1'] },
    { field: 'hostname', not: true, values: ['*.Shop.example', 'MÜLLER.example'] },
    { field: 'score', from: 0.25, to: 1 },
  ]
  const rule = await it.create(solutionId, {
    name: ' Doubtful ',
    conditions,
    action: { type: 'DIFFICULTY', percent: 120 },
    expiresAt,
  })
  expect(rule).toMatchObject({
    name: 'Doubtful',
    priority: 100,
    enabled: true,
    dryRun: false,
    form: null,
    version: 1,
    hits: 0,
    dryRunHits: 0,
    lastHitAt: null,
    expiresAt,
    action: { type: 'DIFFICULTY', percent: 120 },
    conditions: [
      { field: 'ip', not: false, values: ['192.0.2.0/24', '2001:db8::1'] },
      { field: 'hostname', not: true, values: ['*.shop.example', 'xn--mller-kva.example'] },
      { field: 'score', from: 0.25, to: 1 },
    ],
  })
  expect(rule.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/u)
  times.push(await it.changedAt(solutionId))
  it.clock.now += 1_000
  const { id } = rule
  const next = {
    name: 'Renamed',
    priority: 5,
    enabled: false,
    dryRun: true,
    conditions: [french],
    action: block,
    expiresAt: null,
    version: 1,
  }
  const changed = await it.call('PUT', `${solutionId}/rules/${id}`, 'ada', next)
  expect(changed.json()).toEqual({ ...rule, ...next, version: 2, updatedAt: new Date(it.clock.now).toISOString() })
  expect((await it.call('GET', `${solutionId}/rules/${id.toUpperCase()}`, 'vera')).json()).toEqual(changed.json())
  times.push(await it.changedAt(solutionId))
  expect(problemOf(await it.call('PUT', `${solutionId}/rules/${id}`, 'ada', next))).toEqual([409, 'version-conflict'])
  expect((await it.call('DELETE', `${solutionId}/rules/${id}`, 'ada')).statusCode).toBe(204)
  times.push(await it.changedAt(solutionId))
  expect(times).toEqual([...new Set(times)].toSorted())
  for (const [method, payload] of [
    ['GET', undefined],
    ['PUT', { ...next, version: 3 }],
    ['DELETE', undefined],
  ] as const)
    expect(problemOf(await it.call(method, `${solutionId}/rules/${id}`, 'ada', payload))).toEqual([404, 'not-found'])
})

test('a rule that has expired can still be edited, and no rule is given an end in the past', async () => {
  const { solutionId } = await it.makeSite()
  const expiresAt = new Date(it.clock.now + 1_000).toISOString()
  const rule = await it.create(solutionId, { conditions: [french], action: block, expiresAt })
  it.clock.now += 2_000
  const change = (end: string | null, version: number) =>
    it.call('PUT', `${solutionId}/rules/${rule.id}`, 'ada', {
      ...ruleDraft({ conditions: [french], action: block, expiresAt: end, name: 'B' }),
      version,
    })
  expect((await change(expiresAt, 1)).statusCode).toBe(200)
  expect(problemOf(await change(new Date(it.clock.now - 1).toISOString(), 2))).toEqual([422, 'validation-failed'])
  expect((await change(null, 2)).json()).toMatchObject({ expiresAt: null, version: 3 })
})

test('a deleted rule leaves its name to the log, and its number to nobody', async () => {
  const { solutionId } = await it.makeSite()
  const first = await it.create(solutionId, { name: 'First', conditions: [french], action: block })
  await it.call('DELETE', `${solutionId}/rules/${first.id}`, 'ada')
  await it.create(solutionId, { name: 'Second', conditions: [french], action: block })
  const rows = await it.db.query<{ number: number; name: string; gone: boolean }>(
    'test-rules',
    `select number, r.name, deleted_at is not null as gone from captcha.rules r join captcha.sites s on s.id = site_id where solution_id = $1 order by number`,
    [solutionId],
  )
  expect(rows).toEqual([
    { number: 1, name: 'First', gone: true },
    { number: 2, name: 'Second', gone: false },
  ])
  await it.db.query(
    'test-last',
    'update captcha.rules set number = 32767 where number = 2 and site_id = (select id from captcha.sites where solution_id = $1)',
    [solutionId],
  )
  const refused = await it.call(
    'POST',
    `${solutionId}/rules`,
    'ada',
    ruleDraft({ conditions: [french], action: block }),
  )
  expect(problemOf(refused)).toEqual([429, 'quota-exceeded'])
})

test('a site has 200 rules at most, however many are created at once, and a deleted one makes room', async () => {
  const { solutionId } = await it.makeSite()
  await it.db.query(
    'test-many',
    `insert into captcha.rules (id, site_id, number, name, priority, conditions, action, created_at, updated_at)
     select gen_random_uuid(), s.id, n, 'R' || n, n, '[{"field":"score","from":0,"to":1}]', '{"type":"FLAG"}', now(), now()
     from captcha.sites s, generate_series(1, $2::int) n where s.solution_id = $1`,
    [solutionId, rulesMax - 2],
  )
  const create = () => it.call('POST', `${solutionId}/rules`, 'ada', ruleDraft({ conditions: [french], action: block }))
  const statuses = (await Promise.all(Array.from({ length: 6 }, create))).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([201, 201, 429, 429, 429, 429])
  const rules = await it.list(solutionId)
  expect(rules).toHaveLength(rulesMax)
  const forms = {
    geoblocking: { mode: 'BLOCK_LISTED', countries: ['FR'] },
    allowedNetworks: [],
    blockedNetworks: [],
    version: 0,
  }
  expect(problemOf(await it.call('PUT', `${solutionId}/rule-forms`, 'ada', forms))).toEqual([429, 'quota-exceeded'])
  await it.call('DELETE', `${solutionId}/rules/${rules[0]?.id}`, 'ada')
  expect((await create()).statusCode).toBe(201)
  expect(problemOf(await create())).toEqual([429, 'quota-exceeded'])
})

test('rules are asked in the order that was given last, never in a mixture of two', async () => {
  const { solutionId } = await it.makeSite()
  const names = ['A', 'B', 'C', 'D', 'E']
  const ids: string[] = []
  for (const name of names) ids.push((await it.create(solutionId, { name, conditions: [french], action: block })).id)
  const order = (ruleIds: readonly string[]) => it.call('PUT', `${solutionId}/rules/order`, 'ada', { ruleIds })
  const [backwards, rotated] = [ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]]
  expect((await order(backwards)).json()).toMatchObject({
    items: backwards.map((id, index) => ({ id, priority: 10 * (index + 1) })),
    nextCursor: null,
  })
  const answers = await Promise.all([order(rotated), order(backwards), order(rotated), order(backwards)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const after = await it.list(solutionId)
  expect([rotated, backwards]).toContainEqual(after.map(({ id }) => id))
  expect(after.map(({ priority }) => priority)).toEqual([10, 20, 30, 40, 50])

  // An editor who has read the rule before it was moved must not move it back.
  const [moved] = after
  const stale = { ...ruleDraft({ conditions: [french], action: block }), version: 1 }
  expect(problemOf(await it.call('PUT', `${solutionId}/rules/${moved?.id}`, 'ada', stale))).toEqual([
    409,
    'version-conflict',
  ])

  for (const wrong of [ids.slice(1), [...ids, moved?.id ?? ''], [...ids.slice(1), crypto.randomUUID()]]) {
    const refused = problemOf(await order(wrong))
    expect([
      [409, 'version-conflict'],
      [422, 'validation-failed'],
    ]).toContainEqual(refused)
  }
  expect(problemOf(await order([...ids.slice(1), ids[1] ?? '']))).toEqual([422, 'validation-failed'])
  expect(await it.list(solutionId)).toEqual(after)
})

test('all rules of a site together are no longer than every process can make ready at once', async () => {
  const { solutionId } = await it.makeSite()
  let made = 0
  const long = () =>
    ruleDraft({
      conditions: [
        { field: 'userAgent', not: false, values: Array.from({ length: 50 }, () => `${made++} ${'x'.repeat(248)}`) },
        { field: 'path', not: false, values: Array.from({ length: 50 }, () => `/${made++} ${'x'.repeat(247)}`) },
      ],
      action: block,
    })
  const codes: number[] = []
  for (let index = 0; index < 42; index++)
    codes.push((await it.call('POST', `${solutionId}/rules`, 'ada', long())).statusCode)
  expect([codes.filter((code) => code === 201).length, codes.at(-1)]).toEqual([40, 429])
  const short = await it.create(solutionId, { conditions: [french], action: block })
  expect(problemOf(await it.call('PUT', `${solutionId}/rules/${short.id}`, 'ada', { ...long(), version: 1 }))).toEqual([
    429,
    'quota-exceeded',
  ])
  expect(await it.list(solutionId)).toHaveLength(41)
})
