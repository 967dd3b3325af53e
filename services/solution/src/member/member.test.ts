import type { Member, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { auditOf, found, joinOrganization } from '../testing/found-organization.ts'
import { type Person, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
afterAll(() => postgres.stop())

/** Of each kind one with Ada and the stale Ada as admins, Bob as member and the newcomer as viewer. */
async function start(kind: string): Promise<{ service: TestService; id: string; url: string }> {
  const service = await startService(postgres)
  const { id } = kind === 'solutions' ? await service.create('ada') : await found(service)
  const join = (person: Person, role: 'ADMIN' | 'MEMBER' | 'VIEWER') =>
    kind === 'solutions' ? service.join(person, id, role) : joinOrganization(service, `user-${person}`, id, role)
  await join('stale', 'ADMIN')
  await join('bob', 'MEMBER')
  await join('newcomer', 'VIEWER')
  return { service, id, url: `/${kind}/${id}/members` }
}
const kinds = ['solutions', 'organizations']
const noUrl = (url: string) => url.replace(/[\da-f-]{36}/u, '019a0000-0000-7000-8000-000000000000')

test.each(kinds)('%s: every member and administrators see who belongs there, strangers see nothing', async (kind) => {
  const { service, url } = await start(kind)
  for (const person of ['ada', 'bob', 'newcomer', 'operator'] as const) {
    const { items } = (await service.call(person, 'GET', url)).json<{ items: Member[] }>()
    expect(items.map(({ userId, givenName, email, role }) => [userId, givenName, email, role])).toEqual([
      ['user-ada', 'ada', 'ada@example.org', 'ADMIN'],
      ['user-bob', 'bob', 'bob@example.org', 'MEMBER'],
      ['user-newcomer', 'newcomer', 'newcomer@example.org', 'VIEWER'],
      ['user-stale', 'stale', 'stale@example.org', 'ADMIN'],
    ])
    expect(items[0]?.since).toBe('2026-03-01T10:00:00.000Z')
  }
  const [stranger, missing] = [await service.call('eve', 'GET', url), await service.call('eve', 'GET', noUrl(url))]
  expect({ ...stranger.json<Problem>(), requestId: '', instance: '' }).toEqual({ ...missing.json<Problem>(), requestId: '', instance: '', status: 404 })
  expect((await service.call(null, 'GET', url)).status).toBe(401)
})

test.each(kinds)('%s: a member whose account is gone has no name and can still be removed', async (kind) => {
  const { service, id, url } = await start(kind)
  await (kind === 'solutions'
    ? service.db.query('test-gone', `insert into solution.members values ($1, 'user-gone', 'VIEWER', now())`, [id])
    : joinOrganization(service, 'user-gone', id, 'VIEWER'))
  const { items } = (await service.call('ada', 'GET', url)).json<{ items: Member[] }>()
  expect(items.find(({ userId }) => userId === 'user-gone')).toMatchObject({ givenName: null, email: null })
  expect((await service.call('ada', 'DELETE', `${url}/user-gone`)).status).toBe(204)
})

test.each(kinds)('%s: only admins give roles, to make an admin takes a fresh proof, and the member is told', async (kind) => {
  const { service, id, url } = await start(kind)
  const put = (person: Person | null, member: string, role: string) => service.call(person, 'PUT', `${url}/user-${member}`, { role })
  const refusals = [
    ['bob', 'newcomer', 'MEMBER', 'role-too-low'],
    ['newcomer', 'newcomer', 'ADMIN', 'role-too-low'],
    ['eve', 'bob', 'VIEWER', 'not-found'],
    ['operator', 'bob', 'VIEWER', 'not-found'],
    [null, 'bob', 'VIEWER', 'unauthenticated'],
    ['stale', 'bob', 'ADMIN', 'step-up-required'],
    ['ada', 'eve', 'VIEWER', 'not-found'],
    ['ada', 'bob', 'OWNER', 'validation-failed'],
  ] as const
  for (const [person, member, role, code] of refusals) expect((await put(person, member, role)).json<Problem>().code).toBe(code)
  expect((await put('ada', 'bob', 'ADMIN')).json()).toMatchObject({ userId: 'user-bob', role: 'ADMIN', email: 'bob@example.org' })
  expect((await put('stale', 'bob', 'VIEWER')).json()).toMatchObject({ role: 'VIEWER' })
  expect((await put('stale', 'bob', 'VIEWER')).status).toBe(200)
  expect(service.mails.map(({ to, tag }) => [to, tag])).toEqual([
    ['bob@example.org', 'role-changed'],
    ['bob@example.org', 'role-changed'],
  ])
  expect(service.mails[0]?.text).toContain(`https://dashboard.example/en/${kind}/${id}`)
  expect((await auditOf(service, id)).slice(1)).toMatchObject([
    { action: 'member.role-changed', actor: 'user-ada', before: { role: 'MEMBER' }, after: { role: 'ADMIN' } },
    { action: 'member.role-changed', actor: 'user-stale', before: { role: 'ADMIN' }, after: { role: 'VIEWER' } },
  ])
})

test.each(kinds)('%s: admins remove, everybody leaves, and the removed one is told', async (kind) => {
  const { service, id, url } = await start(kind)
  const remove = (person: Person | null, member: string) => service.call(person, 'DELETE', `${url}/user-${member}`)
  const refusals = [
    ['bob', 'newcomer', 'role-too-low'],
    ['newcomer', 'bob', 'role-too-low'],
    ['eve', 'bob', 'not-found'],
    ['eve', 'eve', 'not-found'],
    ['operator', 'bob', 'not-found'],
    [null, 'bob', 'unauthenticated'],
    ['ada', 'eve', 'not-found'],
  ] as const
  for (const [person, member, code] of refusals) expect((await remove(person, member)).json<Problem>().code).toBe(code)
  expect((await remove('newcomer', 'newcomer')).status).toBe(204)
  expect((await service.call('newcomer', 'GET', url)).status).toBe(404)
  expect(service.mails).toEqual([])
  expect((await remove('stale', 'bob')).status).toBe(204)
  expect((await service.call('bob', 'GET', url)).status).toBe(404)
  expect(service.mails.map(({ to, tag }) => [to, tag])).toEqual([['bob@example.org', 'member-removed']])
  expect((await auditOf(service, id)).slice(1)).toMatchObject([
    { action: 'member.left', actor: 'user-newcomer' },
    { action: 'member.removed', actor: 'user-stale' },
  ])
})

test.each(kinds)('%s: the last admin is not removed, not demoted and does not leave', async (kind) => {
  const { service, url } = await start(kind)
  expect((await service.call('ada', 'DELETE', `${url}/user-stale`)).status).toBe(204)
  const attempts = [
    await service.call('ada', 'DELETE', `${url}/user-ada`),
    await service.call('ada', 'PUT', `${url}/user-ada`, { role: 'VIEWER' }),
    await service.call('ada', 'PUT', `${url}/user-ada`, { role: 'MEMBER' }),
  ]
  for (const answer of attempts) expect([answer.status, answer.json<Problem>().code]).toEqual([409, 'last-admin'])
  expect((await service.call('ada', 'PUT', `${url}/user-ada`, { role: 'ADMIN' })).status).toBe(200)
  expect((await service.call('ada', 'GET', url)).json<{ items: Member[] }>().items).toHaveLength(3)
})
