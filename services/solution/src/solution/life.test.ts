import type { Problem, Solution } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { atEnd, paidUntil } from '../testing/cancel.ts'
import { type Answer, type Person, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const day = 86_400_000
const said = (answer: Answer) =>
  answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.json<Problem>().code}`
const deletion = { confirmLabel: 'Shop', reason: 'TOO_EXPENSIVE', effective: 'IMMEDIATE' }
const cancellation = atEnd('Shop')

async function startShop() {
  const service = await startService(postgres)
  const { id } = await service.create('ada')
  await service.join('bob', id, 'MEMBER')
  service.billing.set(id, paidUntil('2026-04-01T00:00:00Z'))
  const path = `/solutions/${id}`
  const get = async () => (await service.call('ada', 'GET', path)).json<Solution>()
  const runAt = async (time: string) => {
    service.clock.now = new Date(time)
    return service.service.runDue(service.clock.now)
  }
  return { ...service, id, path, get, runAt }
}

test('a cancelled solution works until the paid period ends, is then read-only for 30 days, and is then gone', async () => {
  const { call, path, id, get, runAt, mails, restricted, db, count, service } = await startShop()
  expect(said(await call('ada', 'DELETE', path, { ...cancellation, comment: 'Closing' }))).toBe('204')
  expect(await get()).toMatchObject({
    lifecycle: 'CANCEL_SCHEDULED',
    endsAt: '2026-04-01T00:00:00.000Z',
    version: 2,
  })
  expect(mails.map(({ to, tag }) => [to, tag])).toEqual([['ada@example.org', 'solution-cancelled']])
  expect(mails[0]?.text).toContain('1 April 2026')
  expect(await runAt('2026-03-31T23:59:59.999Z')).toBe(0)

  expect(await runAt('2026-04-01T00:00:00Z')).toBe(1)
  expect(await get()).toMatchObject({ lifecycle: 'ENDED', deletionAt: '2026-05-01T00:00:00.000Z' })
  expect(restricted.at(-1)).toMatchObject({ solutionId: id, effects: ['READ_ONLY', 'REFUSE'] })
  expect(said(await call('ada', 'PUT', path, { label: 'Other', version: 3 }))).toBe('403 solution-locked')
  expect(await runAt('2026-04-30T23:59:59.999Z')).toBe(0)

  expect(await runAt('2026-05-01T00:00:00Z')).toBe(1)
  expect(said(await call('ada', 'GET', path))).toBe('404 not-found')
  expect([await count('members'), await count('solutions')]).toEqual([0, 1])
  const [head] = await db.query<{ hash: string }>(
    'test-head',
    `select encode(hash, 'hex') as hash from audit.heads where scope = 'SOLUTION' and scope_id = $1`,
    [id],
  )
  expect(mails.at(-1)).toMatchObject({ to: 'ada@example.org', tag: 'solution-deleted' })
  expect(mails.at(-1)?.text).toContain(head?.hash)
  expect((await call('operator', 'GET', path)).json()).toMatchObject({ lifecycle: 'DELETED', label: '', members: [] })
  expect((await service.findLifecycles([id])).get(id)).toMatchObject({ lifecycle: 'DELETED' })
  expect(await runAt('2027-01-01T00:00:00Z')).toBe(0)
})

test('a cancellation is taken back while it is one, and an ended solution is restored within its 30 days', async () => {
  const { call, path, id, get, runAt, restricted, billing } = await startShop()
  expect(said(await call('ada', 'DELETE', `${path}/cancellation`))).toBe('409 state-conflict')
  await call('ada', 'DELETE', path, cancellation)
  expect(said(await call('ada', 'DELETE', path, cancellation))).toBe('409 state-conflict')
  expect(said(await call('ada', 'POST', `${path}/restoration`))).toBe('409 state-conflict')
  expect((await call('ada', 'DELETE', `${path}/cancellation`)).json()).toMatchObject({
    lifecycle: 'ACTIVE',
    endsAt: null,
    deletionAt: null,
  })
  expect(await runAt('2026-04-02T00:00:00Z')).toBe(0)

  billing.set(id, paidUntil('2026-05-01T00:00:00Z'))
  await call('ada', 'DELETE', path, cancellation)
  await runAt('2026-05-01T00:00:00Z')
  expect(await get()).toMatchObject({ lifecycle: 'ENDED' })
  expect(said(await call('ada', 'DELETE', `${path}/cancellation`))).toBe('409 state-conflict')
  expect((await call('ada', 'POST', `${path}/restoration`)).json()).toMatchObject({
    lifecycle: 'ACTIVE',
    deletionAt: null,
  })
  expect(restricted.at(-1)).toMatchObject({ effects: [] })
})

test('a deletion takes the typed label, holds at once, and can be taken back for 30 days to the millisecond', async () => {
  const { call, path, id, get, clock, restricted, mails } = await startShop()
  for (const confirmLabel of ['shop', 'Shop ', '']) {
    const refused = await call('ada', 'DELETE', path, { ...deletion, confirmLabel })
    expect([said(refused), refused.json<Problem>().errors]).toEqual([
      '422 validation-failed',
      [{ pointer: '/confirmLabel', code: 'invalid-value' }],
    ])
  }
  expect((await call('ada', 'DELETE', path, { ...deletion, exportRequested: true })).status).toBe(204)
  expect(await get()).toMatchObject({ lifecycle: 'DELETION_PENDING', deletionAt: '2026-03-31T10:00:00.000Z' })
  expect(restricted.at(-1)).toMatchObject({ solutionId: id, effects: ['READ_ONLY', 'REFUSE'] })
  expect(mails.at(-1)).toMatchObject({ tag: 'solution-deletion-planned' })
  expect(said(await call('ada', 'DELETE', path, deletion))).toBe('409 state-conflict')
  expect(said(await call('ada', 'DELETE', path, cancellation))).toBe('409 state-conflict')

  const end = clock.now.getTime() + 30 * day
  clock.now = new Date(end)
  expect(said(await call('ada', 'POST', `${path}/restoration`))).toBe('409 state-conflict')
  clock.now = new Date(end - 1)
  expect((await call('ada', 'POST', `${path}/restoration`)).json()).toMatchObject({ lifecycle: 'ACTIVE' })
  expect(said(await call('ada', 'POST', `${path}/restoration`))).toBe('409 state-conflict')
})

test('news of a solution goes to the further addresses as well, once to each and in its language', async () => {
  const { call, path, get, mails } = await startShop()
  const { version } = await get()
  const notificationEmails = ['betrieb@example.org', 'ADA@example.org']
  expect((await call('ada', 'PUT', path, { notificationEmails, language: 'de', version })).status).toBe(200)
  expect((await call('ada', 'DELETE', path, deletion)).status).toBe(204)
  expect(mails.map(({ to }) => to)).toEqual(['ada@example.org', 'betrieb@example.org'])
  expect(mails[1]?.text).toContain('/de/solutions/')
})

test('a cancellation lets everything work until its day, and counts the 30 days from then on', async () => {
  const { call, path, get, runAt, restricted } = await startShop()
  const told = restricted.length
  expect((await call('ada', 'DELETE', path, cancellation)).status).toBe(204)
  expect(await get()).toMatchObject({ lifecycle: 'CANCEL_SCHEDULED', endsAt: '2026-04-01T00:00:00.000Z' })
  expect(restricted.slice(told).every(({ effects }) => effects.length === 0)).toBe(true)
  await runAt('2026-04-01T12:00:00Z')
  // Counted from the promised day, not from when the job came round.
  expect(await get()).toMatchObject({ lifecycle: 'ENDED', deletionAt: '2026-05-01T00:00:00.000Z' })
  await runAt('2026-05-01T00:00:00Z')
  expect(said(await call('ada', 'GET', path))).toBe('404 not-found')
})

test('what is cancelled or has ended can be deleted at once, and restored from that', async () => {
  const { call, path, get, runAt, billing, id } = await startShop()
  await call('ada', 'DELETE', path, cancellation)
  expect(said(await call('ada', 'DELETE', path, deletion))).toBe('204')
  expect(await get()).toMatchObject({ lifecycle: 'DELETION_PENDING', endsAt: null })
  await call('ada', 'POST', `${path}/restoration`)
  // Soon enough for the proof that a deletion takes.
  billing.set(id, paidUntil('2026-03-01T10:05:00Z'))
  await call('ada', 'DELETE', path, cancellation)
  await runAt('2026-03-01T10:05:00Z')
  expect(await get()).toMatchObject({ lifecycle: 'ENDED' })
  expect(said(await call('ada', 'DELETE', path, deletion))).toBe('204')
  expect(await get()).toMatchObject({ lifecycle: 'DELETION_PENDING' })
  await call('ada', 'POST', `${path}/restoration`)
  // Where nothing is paid for there is no later end.
  billing.delete(id)
  expect(said(await call('ada', 'DELETE', path, cancellation))).toBe('204')
  expect(await get()).toMatchObject({ lifecycle: 'DELETION_PENDING' })
})

test('what becomes of a solution is for its admins alone, with a proof where it is deleted', async () => {
  const { call, path, join, id, get, billing } = await startShop()
  await join('newcomer', id, 'VIEWER')
  await join('stale', id, 'ADMIN')
  const calls = [
    ['DELETE', path, cancellation],
    ['DELETE', `${path}/cancellation`, undefined],
    ['POST', `${path}/restoration`, undefined],
    ['DELETE', path, deletion],
  ] as const
  for (const [method, url, payload] of calls) {
    const by = async (person: Person | null) => said(await call(person, method, url, payload))
    expect(
      [await by(null), await by('bob'), await by('newcomer'), await by('eve'), await by('operator')],
      `${method} ${url}`,
    ).toEqual(['401 unauthenticated', '403 role-too-low', '403 role-too-low', '404 not-found', '404 not-found'])
    const unknown = url.replace(id, '019a0000-0000-7000-8000-000000000000')
    expect(said(await call('ada', method, unknown, payload))).toBe('404 not-found')
  }
  expect(said(await call('stale', 'DELETE', path, deletion))).toBe('401 step-up-required')
  expect(await get()).toMatchObject({ lifecycle: 'ACTIVE', version: 1 })
  // A proof is asked for keys and deletions, and not for leaving.
  expect(said(await call('stale', 'DELETE', path, cancellation))).toBe('204')
  expect(said(await call('stale', 'DELETE', `${path}/cancellation`))).toBe('200')
  // Nor is it a way around the proof where it would delete at once.
  billing.delete(id)
  expect(said(await call('stale', 'DELETE', path, cancellation))).toBe('401 step-up-required')
})

test('of several processes that find the same thing due one does it, and one that was killed between two steps is done again', async () => {
  const erased: string[] = []
  let fails = true
  const service = await startService(postgres, {
    eraseSite: async (solutionId) => {
      erased.push(solutionId)
      if (fails) throw new Error('killed')
      return erased.length > 3
    },
  })
  const { id } = await service.create('ada')
  await service.call('ada', 'DELETE', `/solutions/${id}`, deletion)
  const due = new Date(service.clock.now.getTime() + 30 * day)
  await expect(service.service.runDue(due)).rejects.toThrow('1 things that were due failed')
  // By now nobody has it back, whatever the clock of another process says.
  expect(said(await service.call('ada', 'POST', `/solutions/${id}/restoration`))).toBe('409 state-conflict')
  fails = false
  expect(await service.service.runDue(due)).toBe(0)
  expect(await service.count('members')).toBe(1)
  const done = await Promise.all(Array.from({ length: 4 }, () => service.service.runDue(due)))
  const rest = await service.service.runDue(due)
  expect(done.reduce((sum, n) => sum + n, rest)).toBe(1)
  expect(await service.count('members')).toBe(0)
  const actions = await service.db.query<{ action: string }>(
    'test-actions',
    `select action from audit.entries where scope_id = $1 order by number`,
    [id],
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'solution.created',
    'solution.deletion-planned',
    'solution.deleted',
  ])
  expect(service.mails.filter(({ tag }) => tag === 'solution-deleted').length).toBe(1)
})

test('what fails keeps nothing else from being done', async () => {
  const service = await startService(postgres, {
    eraseSite: async (solutionId) => (solutionId === broken ? Promise.reject(new Error('away')) : true),
  })
  const [first, second] = [await service.create('ada'), await service.create('ada')]
  const broken = first.id
  for (const { id } of [first, second]) await service.call('ada', 'DELETE', `/solutions/${id}`, deletion)
  await service.create('ada', 'Locked').then(({ id }) =>
    service.service.setLock({
      solutionId: id,
      reason: 'ABUSE',
      lockedUntil: new Date('2026-03-02T00:00:00Z'),
      at: service.clock.now,
    }),
  )
  await expect(service.service.runDue(new Date(service.clock.now.getTime() + 30 * day))).rejects.toThrow('1 things')
  expect(
    [...(await service.service.findLifecycles([first.id, second.id])).values()]
      .map(({ lifecycle }) => lifecycle)
      .toSorted(),
  ).toEqual(['DELETED', 'DELETION_PENDING'])
  expect(await service.db.query('test-open-locks', 'select 1 from solution.locks where unlocked_at is null')).toEqual(
    [],
  )
})

test('however many cannot be erased now, they hold up no other, and those that were tried come last', async () => {
  const asked: string[] = []
  const stuck = new Set<string>()
  const service = await startService(postgres, {
    eraseSite: async (solutionId) => {
      asked.push(solutionId)
      return !stuck.has(solutionId)
    },
  })
  const [{ id: first }, { id: second }] = [await service.create('ada'), await service.create('ada')]
  await service.call('ada', 'DELETE', `/solutions/${first}`, deletion)
  // As if a cell had been away for days: more of them than a run used to take, all due before the first.
  const copies = await service.db.query<{ id: string }>(
    'test-copies',
    `insert into solution.solutions select c.* from solution.solutions s cross join generate_series(1, 120) n cross join lateral
      jsonb_populate_record(s, jsonb_build_object('id', md5('copy ' || n)::uuid, 'deletion_at', s.deletion_at - interval '1 day')) c
      where s.id = $1 returning id`,
    [first],
  )
  for (const { id } of copies) stuck.add(id)
  const due = new Date(service.clock.now.getTime() + 30 * day)
  expect(await service.service.runDue(due)).toBe(1)
  expect(said(await service.call('ada', 'DELETE', `/solutions/${second}`, deletion))).toBe('204')
  asked.length = 0
  expect(await service.service.runDue(due)).toBe(1)
  expect([asked[0], asked.length]).toEqual([second, 121])
})

test('every step is in the log of the solution with who, what and why', async () => {
  const { call, path } = await startShop()
  await call('ada', 'DELETE', path, { ...cancellation, comment: 'Moving' })
  await call('ada', 'DELETE', `${path}/cancellation`)
  const { items } = (await call('ada', 'GET', `${path}/audit-log?limit=2`)).json<{
    items: { action: string; actor: object; before: object; after: object }[]
  }>()
  expect(items).toMatchObject([
    {
      action: 'solution.cancellation-undone',
      actor: { kind: 'USER', id: 'user-ada', name: 'ada' },
      before: { lifecycle: 'CANCEL_SCHEDULED' },
    },
    {
      action: 'solution.cancelled',
      before: { lifecycle: 'ACTIVE' },
      after: { endsAt: '2026-04-01T00:00:00.000Z', reason: 'OTHER', comment: 'Moving', exportRequested: false },
    },
  ])
  expect([
    said(await call('bob', 'GET', `${path}/audit-log`)),
    said(await call('eve', 'GET', `${path}/audit-log`)),
    said(await call(null, 'GET', `${path}/audit-log`)),
  ]).toEqual(['403 role-too-low', '404 not-found', '401 unauthenticated'])
  expect(
    (await call('operator', 'GET', `${path}/audit-log?action=solution.created`)).json<{ items: object[] }>().items
      .length,
  ).toBe(1)
})
