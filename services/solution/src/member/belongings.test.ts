import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { people, startService } from '../testing/start-service.ts'

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

test('somebody who belongs to nothing leaves nothing', async () => {
  const it = await startService(postgres)
  await it.service.leaveAll('user-unknown')
  expect(await it.service.listBelongings('user-unknown')).toEqual([])
})
