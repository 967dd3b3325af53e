import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from './testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('a person signs up, reads the mail, confirms, is signed in, and signs out', async () => {
  const { call, mailbox, tokenInMail, cookieOf, service, logged } = await start()
  const signUp = await call('POST', '/accounts', {
    body: { ...ada, email: 'Ada@Example.org', language: 'de', timezone: 'Europe/Berlin' },
  })
  expect([signUp.statusCode, signUp.json()]).toEqual([201, { email: 'ada@example.org' }])
  expect(signUp.cookies).toEqual([])

  const [mail] = await mailbox.list()
  expect(mail).toMatchObject({
    to: 'ada@example.org',
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    tag: 'verify-email-code',
  })
  const link = /http\S+/u.exec((await mailbox.get(mail?.id ?? ''))?.text ?? '')?.[0]
  expect(link).toMatch(/^http:\/\/localhost:8081\/de\/verify-email\?token=[\w-]{43}$/u)

  const verified = await call('POST', '/email-verifications', { body: { token: await tokenInMail() } })
  const { id } = verified.json<{ id: string }>()
  const known = {
    email: 'ada@example.org',
    givenName: 'Ada',
    isAdmin: false,
    emailVerified: true,
    language: 'de',
    timezone: 'Europe/Berlin',
    theme: 'system',
  }
  const user = { id, ...known }
  expect([verified.statusCode, verified.json()]).toEqual([200, user])
  const cookie = cookieOf(verified)
  expect(user.id).toMatch(/^[0-9a-f-]{14}7/u)

  const current = await call('GET', '/sessions/current', { headers: { cookie } })
  expect([current.statusCode, current.json()]).toEqual([200, user])
  expect(await service.findActor(cookie)).toMatchObject({
    userId: user.id,
    isAdmin: false,
    emailVerified: true,
    email: user.email,
    givenName: 'Ada',
    language: 'de',
  })

  const signOut = await call('DELETE', '/sessions/current', { headers: { cookie } })
  expect([signOut.statusCode, signOut.body]).toEqual([204, ''])
  expect(signOut.cookies.find((each) => each.name === 'bollard.session_token')).toMatchObject({ value: '', maxAge: 0 })
  expect(await service.findActor(cookie)).toBeNull()
  const after = await call('GET', '/sessions/current', { headers: { cookie } })
  expect([after.statusCode, after.json<{ code: string }>().code]).toEqual([401, 'unauthenticated'])

  const signIn = await call('POST', '/sessions', { body: { email: 'ADA@example.org', password: ada.password } })
  expect([signIn.statusCode, signIn.json()]).toEqual([201, user])
  expect(await service.findActor(cookieOf(signIn))).toMatchObject({ userId: user.id })
  expect(logged).toEqual([])
})

test('signing out without a session is no error', async () => {
  const { call } = await start()
  const answer = await call('DELETE', '/sessions/current')
  expect(answer.statusCode).toBe(204)
})

test.for(['x'.repeat(60), 'María José', '王小明', '👩‍🚀 Ünal', 'عبد الله', 'Zażółć'])(
  'the name %s survives the whole way',
  async (givenName) => {
    const { call, becomeUser } = await start()
    const cookie = await becomeUser({ givenName })
    const current = await call('GET', '/sessions/current', { headers: { cookie } })
    expect(current.json<{ givenName: string }>().givenName).toBe(givenName)
  },
)

test('answers must not be kept by any cache', async () => {
  const { call } = await start()
  const answer = await call('GET', '/sessions/current')
  expect(answer.headers['cache-control']).toBe('no-store')
})
