import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const { acceptedTerms: _, ...admin } = ada

test('the token makes one administrator, signed in and confirmed', async () => {
  const { call, cookieOf, service, mailbox } = await start()
  const token = (await service.createFirstAdminToken()) ?? ''
  const answer = await call('POST', '/first-admin', { body: { ...admin, token } })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    201,
    { email: 'ada@example.org', isAdmin: true, emailVerified: true },
  ])
  expect(await service.findActor(cookieOf(answer))).toMatchObject({
    isAdmin: false,
    adminNeedsSecondFactor: true,
    emailVerified: true,
  })
  expect(await mailbox.list()).toEqual([])
  expect((await call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })).statusCode).toBe(201)

  const second = await call('POST', '/first-admin', { body: { ...admin, email: 'eve@example.org', token } })
  expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([409, 'already-initialised'])
  expect(await service.createFirstAdminToken()).toBeNull()
})

test('of two uses at the same moment one makes an administrator', async () => {
  const { call, service, db } = await start()
  const token = (await service.createFirstAdminToken()) ?? ''
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      call('POST', '/first-admin', { body: { ...admin, email: `${name}@example.org`, token } }),
    ),
  )
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
  expect((await db.pool.query('select 1 from identity.users where is_admin')).rows).toHaveLength(1)
})

test('a wrong token and one from an earlier start are refused', async () => {
  const { call, service } = await start()
  const earlier = (await service.createFirstAdminToken()) ?? ''
  const newer = (await service.createFirstAdminToken()) ?? ''
  for (const token of ['', 'guess', earlier, `${newer}x`]) {
    expect((await call('POST', '/first-admin', { body: { ...admin, token } })).json(), token).toMatchObject({
      status: 400,
      code: 'token-invalid',
    })
  }
  expect((await call('POST', '/first-admin', { body: { ...admin, token: newer } })).statusCode).toBe(201)
})

test('a refusal for another reason leaves the token usable', async () => {
  const { call, service, becomeUser } = await start()
  await becomeUser({ email: 'taken@example.org' })
  const token = (await service.createFirstAdminToken()) ?? ''
  const taken = await call('POST', '/first-admin', { body: { ...admin, email: 'taken@example.org', token } })
  expect([taken.statusCode, taken.json<{ code: string }>().code]).toEqual([409, 'email-taken'])
  const weak = await call('POST', '/first-admin', { body: { ...admin, password: 'password1234', token } })
  expect([weak.statusCode, weak.json<{ code: string }>().code]).toEqual([422, 'validation-failed'])
  expect((await call('POST', '/first-admin', { body: { ...admin, token } })).statusCode).toBe(201)
})

test('an account that was never confirmed does not keep the administrator from their address', async () => {
  const { call, service } = await start()
  await call('POST', '/accounts', { body: { ...ada, password: 'the password of a stranger' } })
  const token = (await service.createFirstAdminToken()) ?? ''
  expect((await call('POST', '/first-admin', { body: { ...admin, token } })).statusCode).toBe(201)
  expect(
    (await call('POST', '/sessions', { body: { email: ada.email, password: 'the password of a stranger' } }))
      .statusCode,
  ).toBe(401)
})

test('the database holds only the hash of the token', async () => {
  const { service, db } = await start()
  const token = (await service.createFirstAdminToken()) ?? ''
  expect(token).toHaveLength(43)
  expect(JSON.stringify((await db.pool.query('select * from identity.first_admin_token')).rows)).not.toContain(token)
})

test('guessing the token is limited', async () => {
  const { call, service } = await start({ rateLimits: { firstAdminPerIp: { limit: 1, seconds: 3600 } } })
  await service.createFirstAdminToken()
  await call('POST', '/first-admin', { body: { ...admin, token: 'guess' } })
  expect((await call('POST', '/first-admin', { body: { ...admin, token: 'guess' } })).json()).toMatchObject({
    status: 429,
    code: 'rate-limited',
  })
})
