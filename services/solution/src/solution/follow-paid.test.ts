import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { atEnd, paidUntil } from '../testing/cancel.ts'
import { found, joinOrganization, unchanged } from '../testing/found-organization.ts'
import { people, startService, type TestService } from '../testing/start-service.ts'

const postgres = await startTestDatabase()
const dayMs = 86_400_000

const code = async (answer: ReturnType<TestService['call']>) => {
  const { status, json } = await answer
  return status < 400 ? String(status) : `${status} ${json<{ code: string }>().code}`
}
const toldOf = ({ mails }: TestService) => mails.filter(({ tag }) => tag === 'second-factor-due').map(({ to }) => to)

test('admins of a solution that became paid are told once, have 14 days, and then read but change nothing without a second factor', async () => {
  const it = await startService(postgres)
  const shop = await it.create('ada')
  await it.join('bob', shop.id, 'ADMIN')
  await it.join('eve', shop.id, 'MEMBER')
  const invite = (person: 'ada' | 'bob') =>
    code(
      it.call(person, 'POST', `/solutions/${shop.id}/invitations`, {
        email: `${person}-guest@example.org`,
        role: 'VIEWER',
        language: 'en',
      }),
    )
  const from = async (person: 'ada' | 'bob' | 'eve') =>
    (await it.call(person, 'GET', `/solutions/${shop.id}`)).json<{ secondFactorFrom: string | null }>().secondFactorFrom

  await it.service.followPaid()
  expect([toldOf(it), await from('ada')]).toEqual([[], null])

  it.paid.add(shop.id)
  await Promise.all([it.service.followPaid(), it.service.followPaid()])
  await it.service.followPaid()
  // Bob has one, Eve is no admin.
  expect(toldOf(it)).toEqual(['ada@example.org'])
  expect(it.mails.at(-1)?.text).toContain('15 March 2026')
  expect(it.mails.at(-1)?.text).toContain('https://identity.example/en/account/security')
  expect([await from('ada'), await from('bob'), await from('eve')]).toEqual(['2026-03-15T10:00:00.000Z', null, null])
  expect(await it.service.secondFactorFrom(people.ada.userId)).toEqual(new Date('2026-03-15T10:00:00.000Z'))
  expect(await it.service.secondFactorFrom(people.eve.userId)).toBeNull()

  it.clock.now = new Date(it.clock.now.getTime() + 14 * dayMs - 1)
  expect(await it.service.isSecondFactorDue(shop.id)).toBe(false)
  expect(await invite('ada')).toBe('201')
  it.clock.now = new Date(it.clock.now.getTime() + 1)
  expect(await it.service.isSecondFactorDue(shop.id)).toBe(true)
  expect(await it.service.isSecondFactorDue('no-id')).toBe(false)
  expect([await invite('ada'), await invite('bob')]).toEqual(['403 second-factor-needed', '201'])
  const refused = [
    it.call('ada', 'PUT', `/solutions/${shop.id}/members/${people.eve.userId}`, { role: 'VIEWER' }),
    it.call('ada', 'DELETE', `/solutions/${shop.id}/members/${people.eve.userId}`),
    it.call('ada', 'DELETE', `/solutions/${shop.id}`, {
      confirmLabel: 'Shop',
      reason: 'OTHER',
      effective: 'IMMEDIATE',
    }),
  ]
  for (const answer of refused) expect(await code(answer)).toBe('403 second-factor-needed')
  const open = [
    it.call('ada', 'GET', `/solutions/${shop.id}`),
    it.call('ada', 'GET', `/solutions/${shop.id}/members`),
    it.call('ada', 'GET', `/solutions/${shop.id}/invitations`),
    it.call('ada', 'PUT', `/solutions/${shop.id}`, { label: 'Shop of Ada', version: shop.version }),
  ]
  for (const answer of open) expect(await code(answer)).toBe('200')
  expect(
    await code(it.call('eve', 'DELETE', `/solutions/${shop.id}/members/${people.bob.userId}`)),
    'a lower role is told of its role',
  ).toBe('403 role-too-low')
  expect(
    await code(it.call('stale', 'DELETE', `/solutions/${shop.id}/members/${people.bob.userId}`)),
    'a stranger is told of nothing',
  ).toBe('404 not-found')
  // Visitors of its forms are none the wiser.
  expect(it.restricted.flatMap(({ effects }) => effects)).toEqual([])

  it.billing.set(shop.id, paidUntil('2026-04-01T00:00:00Z'))
  const cancelled = await code(it.call('ada', 'DELETE', `/solutions/${shop.id}`, atEnd('Shop of Ada')))
  expect(cancelled, 'cancelling always goes').toBe('204')
  it.paid.delete(shop.id)
  await it.service.followPaid()
  expect([await from('ada'), await invite('ada')]).toEqual([null, '201'])
})

test('an organization counts from when it first manages something paid for, not from when that became paid', async () => {
  const it = await startService(postgres)
  const agency = await found(it, 'ada')
  await joinOrganization(it, people.bob.userId, agency.id, 'ADMIN')
  const shop = await it.create('ada')
  it.paid.add(shop.id)
  await it.service.followPaid()
  expect(toldOf(it)).toEqual(['ada@example.org'])
  it.clock.now = new Date(it.clock.now.getTime() + 10 * dayMs)
  const refreshed = (await it.call('ada', 'GET', `/solutions/${shop.id}`)).json<{ version: number }>()
  expect(
    await code(
      it.call('ada', 'PUT', `/solutions/${shop.id}`, {
        managementOrganizationId: agency.id,
        version: refreshed.version,
      }),
    ),
  ).toBe('200')
  await it.service.followPaid()
  await it.service.followPaid()
  expect(toldOf(it)).toEqual(['ada@example.org', 'ada@example.org'])
  const update = () =>
    code(it.call('ada', 'PUT', `/organizations/${agency.id}`, { ...unchanged(agency), name: 'Other' }))
  expect((await it.call('ada', 'GET', `/organizations/${agency.id}`)).json()).toMatchObject({
    secondFactorFrom: '2026-03-25T10:00:00.000Z',
  })
  expect((await it.call('bob', 'GET', `/organizations/${agency.id}`)).json()).toMatchObject({ secondFactorFrom: null })
  it.clock.now = new Date(it.clock.now.getTime() + 13 * dayMs)
  expect(await it.service.isSecondFactorDue(shop.id)).toBe(true)
  expect(await update(), 'the organization has had 13 days').toBe('200')
  it.clock.now = new Date(it.clock.now.getTime() + dayMs)
  expect(await update()).toBe('403 second-factor-needed')
  expect(await code(it.call('ada', 'GET', `/organizations/${agency.id}/invite-tokens`))).toBe('200')
  expect(
    await code(
      it.call('ada', 'POST', `/organizations/${agency.id}/invite-tokens`, {
        label: 'Team',
        purpose: 'JOIN',
        role: 'MEMBER',
      }),
    ),
  ).toBe('403 second-factor-needed')
  // Bob is admin with a factor: the plan ends, and Ada is asked for nothing.
  it.paid.clear()
  await it.service.followPaid()
  expect((await it.call('ada', 'GET', `/organizations/${agency.id}`)).json()).toMatchObject({ secondFactorFrom: null })
})

test('nobody who acts as a member can write since when something is paid for', async () => {
  const it = await startService(postgres)
  const shop = await it.create('ada')
  for (const table of ['solutions', 'organizations']) {
    const attempt = it.db.transaction(async (tx) => {
      await tx.query(
        'test-role',
        `select set_config('role', 'bollard_solution', true), set_config('bollard.actor', $1, true)`,
        [people.ada.userId],
      )
      await tx.query(`test-write-${table}`, `update solution.${table} set paid_since = null where id = $1`, [shop.id])
    })
    await expect(attempt, table).rejects.toThrow(/permission denied/u)
  }
})
