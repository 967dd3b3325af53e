import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const newPassword = 'a wholly other passphrase'

test('another password ends all other sessions and every link and sign-in of the old one, and the owner is told', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, mailbox, clock, db } = service
  const { signIn, security } = protect(service)
  const cookie = await becomeUser()
  const elsewhere = cookieOf(await signIn())
  await call('POST', '/password-resets', { body: { email: ada.email } })
  await service.service.drain()
  const before = (await security(cookie)).passwordChangedAt
  clock.offset += 3_600_000
  const change = (body: object, headers: Record<string, string> = { cookie }) =>
    call('PUT', '/users/me/password', { body, headers })

  expect(outcome(await change({ currentPassword: 'not the password', newPassword }))).toBe('401 credentials-invalid')
  const weak = await change({ currentPassword: ada.password, newPassword: 'password12345' })
  expect(weak.json()).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/newPassword', code: 'too-common' }],
  })
  expect(outcome(await change({ currentPassword: ada.password, newPassword: 'short' }))).toBe('422 validation-failed')
  expect(outcome(await change({ currentPassword: ada.password, newPassword }, {}))).toBe('401 unauthenticated')
  expect(await service.service.findActor(elsewhere)).not.toBeNull()

  const changed = await change({ currentPassword: ada.password, newPassword })
  expect(outcome(changed)).toBe('204')
  const renewed = cookieOf(changed)
  expect(
    [await service.service.findActor(elsewhere), await service.service.findActor(cookie)],
    'also the old token of this session',
  ).toEqual([null, null])
  expect(await service.service.findActor(renewed)).toMatchObject({ email: ada.email })
  expect((await security(renewed)).passwordChangedAt).not.toBe(before)
  expect((await db.pool.query('select 1 from identity.password_resets')).rows).toEqual([])
  expect(await mailbox.list()).toContainEqual(expect.objectContaining({ to: ada.email, tag: 'password-changed' }))
  expect(outcome(await signIn())).toBe('401 credentials-invalid')
  expect(outcome(await signIn({}, { email: ada.email, password: newPassword }))).toBe('201')
  const { rows } = await db.pool.query<{ action: string }>('select action from audit.entries')
  expect(rows.map(({ action }) => action)).toContain('password.changed')
})

test('of two changes at the same moment one wins, and guesses of the old password are limited', async () => {
  const service = await start()
  const { call, becomeUser, db } = service
  const cookie = await becomeUser()
  const change = (currentPassword: string, next: string) =>
    call('PUT', '/users/me/password', { body: { currentPassword, newPassword: next }, headers: { cookie } })
  // Both have shown the old password before either one changes it.
  const both = await db.transaction(async (tx) => {
    await tx.query('test-lock', 'select 1 from identity.users for no key update')
    const waiting = Promise.all([change(ada.password, newPassword), change(ada.password, 'one more long passphrase')])
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.pool.query(waits)).rows.length, { timeout: 10_000 }).toBe(2)
    return () => waiting
  })
  const raced = await both()
  expect(raced.map(outcome).toSorted()).toEqual(['204', '401 credentials-invalid'])
  const again = service.cookieOf(raced.find(({ statusCode }) => statusCode === 204) ?? raced[0])
  const guess = () =>
    call('PUT', '/users/me/password', {
      body: { currentPassword: 'not the password', newPassword },
      headers: { cookie: again },
    })
  const outcomes = []
  for (let index = 0; index < 7; index += 1) outcomes.push(outcome(await guess()))
  expect(outcomes.at(-1)).toBe('429 rate-limited')
  expect(outcomes.filter((each) => each === '401 credentials-invalid').length).toBeLessThanOrEqual(5)
})
