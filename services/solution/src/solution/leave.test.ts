import type { Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { type Answer, type Person, startService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

const said = (answer: Answer) =>
  answer.status < 300 ? String(answer.status) : `${answer.status} ${answer.json<Problem>().code}`

test('a person leaves the named solutions or all, and every solution without another admin is named while nothing is left', async () => {
  const { call, create, join, count } = await startService(postgres)
  const [mine, shared, ofEve] = [
    await create('ada', 'Mine'),
    await create('ada', 'Shared'),
    await create('eve', 'Of Eve'),
  ]
  await join('bob', shared.id, 'ADMIN')
  await join('ada', ofEve.id, 'VIEWER')
  const leave = (person: Person | null, userId: string, body?: object) =>
    call(person, 'PUT', `/solutions/members/${userId}/leave`, body)

  const refused = await leave('ada', 'user-ada', {})
  expect([said(refused), refused.json<Problem>().errors]).toEqual([
    '409 last-admin',
    [{ pointer: '/solutionIds/0', code: 'last-admin', params: { solutionId: mine.id, label: 'Mine' } }],
  ])
  const named = await leave('ada', 'user-ada', { solutionIds: [shared.id, mine.id.toUpperCase()] })
  expect(named.json<Problem>().errors).toMatchObject([{ pointer: '/solutionIds/1', params: { label: 'Mine' } }])
  expect(
    said(await leave('ada', 'user-ada', { solutionIds: [shared.id, '019a0000-0000-7000-8000-000000000000'] })),
  ).toBe('404 not-found')
  expect(await count('members')).toBe(5)

  expect(said(await leave('ada', 'user-ada', { solutionIds: [shared.id, ofEve.id] }))).toBe('204')
  expect([
    said(await call('ada', 'GET', `/solutions/${shared.id}`)),
    said(await call('ada', 'GET', `/solutions/${mine.id}`)),
  ]).toEqual(['404 not-found', '200'])
  expect(said(await leave('ada', 'user-ada', { solutionIds: [shared.id] }))).toBe('404 not-found')
  const log = (await call('bob', 'GET', `/solutions/${shared.id}/audit-log?limit=1`)).json<{ items: object[] }>().items
  expect(log).toMatchObject([
    { action: 'member.left', actor: { kind: 'USER', id: 'user-ada' }, target: { kind: 'user', id: 'user-ada' } },
  ])

  // Without a body it is about all.
  await join('ada', shared.id, 'MEMBER')
  expect(said(await leave('ada', 'user-ada'))).toBe('409 last-admin')
  expect(said(await leave('newcomer', 'user-newcomer'))).toBe('204')
})

test('nobody takes somebody else away, but an administrator of the deployment', async () => {
  const { call, create, join } = await startService(postgres)
  const { id } = await create('ada')
  await join('bob', id, 'MEMBER')
  const leave = (person: Person | null, body: object) => call(person, 'PUT', `/solutions/members/user-bob/leave`, body)
  expect([
    said(await leave(null, {})),
    said(await leave('ada', {})),
    said(await leave('eve', { solutionIds: [id] })),
  ]).toEqual(['401 unauthenticated', '403 forbidden', '403 forbidden'])
  // Without a body, too.
  expect(said(await call('operator', 'PUT', '/solutions/members/user-bob/leave'))).toBe('204')
  expect(said(await call('bob', 'GET', `/solutions/${id}`))).toBe('404 not-found')
  expect(said(await call('operator', 'PUT', `/solutions/members/user-ada/leave`, {}))).toBe('409 last-admin')
})

test('of two last admins who leave at the same moment one stays', async () => {
  const { call, create, join, db } = await startService(postgres)
  const made = [await create('ada'), await create('ada'), await create('ada')]
  const ids = made.map(({ id }) => id)
  for (let round = 0; round < 12; round += 1) {
    await db.query('test-reset', 'delete from solution.members where user_id = $1', ['user-bob'])
    for (const id of ids) {
      await db.query(
        'test-again',
        `insert into solution.members values ($1, 'user-ada', 'ADMIN', now()) on conflict do nothing`,
        [id],
      )
      await join('bob', id, 'ADMIN')
    }
    const answers = await Promise.all([
      call('ada', 'PUT', '/solutions/members/user-ada/leave', { solutionIds: ids }),
      call('bob', 'PUT', '/solutions/members/user-bob/leave', { solutionIds: ids.toReversed() }),
    ])
    expect(answers.map(said).toSorted(), String(round)).toEqual(['204', '409 last-admin'])
    // Whoever was refused has left none of them; the next round begins with Ada.
    const [row] = await db.query<{ n: number }>('test-admins', 'select count(*)::int as n from solution.members')
    expect(row?.n).toBe(3)
    for (const id of ids)
      await db.query(
        'test-ada-back',
        `insert into solution.members values ($1, 'user-ada', 'ADMIN', now()) on conflict do nothing`,
        [id],
      )
  }
})
