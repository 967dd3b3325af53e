import { browserIdHeader, type Session } from '@bollard/contracts'
import { createMailbox } from '@bollard/mail'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

test('people see where they are signed in, in words and without whole addresses, and end what is theirs', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, clock, db } = service
  const { prove } = protect(service)
  const list = async (cookie: string) =>
    (await call('GET', '/sessions', { headers: { cookie } })).json<{ items: Session[] }>().items
  let cookie = await becomeUser({}, { 'user-agent': firefox })
  const stranger = await becomeUser({ email: 'grace@example.org' })
  const elsewhere = async (userAgent: string, ip: string) =>
    cookieOf(
      await call('POST', '/sessions', {
        body: { email: ada.email, password: ada.password },
        headers: { 'user-agent': userAgent },
        ip,
      }),
    )
  clock.offset += 60_000
  const phone = await elsewhere(safari, '203.0.113.77')
  clock.offset += 60_000
  await elsewhere('', '2001:db8:1:2::3')

  const items = await list(cookie)
  expect(
    items.map(({ browser, operatingSystem, network, current }) => [browser, operatingSystem, network, current]),
  ).toEqual([
    ['Firefox 152', 'Linux', '127.0.0.0/24', true],
    [null, null, '2001:db8:1::/48', false],
    ['Safari 19', 'iOS', '203.0.113.0/24', false],
  ])
  expect(new Set(items.map(({ id }) => id)).size).toBe(3)
  expect(Date.parse(items[0]?.expiresAt ?? '') - Date.parse(items[0]?.lastActiveAt ?? '')).toBe(7 * 86_400_000)
  const stored = JSON.stringify((await db.pool.query('select * from identity.sessions')).rows)
  expect(stored).not.toContain('203.0.113.77')

  const phoneId = items[2]?.id ?? ''
  const strangerId = (await list(stranger))[0]?.id ?? ''
  const end = (id: string, who: string) => call('DELETE', `/sessions/${id}`, { headers: { cookie: who } })
  expect(outcome(await end(phoneId, stranger)), 'a session of somebody else').toBe('404 not-found')
  expect(outcome(await end(strangerId, cookie))).toBe('404 not-found')
  expect(outcome(await end('01890000-0000-7000-8000-000000000000', cookie))).toBe('404 not-found')
  expect(outcome(await end('no-id', cookie))).toBe('400 invalid-parameter')
  expect(await service.service.findActor(phone)).not.toBeNull()
  expect(outcome(await end(phoneId, cookie))).toBe('204')
  expect(await service.service.findActor(phone), 'at its next call').toBeNull()
  expect(outcome(await call('GET', '/sessions/current', { headers: { cookie: phone } }))).toBe('401 unauthenticated')
  expect(outcome(await end(phoneId, cookie)), 'again').toBe('404 not-found')

  clock.offset += 601_000
  expect(outcome(await end(strangerId, cookie)), 'whether it exists does not show').toBe('401 step-up-required')
  expect(outcome(await call('DELETE', '/sessions', { headers: { cookie } }))).toBe('401 step-up-required')
  for (const [method, path] of [
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['DELETE', `/sessions/${phoneId}`],
    ['GET', '/users/me/security'],
  ] as const)
    expect(outcome(await call(method, path)), `${method} ${path}`).toBe('401 unauthenticated')

  cookie = await prove(cookie)
  expect(outcome(await call('DELETE', '/sessions', { headers: { cookie } }))).toBe('204')
  expect((await list(cookie)).map(({ current }) => current)).toEqual([true])
  expect(await service.service.findActor(stranger), 'others stay signed in').not.toBeNull()
  const [mine] = await list(cookie)
  const ended = await end(mine?.id ?? '', cookie)
  expect(ended.cookies[0]).toMatchObject({ name: 'bollard.session_token', value: '', maxAge: 0 })
  expect(await service.service.findActor(cookie)).toBeNull()
})

test('a browser that an account never used is told of by mail, once', async () => {
  const service = await start()
  const { call, becomeUser, mailbox } = service
  await becomeUser()
  const signIn = async (browser: string, ip = '127.0.0.1') => {
    const headers: Record<string, string> = {
      'user-agent': safari,
      ...(browser === '' ? {} : { [browserIdHeader]: browser }),
    }
    expect(
      outcome(await call('POST', '/sessions', { body: { email: ada.email, password: ada.password }, headers, ip })),
    ).toBe('201')
    return (await mailbox.list()).filter(({ tag }) => tag === 'new-device')
  }
  expect(await signIn(''), 'the browser that signed up').toEqual([])
  const [told] = await signIn('a-browser-of-somebody-else', '203.0.113.77')
  expect(told).toMatchObject({ to: ada.email })
  const text = (await mailbox.get(told?.id ?? ''))?.text ?? ''
  expect(text).toContain('Safari 19, iOS')
  expect(text).toContain('203.0.113.0/24')
  expect(text).not.toContain('203.0.113.77')
  expect(text).toContain('http://localhost:8081/en/account/security')
  expect(await signIn('a-browser-of-somebody-else', '198.51.100.1'), 'known by now').toHaveLength(1)
  const kept = JSON.stringify((await service.db.pool.query('select * from identity.known_browsers')).rows)
  expect(kept).not.toContain('a-browser-of-somebody-else')
})

test('programs that send no id are told of once for each name and network', async () => {
  const keys: (string | undefined)[] = []
  const service = await start({
    enqueueMail: async (tx, mail, key) =>
      mail.tag === 'new-device' ? void keys.push(key) : createMailbox(tx).send(mail),
  })
  const { app, becomeUser } = service
  await becomeUser()
  const signIn = async (userAgent: string, remoteAddress: string) => {
    const payload = { email: ada.email, password: ada.password }
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/identity/v1/sessions',
          payload,
          remoteAddress,
          headers: { 'user-agent': userAgent },
        })
      ).statusCode,
    ).toBe(201)
  }
  for (const [userAgent, address] of [
    ['curl/8', '203.0.113.7'],
    ['curl/8', '203.0.113.8'],
    ['curl/8', '198.51.100.1'],
    ['wget/1', '203.0.113.7'],
  ] as const)
    await signIn(userAgent, address)
  expect(keys).toHaveLength(4)
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(3)
})

test('a session whose password was changed while it was opened is never opened', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, db } = service
  const cookie = await becomeUser()
  // The change happens between the check of the password and the session: both hold on to the same account.
  const signIn = await db.transaction(async (tx) => {
    await tx.query('test-lock', 'select 1 from identity.users for no key update')
    const waiting = call('POST', '/sessions', { body: { email: ada.email, password: ada.password } }).then(
      (answer) => ({ answer }),
    )
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.pool.query(waits)).rows.length, { timeout: 10_000 }).toBe(1)
    await tx.query('test-change', `update identity.accounts set password_hash = 'another'`)
    return () => waiting
  })
  const { answer } = await signIn()
  expect(outcome(answer)).toBe('401 credentials-invalid')
  expect(cookieOf(answer)).toBe('')
  expect(await service.service.findActor(cookie)).not.toBeNull()
})
