import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const cookieName = 'bollard.trusted_device'

test('a trusted browser is spared the second factor of one account for 30 days', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, clock, db } = service
  const { setUpTotp, signIn, answer, freshCode } = protect(service)
  const grace = { email: 'grace@example.org', password: 'another long passphrase' }
  const { secret } = await setUpTotp(await becomeUser())
  await setUpTotp(await becomeUser(grace))
  const done = await answer(cookieOf(await signIn()), { kind: 'TOTP', code: freshCode(secret), trustDevice: true })
  expect(done.cookies.find(({ name }) => name === cookieName)).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 30 * 86_400,
  })
  const cookie = cookieOf(done)
  const trust = cookie.split('; ').find((pair) => pair.startsWith(cookieName)) ?? ''
  expect(JSON.stringify((await db.pool.query('select * from identity.trusted_devices')).rows)).not.toContain(
    trust.slice(cookieName.length + 1),
  )

  expect(outcome(await signIn({ cookie: trust }))).toBe('201')
  expect(outcome(await signIn()), 'another browser').toBe('401 second-factor-required')
  expect(outcome(await signIn({ cookie: `${cookieName}=guess` }))).toBe('401 second-factor-required')
  expect(outcome(await signIn({ cookie: trust }, grace)), 'another account').toBe('401 second-factor-required')
  const wrong = await call('POST', '/sessions', {
    body: { email: ada.email, password: 'not the password' },
    headers: { cookie: trust },
  })
  expect(outcome(wrong)).toBe('401 credentials-invalid')
  clock.offset += 30 * 86_400_000
  expect(outcome(await signIn({ cookie: trust }))).toBe('401 second-factor-required')
  await service.service.sweep()
  expect((await db.pool.query('select 1 from identity.trusted_devices')).rows).toEqual([])
})

test('signing out everywhere, another password and other second factors end the trust', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf } = service
  const { setUpTotp, signIn, answer, freshCode, addPasskey } = protect(service)
  const { secret } = await setUpTotp(await becomeUser())
  const newPassword = 'a wholly other passphrase'
  const trustAgain = async (password: string) => {
    const pending = cookieOf(await signIn({}, { email: ada.email, password }))
    const cookie = cookieOf(await answer(pending, { kind: 'TOTP', code: freshCode(secret), trustDevice: true }))
    expect(
      outcome(
        await signIn(
          { cookie: cookie.split('; ').find((pair) => pair.startsWith(cookieName)) ?? '' },
          { email: ada.email, password },
        ),
      ),
    ).toBe('201')
    return cookie
  }
  let passkeyId = ''
  const endings = [
    async (cookie: string) => call('DELETE', '/sessions', { headers: { cookie } }),
    async (cookie: string) => {
      const { added, id } = await addPasskey(cookie)
      passkeyId = id
      return added
    },
    async (cookie: string) => call('DELETE', `/users/me/passkeys/${passkeyId}`, { headers: { cookie } }),
    async (cookie: string) =>
      call('PUT', '/users/me/password', { body: { currentPassword: ada.password, newPassword }, headers: { cookie } }),
  ]
  let password: string = ada.password
  for (const [index, end] of endings.entries()) {
    const cookie = await trustAgain(password)
    expect((await end(cookie)).statusCode, `ending ${index}`).toBeLessThan(300)
    if (index === 3) password = newPassword
    expect(outcome(await signIn({ cookie }, { email: ada.email, password })), `ending ${index}`).toBe(
      '401 second-factor-required',
    )
  }
})
