import { recordAudit } from '@bollard/audit'
import type { Invitation, Member, Problem } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { afterAll, expect, test } from 'vitest'
import { auditOf, found, joinOrganization } from '../testing/found-organization.ts'
import { type Person, startService, type TestService, untilBlocked } from '../testing/start-service.ts'

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
  expect({ ...stranger.json<Problem>(), requestId: '', instance: '' }).toEqual({
    ...missing.json<Problem>(),
    requestId: '',
    instance: '',
    status: 404,
  })
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

test.each(kinds)(
  '%s: only admins give roles, to make an admin takes a fresh proof, and the member is told',
  async (kind) => {
    const { service, id, url } = await start(kind)
    const put = (person: Person | null, member: string, role: string) =>
      service.call(person, 'PUT', `${url}/user-${member}`, { role })
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
    for (const [person, member, role, code] of refusals)
      expect((await put(person, member, role)).json<Problem>().code).toBe(code)
    expect((await put('ada', 'bob', 'ADMIN')).json()).toMatchObject({
      userId: 'user-bob',
      role: 'ADMIN',
      email: 'bob@example.org',
    })
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
  },
)

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

test.each(kinds)(
  '%s: the open invitations and joining links of an admin whom others remove or demote end; of one who leaves they stay',
  async (kind) => {
    const { service, id, url } = await start(kind)
    const [invitationsUrl, linksUrl] = [
      url.replace('/members', '/invitations'),
      url.replace('/members', '/invite-tokens'),
    ]
    const statuses = async () => {
      const { items } = (await service.call('ada', 'GET', invitationsUrl)).json<{ items: Invitation[] }>()
      return items.map(({ email, status }) => `${email} ${status}`)
    }
    const links = async () =>
      (await service.call('ada', 'GET', linksUrl)).json<{ items?: unknown[] }>().items?.length ?? 0
    const makeAdmin = () => service.call('ada', 'PUT', `${url}/user-bob`, { role: 'ADMIN' })
    const inviteBack = async () => {
      await service.call('bob', 'POST', invitationsUrl, { email: 'bob-two@example.org', role: 'ADMIN' })
      if (kind === 'organizations')
        await service.call('bob', 'POST', linksUrl, { label: 'back', purpose: 'JOIN', role: 'MEMBER' })
    }
    await service.call('ada', 'POST', invitationsUrl, { email: 'carol@example.org', role: 'VIEWER' })
    await makeAdmin()
    await inviteBack()
    expect([await statuses(), await links()]).toEqual([
      ['bob-two@example.org PENDING', 'carol@example.org PENDING'],
      kind === 'solutions' ? 0 : 1,
    ])
    expect((await service.call('ada', 'PUT', `${url}/user-bob`, { role: 'VIEWER' })).status).toBe(200)
    expect([await statuses(), await links()]).toEqual([['bob-two@example.org REVOKED', 'carol@example.org PENDING'], 0])
    await makeAdmin()
    await inviteBack()
    expect((await service.call('ada', 'DELETE', `${url}/user-bob`)).status).toBe(204)
    expect([(await statuses())[0], await links()]).toEqual(['bob-two@example.org REVOKED', 0])
    const revoked = kind === 'solutions' ? 1 : 2
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'member.removed',
      after: { invitationsRevoked: revoked },
    })
    await service.call('stale', 'POST', invitationsUrl, { email: 'dan@example.org', role: 'VIEWER' })
    await service.call('stale', 'DELETE', `${url}/user-stale`)
    expect((await statuses())[0]).toBe('dan@example.org PENDING')
  },
)

test.each(kinds)(
  '%s: who removes an admin or deletes waits for whoever changes it, and neither for the other in a circle',
  async (kind) => {
    const { service, id, url } = await start(kind)
    const calls = [
      () => service.call('ada', 'DELETE', `${url}/user-stale`),
      ...(kind === 'organizations' ? [() => service.call('ada', 'DELETE', `/${kind}/${id}`)] : []),
    ]
    for (const call of calls) {
      let waiting: Promise<{ status: number }> | undefined
      await service.db.transaction(async (tx) => {
        // What every change does: first the row, then the log.
        await tx.query(`test-row-${kind}`, `select 1 from solution.${kind} where id = $1 for no key update`, [id])
        waiting = call()
        await untilBlocked(service)
        const scope = kind === 'solutions' ? 'SOLUTION' : 'ORGANIZATION'
        await recordAudit(tx, {
          at: service.clock.now,
          scope,
          scopeId: id,
          actor: { kind: 'SYSTEM' },
          action: 'test.changed',
        })
      })
      expect((await waiting)?.status).toBe(204)
    }
  },
)
