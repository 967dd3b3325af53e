import { createHash } from 'node:crypto'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { fastestOf } from '../testing/fastest-of.ts'
import { ada, internalSecret, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('before the address is confirmed nobody gets in, and only the right password tells why', async () => {
  const { call } = await start()
  await call('POST', '/accounts', { body: ada })
  const right = await call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })
  expect([right.statusCode, right.json<{ code: string }>().code]).toEqual([403, 'email-not-verified'])
  expect(right.cookies).toEqual([])
  const wrong = await call('POST', '/sessions', { body: { email: ada.email, password: 'not the password' } })
  expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([401, 'credentials-invalid'])
})

test('a wrong password and an unknown address are told apart neither by answer nor by time', async () => {
  const { call, becomeUser } = await start({
    passwordCost: undefined,
    rateLimits: { signInPerIp: { limit: 1000, seconds: 60 }, signInPerAccountAndIp: { limit: 1000, seconds: 60 } },
  })
  await becomeUser()
  const attempt = async (email: string) => {
    const answer = await call('POST', '/sessions', { body: { email, password: 'not the password' } })
    const { requestId: _, ...problem } = answer.json<Record<string, unknown>>()
    return [answer.statusCode, problem]
  }
  const answer = await attempt(ada.email)
  expect(answer).toMatchObject([401, { code: 'credentials-invalid' }])
  expect(await attempt('nobody@example.org')).toEqual(answer)
  // A hash takes about 150 ms; without one for unknown addresses the ratio would be above ten. The bounds leave room for
  // other work on the machine.
  const times = await fastestOf(
    { known: () => attempt(ada.email), unknown: () => attempt('nobody@example.org') },
    { rounds: 2, holds: ({ known, unknown }) => known / unknown > 0.3 && known / unknown < 3 },
  )
  expect(times.known / times.unknown).toBeGreaterThan(0.3)
  expect(times.known / times.unknown).toBeLessThan(3)
})

test('five wrong passwords in 15 minutes are enough for one account from one address', async () => {
  const { call, becomeUser, clock } = await start()
  await becomeUser()
  const attempt = (password: string, ip: string) =>
    call('POST', '/sessions', { body: { email: ada.email, password }, ip })
  for (let index = 0; index < 5; index += 1) expect((await attempt('wrong password', '10.0.0.1')).statusCode).toBe(401)
  const refused = await attempt(ada.password, '10.0.0.1')
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate-limited' })
  expect(refused.json<{ retryAfterSeconds: number }>().retryAfterSeconds).toBeGreaterThan(0)
  expect(refused.headers['retry-after']).toBe(String(refused.json<{ retryAfterSeconds: number }>().retryAfterSeconds))
  expect((await attempt(ada.password, '10.0.0.2')).statusCode, 'the owner is elsewhere').toBe(201)
  clock.offset = 901_000
  expect((await attempt(ada.password, '10.0.0.1')).statusCode, 'no lock-out lasts').toBe(201)
})

test('guesses sent at the same moment are all counted', async () => {
  const { call, becomeUser } = await start()
  await becomeUser()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      call('POST', '/sessions', { body: { email: ada.email, password: 'wrong password' } }),
    ),
  )
  expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(5)
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(7)
})

test('one address cannot try many accounts', async () => {
  const { call } = await start({ rateLimits: { signInPerIp: { limit: 3, seconds: 3600 } } })
  const attempt = (index: number, ip: string) =>
    call('POST', '/sessions', { body: { email: `a${index}@example.org`, password: 'wrong password' }, ip })
  for (let index = 0; index < 3; index += 1) expect((await attempt(index, '10.0.0.1')).statusCode).toBe(401)
  expect((await attempt(3, '10.0.0.1')).statusCode).toBe(429)
  expect((await attempt(3, '10.0.0.2')).statusCode).toBe(401)
})

test('signing in successfully never uses up attempts', async () => {
  const { call, becomeUser } = await start({ rateLimits: { signInPerIp: { limit: 2, seconds: 3600 } } })
  await becomeUser()
  for (let index = 0; index < 4; index += 1)
    expect((await call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })).statusCode).toBe(
      201,
    )
})

test('visitors of a site are limited one by one, but only a site that knows the secret may say who they are', async () => {
  const { call } = await start({ rateLimits: { signInPerIp: { limit: 1, seconds: 3600 } } })
  const attempt = (headers: Record<string, string>) =>
    call('POST', '/sessions', { body: { email: 'a@example.org', password: 'wrong password' }, headers })
  const site = { 'x-bollard-internal': internalSecret }
  expect((await attempt({ ...site, 'x-bollard-client-ip': '203.0.113.1' })).statusCode).toBe(401)
  expect((await attempt({ ...site, 'x-bollard-client-ip': '203.0.113.1' })).statusCode).toBe(429)
  expect((await attempt({ ...site, 'x-bollard-client-ip': '203.0.113.2' })).statusCode).toBe(401)
  expect((await attempt({ 'x-bollard-client-ip': '203.0.113.3' })).statusCode).toBe(401)
  expect((await attempt({ 'x-bollard-client-ip': '203.0.113.4', 'x-bollard-internal': 'guess' })).statusCode).toBe(429)
  expect((await attempt({ 'x-forwarded-for': '203.0.113.5' })).statusCode).toBe(429)
})

test('the cookie is out of reach of scripts and of other sites, and lasts seven days', async () => {
  const { call, becomeUser } = await start()
  await becomeUser()
  const answer = await call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })
  const [cookie, known] = answer.cookies
  expect(answer.cookies).toHaveLength(2)
  expect(known).toMatchObject({ name: 'bollard.known_browser', httpOnly: true, sameSite: 'Lax', maxAge: 365 * 86_400 })
  expect(cookie).toMatchObject({
    name: 'bollard.session_token',
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: 7 * 86_400,
  })
  expect(cookie?.secure).toBeUndefined()
  expect(cookie?.domain).toBeUndefined()
})

test('behind https the cookie is Secure and belongs to all sites of the domain', async () => {
  const { call, tokenInMail, cookieOf, service } = await start({
    secure: true,
    cookieDomain: 'bollard.example',
    apiUrl: 'https://api.bollard.example',
    identityUrl: 'https://identity.bollard.example',
    dashboardUrl: 'https://app.bollard.example',
  })
  await call('POST', '/accounts', { body: ada })
  const answer = await call('POST', '/email-verifications', { body: { token: await tokenInMail() } })
  expect(answer.cookies[0]).toMatchObject({
    name: '__Secure-bollard.session_token',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    domain: 'bollard.example',
  })
  expect(await service.findActor(cookieOf(answer))).toMatchObject({ emailVerified: true })
})

test('the database holds only the hash of a session token, and no address of the person', async () => {
  const { db, becomeUser } = await start()
  const cookie = await becomeUser()
  const token = decodeURIComponent(cookie.split('=').slice(1).join('=')).split('.')[0] ?? ''
  const { rows } = await db.pool.query<{ token_hash: string; network: string }>('select * from identity.sessions')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[0]).toMatchObject({
    token_hash: createHash('sha256').update(token).digest('base64url'),
    ip_address: null,
    network: '127.0.0.0/24',
  })
})

test('a cookie that was changed, or made from the database, is refused', async () => {
  const { call, db, becomeUser, service } = await start()
  const [cookie = ''] = (await becomeUser()).split('; ')
  const { rows } = await db.pool.query<{ token_hash: string }>('select token_hash from identity.sessions')
  const signature = cookie.slice(cookie.lastIndexOf('.'))
  for (const wrong of [
    `${cookie.slice(0, -8)}AAAA%3D`,
    `bollard.session_token=${rows[0]?.token_hash}${signature}`,
    'bollard.session_token=',
    'bollard.session_token=%E0%A4%A',
    'bollard.session_token=x.y',
    cookie.replace('bollard.', 'other.'),
  ]) {
    expect((await call('GET', '/sessions/current', { headers: { cookie: wrong } })).statusCode, wrong).toBe(401)
    expect(await service.findActor(wrong), wrong).toBeNull()
  }
  expect(await service.findActor(undefined)).toBeNull()
  expect(await service.findActor(`theme=dark; ${cookie}; x=y`)).not.toBeNull()
})

test('signing in again ends the session this browser had', async () => {
  const { call, cookieOf, becomeUser, service } = await start()
  const first = await becomeUser()
  const second = cookieOf(
    await call('POST', '/sessions', { body: { email: ada.email, password: ada.password }, headers: { cookie: first } }),
  )
  expect(await service.findActor(first)).toBeNull()
  expect(await service.findActor(second)).not.toBeNull()
})

test('an active session moves on, renews its cookie once a day, and ends after thirty days all the same', async () => {
  const { call, becomeUser, clock, service, db } = await start()
  const cookie = await becomeUser()
  const visit = () => call('GET', '/sessions/current', { headers: { cookie } })
  expect((await visit()).cookies).toEqual([])
  clock.offset = 3_600_000
  expect((await visit()).cookies, 'the same day').toEqual([])
  for (let day = 1; day < 30; day += 5) {
    clock.offset = day * 86_400_000 + 3_600_000
    expect((await visit()).cookies[0], `day ${day}`).toMatchObject({
      name: 'bollard.session_token',
      maxAge: 7 * 86_400,
    })
    expect((await visit()).cookies, 'once').toEqual([])
  }
  clock.offset = 30 * 86_400_000 - 60_000
  expect((await visit()).statusCode).toBe(200)
  clock.offset = 30 * 86_400_000 + 60_000
  expect(await service.findActor(cookie)).toBeNull()
  const ended = await visit()
  expect([ended.statusCode, ended.cookies]).toEqual([401, []])
  await service.sweep()
  expect((await db.pool.query('select 1 from identity.sessions')).rows).toEqual([])
})

test('a session ends after seven idle days; that of an administrator after half an idle hour, and after twelve hours at the latest', async () => {
  const { call, cookieOf, db, becomeUser, clock, service } = await start()
  const cookie = await becomeUser()
  clock.offset = 7 * 86_400_000 - 60_000
  expect(await service.findActor(cookie)).not.toBeNull()
  clock.offset = 7 * 86_400_000 + 60_000
  expect(await service.findActor(cookie)).toBeNull()
  expect((await call('GET', '/sessions/current', { headers: { cookie } })).json()).toMatchObject({
    code: 'unauthenticated',
  })

  const signIn = async () =>
    cookieOf(await call('POST', '/sessions', { body: { email: ada.email, password: ada.password } }))
  const ordinary = await signIn()
  clock.offset += 31 * 60_000
  expect(await service.findActor(ordinary)).not.toBeNull()
  await db.pool.query('update identity.users set is_admin = true')
  expect(await service.findActor(ordinary), 'a session from before they became one').toBeNull()
  const ofAdmin = await signIn()
  const begin = clock.offset
  const statusAfter = async (minutes: number) => {
    clock.offset = begin + minutes * 60_000
    return (await call('GET', '/sessions/current', { headers: { cookie: ofAdmin } })).statusCode
  }
  for (let minutes = 29; minutes < 12 * 60; minutes += 29)
    expect(await statusAfter(minutes), `${minutes} minutes`).toBe(200)
  expect(await statusAfter(12 * 60 - 1)).toBe(200)
  const { items } = (await call('GET', '/sessions', { headers: { cookie: ofAdmin } })).json<{
    items: { createdAt: string; expiresAt: string }[]
  }>()
  const lives = items.map(({ createdAt, expiresAt }) => Date.parse(expiresAt) - Date.parse(createdAt))
  expect(lives).toEqual([12 * 3_600_000])
  expect(await statusAfter(12 * 60 + 1), 'however much it is used').toBe(401)
  const idle = await signIn()
  clock.offset += 31 * 60_000
  expect(await service.findActor(idle)).toBeNull()
})

test('a session cannot be read while the database is away, which is not the same as being signed out', async () => {
  const { call, apiDb, becomeUser } = await start()
  const cookie = await becomeUser()
  await apiDb.close()
  const answer = await call('GET', '/sessions/current', { headers: { cookie } })
  expect(answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
})

test('a page of somebody else cannot sign in or out', async () => {
  const { call, becomeUser, service } = await start()
  const cookie = await becomeUser()
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) {
    const answer = await call('DELETE', '/sessions/current', { headers: { cookie, ...headers } })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'cross-site-request'])
  }
  expect(await service.findActor(cookie)).not.toBeNull()
  expect(
    (await call('DELETE', '/sessions/current', { headers: { cookie, origin: 'http://localhost:8081' } })).statusCode,
  ).toBe(204)
})

test('a bad body is refused before anything is looked up', async () => {
  const { call } = await start()
  expect((await call('POST', '/sessions', { body: { email: 'ada', password: 'x' } })).json()).toMatchObject({
    status: 422,
    code: 'validation-failed',
  })
  expect(
    (await call('POST', '/sessions', { body: { email: ada.email, password: 'x', rememberMe: true } })).statusCode,
  ).toBeGreaterThanOrEqual(400)
})
