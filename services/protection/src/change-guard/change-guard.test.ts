import type { Limiter } from '@bollard/contracts'
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
