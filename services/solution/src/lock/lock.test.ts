import { effectsOfReason, type LockReason, lockReasons, type Problem, type Solution } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { atEnd } from '../testing/cancel.ts'
import { type Answer, type Person, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const day = 86_400_000
const said = (answer: Answer) =>
  answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.json<Problem>().code}`

async function startShop(overrides: Parameters<typeof startService>[1] = {}) {
  const service = await startService(postgres, overrides)
  const { id } = await service.create('ada')
  const path = `/solutions/${id}`
  const lock = (person: Person, body: object) => service.call(person, 'PUT', `${path}/lock`, body)
  const unlock = (person: Person, body?: object) => service.call(person, 'PUT', `${path}/unlocked`, body)
  const locksOf = async () => (await service.call('ada', 'GET', path)).json<Solution>().locks
  const effects = () => service.restricted.findLast(({ solutionId }) => solutionId === id)?.effects ?? []
  return { ...service, id, path, lock, unlock, locksOf, effects }
}

test('each reason has its effect, and the captcha is told all that hold', async () => {
  const { service, lock, unlock, effects, locksOf, clock } = await startShop()
  const notifiedAt = new Date(clock.now.getTime() - 14 * day).toISOString()
  const expected: Record<LockReason, string> = {
    PAYMENT_OVERDUE: 'WORK_ONLY',
    TRIAL_EXPIRED: 'WORK_ONLY',
    QUOTA_EXCEEDED: 'WORK_ONLY',
    ABUSE: 'REFUSE',
    TERMS_VIOLATION: 'REFUSE',
    SECURITY_INCIDENT: 'RESULTS_REFUSED',
    LEGAL_ORDER: 'READ_ONLY',
    ACCOUNT_REVIEW: 'READ_ONLY',
    OWNER_REQUEST: 'REFUSE',
  }
  for (const reason of lockReasons) {
    const free = effectsOfReason[reason].length > 1 ? { effect: expected[reason] } : {}
    expect(said(await lock('operator', { reason, ...free, internalNote: 'Ticket 7', notifiedAt })), reason).toBe('200')
    expect(effects(), reason).toContain(expected[reason])
  }
  expect((await locksOf()).map(({ reason, effect }) => [reason, effect])).toEqual(Object.entries(expected))
  expect(effects()).toEqual(['READ_ONLY', 'REFUSE', 'RESULTS_REFUSED', 'WORK_ONLY'])
  const counted = await Promise.all([service.countLocks(), service.countLocks(2)])
  expect(counted.map((locks) => locks.reduce((sum, { n }) => sum + n, 0))).toEqual([lockReasons.length, 2])
  for (const reasonResolved of lockReasons) await unlock('operator', { reasonResolved, note: 'Settled' })
  expect([await locksOf(), effects()]).toEqual([[], []])
})

test('an effect that the reason does not have is refused, and one must be chosen where there are two', async () => {
  const { lock, count } = await startShop()
  for (const body of [
    { reason: 'ABUSE', effect: 'WORK_ONLY' },
    { reason: 'SECURITY_INCIDENT', effect: 'REFUSE' },
    { reason: 'LEGAL_ORDER' },
    { reason: 'OWNER_REQUEST', effect: 'WORK_ONLY' },
  ]) {
    const answer = await lock('operator', { ...body, internalNote: 'x' })
    expect([said(answer), answer.json<Problem>().errors?.map(({ pointer }) => pointer)]).toEqual([
      '422 validation-failed',
      ['/effect'],
    ])
  }
  expect(await count('locks')).toBe(0)
})

test('a billing problem never breaks a form without notice of 14 days, whoever locks', async () => {
  const { lock, service, clock, id, count, effects } = await startShop()
  const at = clock.now
  const late = new Date(at.getTime() - 14 * day + 1)
  for (const reason of ['PAYMENT_OVERDUE', 'TRIAL_EXPIRED', 'QUOTA_EXCEEDED'] as const) {
    expect(said(await lock('operator', { reason, internalNote: 'x' }))).toBe('409 state-conflict')
    expect(said(await lock('operator', { reason, internalNote: 'x', notifiedAt: late.toISOString() }))).toBe(
      '409 state-conflict',
    )
    await expect(service.setLock({ solutionId: id, reason, at })).rejects.toMatchObject({ code: 'state-conflict' })
    await expect(service.setLock({ solutionId: id, reason, notifiedAt: late, at })).rejects.toMatchObject({
      code: 'state-conflict',
    })
  }
  expect([await count('locks'), effects()]).toEqual([0, []])
  expect(
    await service.setLock({
      solutionId: id,
      reason: 'PAYMENT_OVERDUE',
      notifiedAt: new Date(at.getTime() - 14 * day),
      at,
    }),
  ).toBe(true)
  expect(effects()).toEqual(['WORK_ONLY'])
})

test('admins lock and open for themselves, operators for every reason, and nobody else', async () => {
  const { lock, unlock, join, id, call, path, locksOf } = await startShop()
  await join('bob', id, 'MEMBER')
  await join('newcomer', id, 'VIEWER')
  await join('stale', id, 'ADMIN')
  const own = { reason: 'OWNER_REQUEST', effect: 'REFUSE' }
  const foreign = { reason: 'ABUSE', internalNote: 'x' }
  for (const body of [own, foreign]) {
    expect([said(await lock('bob', body)), said(await lock('newcomer', body)), said(await lock('eve', body))]).toEqual([
      '403 role-too-low',
      '403 role-too-low',
      '404 not-found',
    ])
    expect(said(await call(null, 'PUT', `${path}/lock`, body))).toBe('401 unauthenticated')
  }
  expect(said(await lock('ada', foreign))).toBe('403 forbidden')
  expect(said(await lock('stale', own))).toBe('200')
  expect(said(await lock('ada', own))).toBe('409 state-conflict')
  expect(said(await lock('operator', { reason: 'ABUSE' }))).toBe('422 validation-failed')
  expect(said(await lock('operator', foreign))).toBe('200')
  const unknown = path.replace(id, '019a0000-0000-7000-8000-000000000000')
  for (const person of ['ada', 'operator'] as const)
    expect(said(await call(person, 'PUT', `${unknown}/lock`, { ...own, internalNote: 'x' }))).toBe('404 not-found')

  expect(said(await unlock('ada', { reasonResolved: 'ABUSE' }))).toBe('403 forbidden')
  for (const [person, answer] of [
    ['bob', '403 role-too-low'],
    ['eve', '404 not-found'],
  ] as const) {
    expect(said(await unlock(person, { reasonResolved: 'OWNER_REQUEST' }))).toBe(answer)
  }
  const [abuse] = (await locksOf()).filter(({ reason }) => reason === 'ABUSE')
  expect(said(await unlock('ada', { reasonResolved: 'OWNER_REQUEST', lockId: abuse?.id }))).toBe('409 state-conflict')
  expect(said(await unlock('ada', { reasonResolved: 'OWNER_REQUEST' }))).toBe('200')
  expect(said(await unlock('operator', { reasonResolved: 'ABUSE', lockId: abuse?.id, note: 'Mistaken' }))).toBe('200')
  expect(await locksOf()).toEqual([])
})

test('without a body every lock is opened that the caller may open: an admin’s own, an operator’s all', async () => {
  const { lock, unlock, join, id, locksOf } = await startShop()
  await join('bob', id, 'MEMBER')
  await lock('ada', { reason: 'OWNER_REQUEST', effect: 'REFUSE' })
  await lock('operator', { reason: 'ABUSE', internalNote: 'x' })
  await lock('operator', { reason: 'ACCOUNT_REVIEW', effect: 'READ_ONLY', internalNote: 'x' })
  expect([said(await unlock('bob')), said(await unlock('eve')), said(await unlock('ada'))]).toEqual([
    '403 role-too-low',
    '404 not-found',
    '200',
  ])
  expect((await locksOf()).map(({ reason }) => reason)).toEqual(['ABUSE', 'ACCOUNT_REVIEW'])
  expect([said(await unlock('ada')), said(await unlock('operator'))]).toEqual(['409 state-conflict', '200'])
  expect(await locksOf()).toEqual([])
  expect(said(await unlock('operator'))).toBe('409 state-conflict')
})

test('members are told in words and their own language, once nothing holds any more again, and nobody else reads what operators note', async () => {
  const { lock, unlock, mails, call, path, join, id } = await startShop()
  await join('bob', id, 'MEMBER')
  mails.length = 0
  await lock('operator', {
    reason: 'ABUSE',
    internalNote: 'Police called, file 12',
    publicMessage: { en: 'Phishing was found.' },
  })
  await lock('operator', {
    reason: 'ACCOUNT_REVIEW',
    effect: 'READ_ONLY',
    internalNote: 'See file 12',
    notifyMembers: false,
  })
  expect(mails.map(({ to, tag }) => [to, tag])).toEqual([
    ['ada@example.org', 'solution-locked'],
    ['bob@example.org', 'solution-locked'],
  ])
  expect(mails[0]?.text).toContain('Phishing was found.')
  expect(mails[0]?.text).toContain('New verifications are refused.')
  await unlock('operator', { reasonResolved: 'ACCOUNT_REVIEW' })
  expect(mails.length).toBe(2)
  await unlock('operator', { reasonResolved: 'ABUSE', note: 'File 12 closed' })
  expect(mails.slice(2).map(({ to, tag }) => [to, tag])).toEqual([
    ['ada@example.org', 'solution-unlocked'],
    ['bob@example.org', 'solution-unlocked'],
  ])

  const log = (await call('ada', 'GET', `${path}/audit-log`)).json<{ items: { action: string; actor: object }[] }>()
    .items
  expect(log.filter(({ action }) => action.includes('lock')).map(({ action, actor }) => [action, actor])).toEqual(
    ['solution.unlocked', 'solution.unlocked', 'solution.locked', 'solution.locked'].map((action) => [
      action,
      { kind: 'OPERATOR', id: 'user-operator', name: 'operator' },
    ]),
  )
  expect(JSON.stringify([log, mails, (await call('ada', 'GET', path)).json()])).not.toMatch(/file 12/iu)
  type Notes = { items: { actor: object; after: { note: string } }[]; nextCursor: string | null }
  const notes = (query: string, who: Parameters<typeof call>[0] = 'operator') =>
    call(who, 'GET', `/audit-log/system?${query}`)
  const first = (await notes('area=locks&limit=2')).json<Notes>()
  const rest = (await notes(`area=locks&limit=2&cursor=${first.nextCursor}`)).json<Notes>()
  expect([...first.items, ...rest.items].map(({ after }) => after.note)).toEqual([
    'File 12 closed',
    'See file 12',
    'Police called, file 12',
  ])
  expect(first.items[0]?.actor).toEqual({ kind: 'OPERATOR', id: 'user-operator', name: 'operator' })
  expect((await notes('area=payouts')).json()).toEqual({ items: [], nextCursor: null })
  expect(said(await notes('area=accounts'))).toBe('400 invalid-parameter')
  const refusals = await Promise.all((['ada', 'bob', 'eve', null] as const).map((who) => notes('area=locks', who)))
  expect(refusals.map(said)).toEqual(['403 forbidden', '403 forbidden', '403 forbidden', '401 unauthenticated'])
})

test('while members can only read, nothing of the solution is changed, and leaving it goes on', async () => {
  const { lock, call, path, effects } = await startShop()
  await lock('ada', { reason: 'OWNER_REQUEST', effect: 'READ_ONLY' })
  expect(effects()).toEqual(['READ_ONLY'])
  expect(said(await call('ada', 'PUT', path, { label: 'Other', version: 1 }))).toBe('403 solution-locked')
  expect(said(await call('ada', 'GET', path))).toBe('200')
  expect(said(await call('ada', 'DELETE', path, atEnd('Shop')))).toBe('204')
})

test('a lock ends by itself, a trial is refused after 14 more days, and a leak ends with the leaked key', async () => {
  let rotated = false
  const asked: Date[] = []
  const { service, clock, id, effects, locksOf, lock } = await startShop({
    isSecretRotated: async (_id, since) => {
      asked.push(since)
      return rotated
    },
  })
  const at = clock.now
  expect(said(await lock('operator', { reason: 'ABUSE', internalNote: 'x', lockedUntil: at.toISOString() }))).toBe(
    '409 state-conflict',
  )
  await lock('operator', {
    reason: 'ABUSE',
    internalNote: 'x',
    lockedUntil: new Date(at.getTime() + day).toISOString(),
  })
  await service.setLock({ solutionId: id, reason: 'TRIAL_EXPIRED', notifiedAt: new Date(at.getTime() - 20 * day), at })
  await service.setLock({ solutionId: id, reason: 'SECURITY_INCIDENT', at })
  expect(await service.setLock({ solutionId: id, reason: 'SECURITY_INCIDENT', at })).toBe(false)
  expect(await service.runDue(new Date(at.getTime() + day - 1))).toBe(0)
  expect(asked).toEqual([at])
  expect(await service.runDue(new Date(at.getTime() + day))).toBe(1)
  expect(effects()).toEqual(['RESULTS_REFUSED', 'WORK_ONLY'])
  rotated = true
  expect(await service.runDue(new Date(at.getTime() + 14 * day - 1))).toBe(1)
  expect(effects()).toEqual(['WORK_ONLY'])
  // The leak has ended, and is still told of for as long as somebody asks.
  const told = [{ solutionId: id, lockedAt: at, unlockedAt: new Date(at.getTime() + 14 * day - 1) }]
  expect(await service.listIncidents(at, 5)).toEqual(told)
  expect(await service.countIncidents(at)).toEqual([{ day: at.toISOString().slice(0, 10), solutions: 1 }])
  const later = new Date(at.getTime() + 1)
  expect([await service.listIncidents(later, 5), await service.countIncidents(later)]).toEqual([[], []])
  const runs = await Promise.all(Array.from({ length: 4 }, () => service.runDue(new Date(at.getTime() + 14 * day))))
  expect(runs.reduce((sum, n) => sum + n, 0)).toBe(1)
  expect([effects(), (await locksOf()).map(({ reason }) => reason)]).toEqual([['REFUSE'], ['TRIAL_EXPIRED']])
  expect(await service.openLock({ solutionId: id, reason: 'TRIAL_EXPIRED', at })).toBe(1)
  expect([effects(), await service.openLock({ solutionId: id, reason: 'TRIAL_EXPIRED', at })]).toEqual([[], 0])
  await expect(
    service.setLock({ solutionId: '019a0000-0000-7000-8000-000000000000', reason: 'ABUSE', at }),
  ).rejects.toMatchObject({ code: 'not-found' })
})

test('what the captcha was not told, as by a process that was killed after its commit, is told later and in order', async () => {
  let away = true
  const told: { solutionId: string; effects: readonly string[]; number: number }[] = []
  const { service, clock, id, lock, locksOf } = await startShop({
    applySolutionState: async (solutionId, restriction) => {
      if (away) throw new Error('killed')
      told.push({ solutionId, ...restriction })
    },
  })
  expect(said(await lock('ada', { reason: 'OWNER_REQUEST', effect: 'REFUSE' }))).toBe('200')
  expect((await locksOf()).length).toBe(1)
  await expect(service.reconcile()).rejects.toThrow('1 solutions')
  away = false
  expect(await service.reconcile()).toBe(1)
  expect(told).toEqual([{ solutionId: id, effects: ['REFUSE'], timeZone: 'Etc/UTC', number: 1 }])
  expect([await service.reconcile(), told.length]).toEqual([0, 1])
  // Two changes that are told at the same moment carry their order with them.
  await Promise.all([
    service.setLock({ solutionId: id, reason: 'ABUSE', at: clock.now }),
    service.openLock({ solutionId: id, reason: 'OWNER_REQUEST', at: clock.now }),
  ])
  const newest = told.toSorted((a, b) => a.number - b.number).at(-1)
  expect(newest).toEqual({ solutionId: id, effects: ['REFUSE'], timeZone: 'Etc/UTC', number: 3 })
})
