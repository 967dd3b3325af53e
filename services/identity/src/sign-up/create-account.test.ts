import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { rateLimits } from '../rate-limits.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('a known address gets the same answer and another mail', async () => {
  const { call, becomeUser, mailbox } = await start()
  await becomeUser({ language: 'de' })
  const fresh = await call('POST', '/accounts', { body: { ...ada, email: 'new@example.org' } })
  const known = await call('POST', '/accounts', {
    body: { ...ada, email: 'ADA@example.org', password: 'something else entirely', givenName: 'Eve' },
  })
  expect([known.statusCode, known.json()]).toEqual([fresh.statusCode, { email: 'ada@example.org' }])
  expect(Object.keys(known.headers).toSorted()).toEqual(Object.keys(fresh.headers).toSorted())
  const [mail] = await mailbox.list()
  expect(mail).toMatchObject({ to: 'ada@example.org', tag: 'account-exists', subject: 'Sie haben bereits ein Konto' })
  const body = await mailbox.get(mail?.id ?? '')
  expect(body?.text).toContain('http://localhost:8081/de/sign-in')
  expect(body?.text).not.toContain('token')
  expect(body?.text, 'the stranger chose this name').not.toContain('Eve')
})

test('a second sign-up does not change the password of an account', async () => {
  const { call, becomeUser } = await start()
  await becomeUser()
  await call('POST', '/accounts', { body: { ...ada, password: 'the password of a stranger' } })
  expect(
    (await call('POST', '/sessions', { body: { email: ada.email, password: 'the password of a stranger' } }))
      .statusCode,
  ).toBe(401)
  expect((await call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })).statusCode).toBe(201)
})

test('an account prepared for somebody else does not survive their own sign-up', async () => {
  const { call, tokenInMail } = await start()
  await call('POST', '/accounts', { body: { ...ada, password: 'the password of a stranger' } })
  const strangersToken = await tokenInMail()
  await call('POST', '/accounts', { body: ada })
  expect((await call('POST', '/email-verifications', { body: { token: strangersToken } })).json()).toMatchObject({
    code: 'token-invalid',
  })
  expect((await call('POST', '/email-verifications', { body: { token: await tokenInMail() } })).statusCode).toBe(200)
  expect(
    (await call('POST', '/sessions', { body: { email: ada.email, password: 'the password of a stranger' } }))
      .statusCode,
  ).toBe(401)
})

test('of sign-ups at the same moment one makes the account and all are answered alike', async () => {
  const { call, db } = await start()
  const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', '/accounts', { body: ada })))
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201, 201])
  const { rows } = await db.pool.query('select email, is_admin, email_verified from identity.users')
  expect(rows).toEqual([{ email: 'ada@example.org', is_admin: false, email_verified: false }])
})

test.for([
  '"isAdmin":true',
  '"is_admin":true',
  '"emailVerified":true',
  '"role":"admin"',
  '"id":"01890000-0000-7000-8000-000000000000"',
  '"__proto__":{"isAdmin":true}',
  '"constructor":{"prototype":{"isAdmin":true}}',
])('the field %s cannot be set by signing up', async (injected) => {
  const { app, db } = await start.shared()
  const payload = `${JSON.stringify(ada).slice(0, -1)},${injected}}`
  const answer = await app.inject({
    method: 'POST',
    url: '/identity/v1/accounts',
    headers: { 'content-type': 'application/json' },
    payload,
  })
  expect(answer.json<{ code: string }>().code).toMatch(/^(unknown-field|validation-failed|malformed-json)$/u)
  expect((await db.pool.query('select 1 from identity.users')).rows).toEqual([])
})

test.for([
  ['an address that is none', { email: 'ada' }],
  ['an address with a header behind it', { email: 'ada@example.org\r\nBcc: eve@example.org' }],
  ['a short password', { password: 'short' }],
  ['a password longer than 128', { password: 'ab9 '.repeat(33) }],
  ['a name that is empty', { givenName: '   ' }],
  ['a name that is too long', { givenName: 'x'.repeat(61) }],
  ['a name with a header behind it', { givenName: 'Ada\r\nBcc: eve@example.org' }],
  ['a name that turns the text around it', { givenName: 'Ada\u202Eevil' }],
  ['an unknown language', { language: 'pt' }],
  ['terms that were not accepted', { acceptedTerms: false }],
] as const)('%s is refused', async ([, change]) => {
  const { call, mailbox } = await start.shared()
  const answer = await call('POST', '/accounts', { body: { ...ada, ...change } })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'validation-failed'])
  expect(await mailbox.list()).toEqual([])
})

test('a password that is easy to guess is refused at its field', async () => {
  const { call } = await start.shared()
  const common = await call('POST', '/accounts', { body: { ...ada, password: 'password1234' } })
  expect(common.json()).toMatchObject({
    status: 422,
    code: 'validation-failed',
    errors: [{ pointer: '/password', code: 'too-common' }],
  })
  const personal = await call('POST', '/accounts', {
    body: { ...ada, email: 'kowalski.ada@example.org', password: 'kowalski-example!' },
  })
  expect(personal.json()).toMatchObject({ status: 422, errors: [{ pointer: '/password', code: 'contains-personal' }] })
})

test('when the mail cannot be sent, the person learns it', async () => {
  const { call, logged, db } = await start({ enqueueMail: () => Promise.reject(new Error('no server')) })
  const answer = await call('POST', '/accounts', { body: ada })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'unavailable'])
  expect(logged.join()).toContain('no server')
  expect(logged.join()).not.toContain(ada.email)
  expect((await db.pool.query('select 1 from identity.users')).rows, 'nothing half done').toEqual([])
})

test('the sixth sign-up of an address within an hour waits, also behind the same IPv6 network', async () => {
  const { call, clock } = await start()
  const signUp = (index: number, ip: string) =>
    call('POST', '/accounts', { body: { ...ada, email: `a${index}@example.org` }, ip })
  for (let index = 0; index < 5; index += 1)
    expect((await signUp(index, `2001:db8::${index + 1}`)).statusCode).toBe(201)
  const refused = await signUp(5, '2001:db8:0:0:ffff::9')
  expect(refused.json()).toMatchObject({ status: 429, code: 'rate-limited' })
  expect(refused.json<{ retryAfterSeconds: number }>().retryAfterSeconds).toBeGreaterThan(3500)
  expect((await signUp(6, '2001:db8:0:1::1')).statusCode).toBe(201)
  clock.offset = 3_601_000
  expect((await signUp(7, '2001:db8::1')).statusCode).toBe(201)
})

test('nobody can fill a mailbox: above its limit no mail goes to an address, whoever asks', async () => {
  expect(rateLimits.mailPerAddress).toMatchObject({ limit: 40, seconds: 3600 })
  const { call, mailbox } = await start({ rateLimits: { mailPerAddress: { limit: 2, seconds: 3600 } } })
  const signUp = (index: number) => call('POST', '/accounts', { body: ada, ip: `10.0.0.${index}` })
  for (let index = 0; index < 2; index += 1) expect((await signUp(index)).statusCode).toBe(201)
  expect((await signUp(3)).json()).toMatchObject({ status: 429, code: 'rate-limited' })
  expect(await mailbox.list()).toHaveLength(2)
})

test('language and time zone are kept, and the advertisement somebody came by; a time zone we do not know is none', async () => {
  const { call, db } = await start()
  const advertisingTokenId = '01890000-0000-7000-8000-000000000000'
  await call('POST', '/accounts', { body: { ...ada, language: 'de', timezone: 'Europe/Zurich', advertisingTokenId } })
  await call('POST', '/accounts', { body: { ...ada, email: 'b@example.org', timezone: 'Moon/Tranquility' } })
  const { rows } = await db.pool.query(
    'select language, timezone, theme, version, advertising_token_id from identity.users order by email',
  )
  expect(rows).toEqual([
    {
      language: 'de',
      timezone: 'Europe/Zurich',
      theme: 'system',
      version: 1,
      advertising_token_id: advertisingTokenId,
    },
    { language: 'en', timezone: 'Etc/UTC', theme: 'system', version: 1, advertising_token_id: null },
  ])
})

test('the terms in force are accepted, and their version is kept', async () => {
  const { call, db } = await start()
  const { acceptedTerms: _, ...without } = ada
  const missing = await call('POST', '/accounts', { body: without })
  expect(missing.json()).toMatchObject({ errors: [{ pointer: '/acceptedTerms', code: 'required' }] })
  const older = await call('POST', '/accounts', { body: { ...ada, termsVersion: '2025-01' } })
  expect(older.json()).toMatchObject({ status: 422, errors: [{ pointer: '/acceptedTerms', code: 'terms-changed' }] })
  const email = 'terms@example.org'
  expect((await call('POST', '/accounts', { body: { ...ada, email, termsVersion: '2026-11' } })).statusCode).toBe(201)
  const { rows } = await db.pool.query('select terms_version from identity.users where email = $1', [email])
  expect(rows).toEqual([{ terms_version: '2026-11' }])
})

test('where the operator has no terms, nobody is asked to accept any, and none are recorded', async () => {
  const { call, db } = await start({ termsVersion: undefined })
  const { acceptedTerms: _, ...without } = ada
  expect((await call('POST', '/accounts', { body: without })).statusCode).toBe(201)
  const { rows } = await db.pool.query('select terms_version, terms_accepted_at from identity.users')
  expect(rows).toEqual([{ terms_version: null, terms_accepted_at: null }])
})
