import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const { acceptedTerms: _, ...admin } = ada

async function withAdmin() {
  const service = await start()
  const { call, cookieOf, service: identity } = service
  const cookie = cookieOf(
    await call('POST', '/first-admin', { body: { ...admin, token: await identity.createFirstAdminToken() } }),
  )
  /** What an operator-only call answers once the admin site was opened, and what other services are told of the caller. */
  const standing = async (of: string) => {
    const actor = await identity.findActor(of)
    const opened = await call('POST', '/operator-session', { headers: { cookie: of } })
    const operating = opened.cookies.length === 0 ? of : `${of}; ${cookieOf(opened)}`
    return [
      outcome(await call('GET', '/advertising-tokens', { headers: { cookie: operating } })),
      actor?.isAdmin,
      actor?.adminNeedsSecondFactor,
    ]
  }
  return { ...service, ...protect(service), cookie, standing }
}
const needs = ['403 second-factor-needed', false, true]
const acts = ['200', true, false]

test('an administrator acts as one only in a session that has shown a second factor', async () => {
  const it = await withAdmin()
  expect(await it.standing(it.cookie)).toEqual(needs)
  expect(await it.security(it.cookie)).toMatchObject({ adminNeedsSecondFactor: true })
  const { secret, recoveryCodes } = await it.setUpTotp(it.cookie)
  expect(await it.standing(it.cookie), 'setting one up shows it').toEqual(acts)
  expect(await it.security(it.cookie)).toMatchObject({ adminNeedsSecondFactor: false })
  const other = it.cookieOf(
    await it.answer(it.cookieOf(await it.signIn()), { kind: 'TOTP', code: it.freshCode(secret) }),
  )
  // As every sign-in by the link of a mail: without a second factor.
  await it.db.pool.query('update identity.sessions set second_factor_at = null where id = $1', [
    (await it.service.findActor(other))?.sessionId,
  ])
  expect(await it.standing(other), 'a session with the password alone').toEqual(needs)
  expect(await it.standing(await it.prove(other)), 'the password once more is no second factor').toEqual(needs)

  const again = await it.prove(
    it.cookieOf(await it.answer(it.cookieOf(await it.signIn()), { kind: 'RECOVERY_CODE', code: recoveryCodes[0] })),
  )
  expect(await it.standing(again)).toEqual(acts)
  const proven = await it.call('POST', '/sessions/current/proofs', {
    body: { kind: 'TOTP', code: it.freshCode(secret) },
    headers: { cookie: again },
  })
  expect(await it.standing(it.cookieOf(proven))).toEqual(acts)
})

test('it ends with the last factor, and passkeys count as one', async () => {
  const it = await withAdmin()
  const { id } = await it.addPasskey(it.cookie)
  expect(await it.standing(it.cookie)).toEqual(acts)
  await it.setUpTotp(it.cookie)
  await it.call('DELETE', `/users/me/passkeys/${id}`, { headers: { cookie: it.cookie } })
  expect(await it.standing(it.cookie), 'the app is left').toEqual(acts)
  await it.call('DELETE', '/users/me/totp', { headers: { cookie: it.cookie } })
  expect(await it.standing(it.cookie)).toEqual(needs)
})

test('no browser is trusted with an administrator, and one that was trusted before is not any more', async () => {
  const it = await withAdmin()
  const { secret } = await it.setUpTotp(it.cookie)
  const done = await it.answer(it.cookieOf(await it.signIn()), {
    kind: 'TOTP',
    code: it.freshCode(secret),
    trustDevice: true,
  })
  expect(done.cookies.map(({ name }) => name)).not.toContain('bollard.trusted_device')
  await it.db.pool.query('update identity.users set is_admin = false')
  const trusting = await it.answer(it.cookieOf(await it.signIn()), {
    kind: 'TOTP',
    code: it.freshCode(secret),
    trustDevice: true,
  })
  const cookie = it.cookieOf(trusting)
  expect(outcome(await it.signIn({ cookie }))).toBe('201')
  await it.db.pool.query('update identity.users set is_admin = true')
  expect(outcome(await it.signIn({ cookie }))).toBe('401 second-factor-required')
})

test('who is no administrator needs none, and gets nothing by one', async () => {
  const it = await withAdmin()
  const cookie = await it.becomeUser({ email: 'person@example.org' })
  const forbidden = ['403 forbidden', false, false]
  expect(await it.standing(cookie)).toEqual(forbidden)
  await it.setUpTotp(cookie)
  expect(await it.standing(cookie)).toEqual(forbidden)
  expect(outcome(await it.call('GET', '/advertising-tokens'))).toBe('401 unauthenticated')
})

test('other services learn who is protected by more than a password', async () => {
  const it = await withAdmin()
  const cookie = await it.becomeUser({ email: 'person@example.org' })
  const actor = async () => it.service.findActor(cookie)
  const { userId = '' } = (await actor()) ?? {}
  expect((await actor())?.hasSecondFactor).toBe(false)
  expect(await it.service.findUnprotected([userId, 'no-id'])).toEqual(new Set([userId]))
  const { id } = await it.addPasskey(cookie)
  expect((await actor())?.hasSecondFactor).toBe(true)
  expect(await it.service.findUnprotected([userId])).toEqual(new Set())
  await it.call('DELETE', `/users/me/passkeys/${id}`, { headers: { cookie } })
  await it.call('POST', '/users/me/totp', { headers: { cookie } })
  expect((await actor())?.hasSecondFactor, 'an app that was never confirmed').toBe(false)
  await it.setUpTotp(cookie)
  expect((await actor())?.hasSecondFactor).toBe(true)
})

test('admins of what is paid for are told from when they need one, until they have one', async () => {
  const service = await start({
    secondFactorFrom: async () => new Date('2026-03-15T10:00:00Z'),
  })
  const it = { ...service, ...protect(service) }
  const cookie = await it.becomeUser({ email: 'person@example.org' })
  expect(await it.security(cookie)).toMatchObject({
    secondFactorFrom: '2026-03-15T10:00:00.000Z',
    adminNeedsSecondFactor: false,
  })
  await it.setUpTotp(cookie)
  expect(await it.security(cookie)).toMatchObject({ secondFactorFrom: null })
})
