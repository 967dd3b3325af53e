import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { people, startService, untilBlocked } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

test('who ends their account leaves everything, unless they are the only admin somewhere: then nothing at all', async () => {
  const it = await startService(postgres)
  const [own, joined] = [await it.create('ada', 'Own'), await it.create('bob', 'Joined')]
  await it.join('ada', joined.id, 'MEMBER')
  expect(await it.service.listBelongings(people.ada.userId)).toMatchObject([
    { kind: 'SOLUTION', id: own.id, name: 'Own', role: 'ADMIN', isSoleAdmin: true },
    { kind: 'SOLUTION', id: joined.id, name: 'Joined', role: 'MEMBER', isSoleAdmin: false },
  ])
  await expect(it.service.leaveAll(people.ada.userId)).rejects.toMatchObject({ code: 'last-admin' })
  expect(await it.service.listBelongings(people.ada.userId)).toHaveLength(2)
  await it.join('bob', own.id, 'ADMIN')
  await Promise.all([it.service.leaveAll(people.ada.userId), it.service.leaveAll(people.ada.userId)])
  expect(await it.service.listBelongings(people.ada.userId)).toEqual([])
  expect((await it.call('bob', 'GET', `/solutions/${own.id}`)).status).toBe(200)
  const [entry] = await it.db.query<{ n: number }>(
    'test-left',
    `select count(*)::int as n from audit.entries where action = 'member.left' and scope_id = $1 and actor_kind = 'SYSTEM'`,
    [own.id],
  )
  expect(entry?.n).toBe(1)
})

test('a lock by order of law holds the admins of a solution, and nobody else, until it is opened', async () => {
  const it = await startService(postgres)
  const shop = await it.create('ada', 'Shop')
  await it.join('bob', shop.id, 'MEMBER')
  const held = async (name: 'ada' | 'bob') =>
    (await it.service.listBelongings(people[name].userId)).find(({ id }) => id === shop.id)?.isHeldByLaw
  const lock = (reason: string, effect?: string) =>
    it.call('operator', 'PUT', `/solutions/${shop.id}/lock`, { reason, effect, internalNote: 'Letter of the court' })
  expect((await lock('ABUSE')).status).toBe(200)
  expect([await held('ada'), await held('bob')]).toEqual([false, false])
  expect((await lock('LEGAL_ORDER', 'READ_ONLY')).status).toBe(200)
  expect([await held('ada'), await held('bob')]).toEqual([true, false])
  expect(
    (await it.call('operator', 'PUT', `/solutions/${shop.id}/unlocked`, { reasonResolved: 'LEGAL_ORDER' })).status,
  ).toBe(200)
  expect(await held('ada')).toBe(false)
})

test('somebody who belongs to nothing leaves nothing', async () => {
  const it = await startService(postgres)
  await it.service.leaveAll('user-unknown')
  expect(await it.service.listBelongings('user-unknown')).toEqual([])
})

const ways = ['with an account', 'by a call'] as const
test.each(ways)(
  'an admin who leaves several solutions %s waits for whoever changes them, and neither for the other in a circle',
  async (way) => {
    const it = await startService(postgres)
    const [first, second] = [await it.create('bob', 'First'), await it.create('bob', 'Second')]
    // The other way round than the ids, as rows may lie.
    for (const { id } of [second, first]) await it.join('ada', id, 'ADMIN')
    let leaving: Promise<unknown> | undefined
    await it.db.transaction(async (tx) => {
      const lock = (id: string) =>
        tx.query('test-lock-one', 'select 1 from solution.solutions where id = $1 for no key update', [id])
      await lock(first.id)
      leaving =
        way === 'by a call'
          ? it.call('ada', 'PUT', '/solutions/members/user-ada/leave', {})
          : it.service.leaveAll(people.ada.userId)
      await untilBlocked(it)
      await lock(second.id)
    })
    await leaving
    expect(await it.service.listBelongings(people.ada.userId)).toEqual([])
  },
)
