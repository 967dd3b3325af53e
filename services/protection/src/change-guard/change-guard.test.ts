import type { Limiter, ProtectionDecision } from '@bollard/contracts'
import { createDecisionIds } from '@bollard/decisions'
import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import type { Guarded } from '../limiter/stored-limiters.ts'
import { ours, people, startService } from '../testing/start-service.ts'
import { judgeChange } from './judge-change.ts'

const it = await startService()
afterAll(() => it.stop())

const side = (visitors: number, more: Partial<Guarded['changed']> = {}) => ({
  visitors,
  passed: visitors,
  denied: 0,
  answers: visitors,
  errors: 0,
  ...more,
})

test.each([
  ['too few visitors say nothing', side(29, { passed: 0 }), side(2_000), 'TOO_FEW'],
  [
    'what both sides have is no harm of the change',
    side(200, { passed: 180 }),
    side(2_000, { passed: 1_800 }),
    'HARMLESS',
  ],
  ['a fall that chance explains is none', side(40, { passed: 37 }), side(2_000, { passed: 1_960 }), 'HARMLESS'],
  ['fewer who can go on', side(200, { passed: 160 }), side(2_000, { passed: 1_980 }), 'PASS_RATE_FELL'],
  ['more who are denied', side(200, { passed: 160, denied: 40 }), side(2_000), 'DENIALS_ROSE'],
  ['more errors of the site', side(200, { errors: 30 }), side(2_000, { errors: 20 }), 'ERRORS_ROSE'],
  ['fewer errors than before', side(200), side(2_000, { errors: 400 }), 'HARMLESS'],
] as const)('the guard: %s', (_what, changed, former, verdict) => {
  expect(judgeChange({ changed, former })).toBe(verdict)
})

async function tried(name: string, refused: boolean): Promise<Limiter> {
  const body = {
    name,
    match: { hosts: [], paths: [], methods: [] },
    limit: { kind: 'FIXED_WINDOW', limit: 3, windowSeconds: 3_600 },
    key: [{ from: 'network' }],
  }
  const made = (await it.call('mia', 'createLimiter', { body })).json<Limiter>()
  const live = { ...body, mode: 'LIVE', version: 1 }
  const changed = (
    await it.call('mia', 'updateLimiter', { params: { limiterId: made.id }, body: live })
  ).json<Limiter>()
  const seen = `insert into protection.guarded_visitors
    select $1, 1, decode(lpad(to_hex(n), 32, '0'), 'hex'), $2, n <= 100, n <= 100 and $3, false, 0, 0 from generate_series(1, 1100) n`
  await it.db.query('test-seen', seen, [made.id, ours, refused])
  return changed
}
const read = async ({ id }: Limiter) =>
  (await it.call('vic', 'getLimiter', { params: { limiterId: id } })).json<Limiter>()

test('a change that does harm is taken back at once and by itself; one that does none holds for all after its time', async () => {
  const [harmful, harmless] = [await tried('harmful', true), await tried('harmless', false)]
  expect(await it.service.guardChanges()).toBe(1)
  const back = await read(harmful)
  expect(back).toMatchObject({ mode: 'DRY_RUN', rollout: { stage: 'ROLLED_BACK', fault: 'PASS_RATE_FELL' } })
  expect(back.rollout?.passRate.changed).toMatchObject({ count: 0, of: 100 })
  expect((await read(harmless)).rollout?.stage).toBe('SHARE')
  it.clock.now = new Date(it.clock.now.getTime() + 15 * 60_000)
  const moved = await Promise.all([it.service.guardChanges(), it.another().guardChanges()])
  expect(moved.toSorted()).toEqual([0, 1])
  expect((await read(harmless)).rollout).toMatchObject({ stage: 'ALL', percent: 100 })
  const [entry] = await it.db.query<{ kind: string; after: object }>(
    'test-guard-entry',
    `select actor_kind as kind, after from audit.entries where action = 'limiter.change-rolled-back'`,
  )
  expect(entry).toMatchObject({ kind: 'SYSTEM', after: { mode: 'DRY_RUN', fault: 'PASS_RATE_FELL' } })
  // Its admins are told once, in the transaction that took it back.
  expect([...it.reports.mails.keys()]).toEqual([`change-rolled-back ${harmful.id} 1 ${people.ada.userId}`])
  const [mail] = it.reports.mails.values()
  expect([mail?.to, mail?.subject]).toEqual([people.ada.email, 'Our shop: the change to “harmful” was undone'])
  expect(mail?.text).toContain(`https://dashboard.example/en/solutions/${ours}/limiters/${harmful.id}`)
  it.clock.now = new Date(it.clock.now.getTime() + 8 * 86_400_000)
  await it.service.sweep()
  expect((await read(harmless)).rollout).toBeNull()
  const left = await it.db.query('test-seen-left', 'select from protection.guarded_visitors')
  expect(left).toHaveLength(0)
})

test('a change that too few visitors have seen waits for more, says until when, and holds for all after a day', async () => {
  const few = await tried('few', false)
  await it.db.query('test-few', 'delete from protection.guarded_visitors where limiter_id = $1', [few.id])
  const minutes = (count: number) => void (it.clock.now = new Date(it.clock.now.getTime() + count * 60_000))
  const step = async () => {
    const { stage, since = '', nextAt } = (await read(few)).rollout ?? {}
    return [stage, nextAt ? (Date.parse(nextAt) - Date.parse(since)) / 60_000 : null]
  }
  expect([await it.service.guardChanges(), await step()]).toEqual([0, ['SHARE', 15]])
  minutes(16)
  expect([await it.service.guardChanges(), await step()]).toEqual([0, ['SHARE', 24 * 60]])
  minutes(24 * 60)
  expect([await it.service.guardChanges(), await step()]).toEqual([1, ['ALL', null]])
})

test('what a gateway reports counts for the change it was tried on, each visitor and each decision once', async () => {
  it.reports.mails.clear()
  const body = {
    name: 'at-the-gateway',
    match: {},
    limit: { kind: 'FIXED_WINDOW', limit: 3, windowSeconds: 3_600 },
    key: [{ from: 'network' }],
  }
  const { id } = (await it.call('mia', 'createLimiter', { body })).json<Limiter>()
  const live = { ...body, mode: 'LIVE', version: 1 }
  await it.call('mia', 'updateLimiter', { params: { limiterId: id }, body: live })
  const { ask, service } = await it.anotherServer()
  const newId = createDecisionIds(randomBytes)
  const at = it.clock.now
  const one = (visitor: number, more: object) => ({
    id: newId(at.getTime()),
    at: at.toISOString(),
    policyVersion: 1,
    request: {
      address: `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`,
      method: 'GET',
      host: 'shop.example',
      path: '/',
    },
    conclusion: 'ALLOW',
    reasons: [],
    parts: [],
    failedOpen: false,
    tookMs: 0.1,
    ending: 'SUCCESS',
    status: 200,
    ...more,
  })
  const sideOf = (changed: boolean, round = 1, limiter = body.name) => ({
    tried: [{ limiterId: limiter, round, changed }],
  })
  const changed = Array.from({ length: 40 }, (_, index) => one(index, sideOf(true)))
  const former = Array.from({ length: 120 }, (_, index) => one(100 + index, sideOf(false)))
  const failed = Array.from({ length: 20 }, (_, index) =>
    one(index, { ...sideOf(true), ending: 'FAILURE', status: 500 }),
  )
  // Of another round, of a limiter that is not there, of a probe, of nobody known: none of them is seen.
  const strange = [
    one(900, sideOf(true, 2)),
    one(901, sideOf(true, 1, 'nobody')),
    one(902, { ...sideOf(true), probe: true }),
    one(903, { ...sideOf(true), request: { address: null, method: 'GET', host: 'shop.example', path: '/' } }),
  ]
  const decisions = [...changed, ...former, ...failed, ...strange]
  // A gateway sends again what it does not know to be stored.
  for (let time = 0; time < 2; time++) {
    expect((await ask('reportDecisions', { body: { from: 'GATEWAY', decisions } })).statusCode).toBe(200)
    await service.flush()
  }
  expect((await read({ id } as Limiter)).rollout).toMatchObject({
    passRate: { changed: { of: 40, count: 40 }, former: { of: 120, count: 120 } },
    errorRate: { changed: { of: 60, count: 20 }, former: { of: 120, count: 0 } },
  })
  const moved = await Promise.all([it.service.guardChanges(), it.another().guardChanges()])
  expect(moved.toSorted()).toEqual([0, 1])
  expect((await read({ id } as Limiter)).rollout).toMatchObject({ stage: 'ROLLED_BACK', fault: 'ERRORS_ROSE' })
  expect(it.reports.mails.size).toBe(1)
})

/** A live limiter of one path, edited to `limit` requests in an hour. */
async function edited(name: string, limit: number) {
  const path = `/${name}`
  const body = {
    name,
    match: { hosts: [], paths: [path], methods: [] },
    limit: { kind: 'FIXED_WINDOW', limit: 2, windowSeconds: 3_600 },
    key: [{ from: 'network' }],
  }
  const { id } = (await it.call('mia', 'createLimiter', { body })).json<Limiter>()
  const params = { limiterId: id }
  const put = async (more: object) =>
    (await it.call('mia', 'updateLimiter', { params, body: { ...body, ...more } })).json()
  await put({ mode: 'LIVE', version: 1 })
  await it.call('mia', 'finishLimiterChange', { params })
  await put({ mode: 'LIVE', version: 3, limit: { ...body.limit, limit } })
  return { id, path } as const
}
const requestOf = (visitor: number, path: string) => ({
  address: `203.0.${113 + Math.floor(visitor / 250)}.${visitor % 250}`,
  method: 'GET',
  host: 'shop.example',
  path,
})

test('an edit of a live limiter refuses nobody until its dry run is over; what it would refuse takes it back before', async () => {
  const [{ id, path }, mild] = [await edited('dry-and-harmful', 1), await edited('dry-and-mild', 3)]
  const { ask, service } = await it.anotherServer()
  // Each asks once, for as much as the former limit just allows.
  const said = async (visitor: number, to: string) =>
    (await ask('decide', { body: { request: requestOf(visitor, to), cost: 2 } })).json<ProtectionDecision>()
  const all = Array.from({ length: 110 }, (_, visitor) => visitor)
  for (const one of await Promise.all(all.map((visitor) => said(visitor, path)))) {
    expect(one.conclusion).toBe('ALLOW')
    // What would have been done is told beside, and the quota that holds is the former one.
    expect(one.parts.find(({ part }) => part === 'dry-and-harmful.TRIAL-2')).toMatchObject({
      state: 'DRY_RUN',
      conclusion: 'THROTTLE',
    })
    expect(one.headers['RateLimit-Policy']).not.toContain('TRIAL')
  }
  await Promise.all(all.map((visitor) => said(200 + visitor, mild.path)))
  await service.flush()
  const tried = { stage: 'DRY_RUN', percent: 0, errorRate: { changed: null, former: null } }
  expect((await read({ id } as Limiter)).rollout).toMatchObject({
    ...tried,
    passRate: { changed: { count: 0, of: 110 }, former: { count: 110, of: 110 } },
  })
  expect((await read({ id: mild.id } as Limiter)).rollout).toMatchObject({
    ...tried,
    passRate: { changed: { count: 110, of: 110 }, former: { count: 110, of: 110 } },
  })
  expect(await it.service.guardChanges()).toBe(1)
  expect(await read({ id } as Limiter)).toMatchObject({
    limit: { limit: 2 },
    mode: 'LIVE',
    rollout: { stage: 'ROLLED_BACK', fault: 'PASS_RATE_FELL' },
    // What only ran dry is no figure of the limiter.
    lastDay: { counted: 110, throttled: 0 },
  })
  // The other waits for its time, goes on to some visitors, whom it counts anew, and then to all.
  expect(await it.service.guardChanges()).toBe(0)
  it.clock.now = new Date(it.clock.now.getTime() + 15 * 60_000)
  const moved = await Promise.all([it.service.guardChanges(), it.another().guardChanges()])
  expect(moved.toSorted()).toEqual([0, 1])
  expect((await read({ id: mild.id } as Limiter)).rollout).toMatchObject({
    stage: 'SHARE',
    percent: 5,
    passRate: { changed: null, former: null },
  })
  const entries = await it.db.query<{ action: string }>(
    'test-dry-entries',
    `select action from audit.entries where actor_kind = 'SYSTEM' and target_id = any ($1::text[]) order by action`,
    [[id, mild.id]],
  )
  expect(entries.map(({ action }) => action)).toEqual(['limiter.change-rolled-back', 'limiter.change-shared'])
})

test('the dry run of an edit reaches gateways as a limiter of its own, and what they report of it counts once', async () => {
  const { id } = await edited('dry-at-gateway', 1)
  const { ask, service } = await it.anotherServer()
  const told = (await ask('fetchProtectionPolicy')).json<{ limiters: Told[] }>().limiters
  // As a gateway of the release before takes it too: nobody is refused by what it does not know.
  expect(told.filter(({ limiterId }) => limiterId === id)).toMatchObject([
    { id: 'dry-at-gateway.TRIAL-2', mode: 'DRY_RUN', limit: { limit: 1 }, tried: null },
    { id: 'dry-at-gateway', mode: 'LIVE', limit: { limit: 2 }, tried: null },
  ])
  const newId = createDecisionIds(randomBytes)
  const at = it.clock.now
  const one = (visitor: number, trial: string, more: object = {}) => ({
    id: newId(at.getTime()),
    at: at.toISOString(),
    policyVersion: 1,
    request: requestOf(visitor, '/dry-at-gateway'),
    conclusion: 'ALLOW',
    reasons: [],
    parts: [
      { part: trial, state: 'DRY_RUN', conclusion: 'DENY', reasons: [], fault: null },
      { part: 'dry-at-gateway', state: 'RUN', conclusion: 'ALLOW', reasons: [], fault: null },
    ],
    failedOpen: false,
    tookMs: 0.1,
    ending: 'SUCCESS',
    status: 200,
    ...more,
  })
  const ours = 'dry-at-gateway.TRIAL-2'
  const pardoned = [
    { part: 'allow-list', state: 'RUN', conclusion: 'ALLOW', reasons: [], fault: null },
    { part: ours, state: 'NOT_RUN', conclusion: null, reasons: [], fault: null },
  ]
  const decisions = [
    ...Array.from({ length: 120 }, (_, index) => one(index, ours)),
    // Of an edit before, of nobody's, of a probe, and where the edit was not asked: none of them is seen.
    one(900, 'dry-at-gateway.TRIAL-1'),
    one(901, 'nobody.TRIAL-2'),
    one(902, ours, { probe: true }),
    one(903, ours, { parts: pardoned }),
  ]
  for (let time = 0; time < 2; time++) {
    expect((await ask('reportDecisions', { body: { from: 'GATEWAY', decisions } })).statusCode).toBe(200)
    await service.flush()
  }
  expect((await read({ id } as Limiter)).rollout).toMatchObject({
    passRate: { changed: { count: 0, of: 120 }, former: { count: 120, of: 120 } },
    errorRate: { changed: null, former: null },
  })
  expect(await it.service.guardChanges()).toBe(1)
  expect((await read({ id } as Limiter)).rollout).toMatchObject({ stage: 'ROLLED_BACK', fault: 'DENIALS_ROSE' })
})

test('an edit that is edited while it runs dry is held against what was live before both, and an admin may end the wait', async () => {
  const { id } = await edited('dry-twice', 1)
  const {
    rollout: _rollout,
    overrides: _overrides,
    lastDay: _day,
    createdAt: _at,
    updatedAt: _upAt,
    id: _id,
    ...now
  } = await read({ id } as Limiter)
  const params = { limiterId: id }
  const body = { ...now, limit: { kind: 'FIXED_WINDOW', limit: 9, windowSeconds: 3_600 } }
  expect((await it.call('mia', 'updateLimiter', { params, body })).json()).toMatchObject({
    limit: { limit: 9 },
    rollout: { stage: 'DRY_RUN' },
  })
  const done = await it.call('mia', 'finishLimiterChange', { params })
  expect(done.json()).toMatchObject({ limit: { limit: 9 }, rollout: { stage: 'ALL' } })
  const back = await it.call('mia', 'rollBackLimiterChange', { params })
  expect(back.json()).toMatchObject({ limit: { limit: 2 }, mode: 'LIVE', rollout: { stage: 'ROLLED_BACK' } })
})

interface Told {
  readonly id: string
  readonly limiterId: string
}
