import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('an authenticator app is switched on with a code of it, and from then on a password alone signs nobody in', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, mailbox, db, clock } = service
  const { setUpTotp, signIn, answer, freshCode, codeOf, security } = protect(service)
  const cookie = await becomeUser()
  expect(outcome(await call('PUT', '/users/me/totp', { body: { code: '123456' }, headers: { cookie } }))).toBe(
    '409 not-set-up',
  )
  expect(outcome(await call('POST', '/users/me/recovery-codes', { headers: { cookie } }))).toBe('409 not-set-up')
  expect(outcome(await call('DELETE', '/users/me/totp', { headers: { cookie } }))).toBe('409 not-set-up')

  const unconfirmed = (await call('POST', '/users/me/totp', { headers: { cookie } })).json<{ secret: string }>()
  expect(outcome(await signIn()), 'nothing changes until a code is sent').toBe('201')
  expect(await security(cookie)).toMatchObject({ totp: null, recoveryCodesLeft: 0 })

  const { secret, uri, confirmed, recoveryCodes } = await setUpTotp(cookie)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/u)
  expect(secret).not.toBe(unconfirmed.secret)
  const address = new URL(uri)
  expect([address.protocol, decodeURIComponent(address.pathname), Object.fromEntries(address.searchParams)]).toEqual([
    'otpauth:',
    `/Bollard:${ada.email}`,
    { issuer: 'Bollard', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  ])
  expect(outcome(confirmed)).toBe('200')
  expect(recoveryCodes).toHaveLength(10)
  expect(await mailbox.list()).toContainEqual(expect.objectContaining({ to: ada.email, tag: 'two-factor-on' }))
  expect(await security(cookie)).toMatchObject({
    totp: { confirmedAt: expect.any(String) },
    recoveryCodesLeft: 10,
    passkeys: [],
  })
  expect(outcome(await call('POST', '/users/me/totp', { headers: { cookie } }))).toBe('409 already-set-up')
  expect(outcome(await call('PUT', '/users/me/totp', { body: { code: codeOf(secret, 1) }, headers: { cookie } }))).toBe(
    '409 already-set-up',
  )

  const asked = await signIn()
  expect(outcome(asked)).toBe('401 second-factor-required')
  expect(asked.cookies).toEqual([
    expect.objectContaining({ name: 'bollard.sign_in', httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 }),
  ])
  const pending = cookieOf(asked)
  expect(outcome(await call('GET', '/sessions/current', { headers: { cookie: pending } }))).toBe('401 unauthenticated')
  const factors = await call('GET', '/sessions/second-factor', { headers: { cookie: pending } })
  expect(factors.json()).toEqual({ factors: ['TOTP', 'RECOVERY_CODE'] })
  expect(outcome(await answer(pending, { kind: 'TOTP', code: '000000' }))).toBe('400 code-invalid')
  const done = await answer(pending, { kind: 'TOTP', code: freshCode(secret) })
  expect([outcome(done), done.json<{ email: string }>().email]).toEqual(['201', ada.email])
  expect(done.cookies.find(({ name }) => name === 'bollard.sign_in')).toMatchObject({ value: '', maxAge: 0 })
  const session = cookieOf(done)
  expect(outcome(await call('GET', '/sessions/current', { headers: { cookie: session } }))).toBe('200')
  expect(outcome(await answer(pending, { kind: 'TOTP', code: freshCode(secret) })), 'a finished sign-in is over').toBe(
    '401 sign-in-expired',
  )

  // At rest neither the secret nor the token of the sign-in can be read.
  const dump = JSON.stringify([
    (await db.pool.query('select * from identity.totp_secrets')).rows,
    (await db.pool.query('select * from identity.sessions')).rows,
  ])
  expect(dump).not.toContain(secret)

  clock.offset += 1000
  expect(outcome(await call('DELETE', '/users/me/totp', { headers: { cookie: session } }))).toBe('204')
  expect(await mailbox.list()).toContainEqual(expect.objectContaining({ tag: 'two-factor-off' }))
  expect(await security(session)).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
  expect(outcome(await signIn())).toBe('201')
})

test('each code works once, within one step of 30 seconds either way, and of two at once one wins', async () => {
  const service = await start({
    rateLimits: { codePerAccount: { limit: 1000, seconds: 60 }, codePerAccountAndIp: { limit: 1000, seconds: 60 } },
  })
  const { becomeUser, cookieOf, clock } = service
  // Or a step could end between the making of a code and its trying.
  clock.stand()
  const { setUpTotp, signIn, answer, freshCode, codeOf } = protect(service)
  const { secret } = await setUpTotp(await becomeUser())
  const tryCode = async (code: string) => outcome(await answer(cookieOf(await signIn()), { kind: 'TOTP', code }))

  expect(await tryCode(codeOf(secret)), 'the code that switched it on').toBe('400 code-invalid')
  const code = freshCode(secret)
  expect(await tryCode(code)).toBe('201')
  expect(await tryCode(code), 'the same again').toBe('400 code-invalid')
  clock.offset += 90_000
  expect([await tryCode(codeOf(secret, -2)), await tryCode(codeOf(secret, 2))]).toEqual([
    '400 code-invalid',
    '400 code-invalid',
  ])
  expect(await tryCode(codeOf(secret, -1))).toBe('201')
  expect(await tryCode(codeOf(secret, 1))).toBe('201')
  expect(await tryCode(codeOf(secret)), 'an earlier step than the newest used').toBe('400 code-invalid')

  clock.offset += 90_000
  const pendings = await Promise.all([signIn(), signIn(), signIn()])
  const both = codeOf(secret)
  const raced = await Promise.all(pendings.map((pending) => answer(cookieOf(pending), { kind: 'TOTP', code: both })))
  expect(raced.map(outcome).toSorted()).toEqual(['201', '400 code-invalid', '400 code-invalid'])
})

test('a sign-in has five tries and ten minutes, and belongs to the account whose password was right', async () => {
  const service = await start({
    rateLimits: { codePerAccount: { limit: 1000, seconds: 60 }, codePerAccountAndIp: { limit: 1000, seconds: 60 } },
  })
  const { call, becomeUser, cookieOf, clock } = service
  const { setUpTotp, signIn, answer, freshCode } = protect(service)
  const grace = { email: 'grace@example.org', password: 'another long passphrase' }
  const ofAda = await setUpTotp(await becomeUser())
  const ofGrace = await setUpTotp(await becomeUser(grace))

  const pending = cookieOf(await signIn())
  expect(
    outcome(await answer(pending, { kind: 'TOTP', code: freshCode(ofGrace.secret) })),
    'the app of somebody else',
  ).toBe('400 code-invalid')
  const raced = await Promise.all(Array.from({ length: 8 }, () => answer(pending, { kind: 'TOTP', code: '000000' })))
  expect(raced.map(outcome).toSorted()).toEqual([
    ...Array(4).fill('400 code-invalid'),
    ...Array(4).fill('401 sign-in-expired'),
  ])
  expect(
    outcome(await answer(pending, { kind: 'TOTP', code: freshCode(ofAda.secret) })),
    'also the right one comes too late',
  ).toBe('401 sign-in-expired')
  expect(outcome(await call('GET', '/sessions/second-factor', { headers: { cookie: pending } }))).toBe(
    '401 sign-in-expired',
  )

  const late = cookieOf(await signIn())
  clock.offset += 601_000
  expect(outcome(await answer(late, { kind: 'TOTP', code: freshCode(ofAda.secret) }))).toBe('401 sign-in-expired')
  for (const nothing of ['', 'bollard.sign_in=', 'bollard.sign_in=guess']) {
    expect(outcome(await answer(nothing, { kind: 'TOTP', code: freshCode(ofAda.secret) })), nothing).toBe(
      '401 sign-in-expired',
    )
    expect(outcome(await call('GET', '/sessions/second-factor', { headers: { cookie: nothing } }))).toBe(
      '401 sign-in-expired',
    )
  }
  await service.service.sweep()
  expect((await service.db.pool.query('select 1 from identity.pending_sign_ins')).rows).toEqual([])
})

test('whoever has the password cannot try many codes, from one network or from many, and keeps no owner out for long', async () => {
  const service = await start({
    rateLimits: { codePerAccountAndIp: { limit: 4, seconds: 900 }, codePerAccount: { limit: 7, seconds: 3600 } },
  })
  const { call, becomeUser, cookieOf, clock, db } = service
  const { setUpTotp, signIn, freshCode } = protect(service)
  const { secret, recoveryCodes } = await setUpTotp(await becomeUser())
  const pendingOf = async () => cookieOf(await signIn())
  const guess = (cookie: string, ip: string, body: object = { kind: 'TOTP', code: '000000' }) =>
    call('POST', '/sessions/second-factor', { body, headers: { cookie }, ip })

  const [first, second] = [await pendingOf(), await pendingOf()]
  for (let index = 0; index < 4; index += 1) expect(outcome(await guess(first, '10.0.0.1'))).toBe('400 code-invalid')
  const refused = await guess(second, '10.0.0.1')
  expect(outcome(refused)).toBe('429 rate-limited')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
  const third = await pendingOf()
  for (let index = 0; index < 3; index += 1)
    expect(outcome(await guess(third, `10.1.${index}.1`))).toBe('400 code-invalid')
  expect(outcome(await guess(third, '10.2.0.1')), 'another network').toBe('429 rate-limited')
  const right = { kind: 'TOTP', code: freshCode(secret) }
  expect(outcome(await guess(await pendingOf(), '10.3.0.1', right)), 'also the right code').toBe('429 rate-limited')
  expect(
    outcome(await guess(await pendingOf(), '10.3.0.1', { kind: 'RECOVERY_CODE', code: recoveryCodes[0] })),
    'the owner has another way',
  ).toBe('201')
  clock.offset += 3_601_000
  expect(outcome(await guess(await pendingOf(), '10.3.0.1', { kind: 'TOTP', code: freshCode(secret) }))).toBe('201')
  const { rows } = await db.pool.query<{ count: string }>(
    "select count(*) from audit.entries where action = 'second-factor.refused'",
  )
  expect(Number(rows[0]?.count), 'the owner can see it').toBe(7)
})

test('without the password nobody learns whether an account has a second factor', async () => {
  const service = await start({
    rateLimits: { signInPerIp: { limit: 1000, seconds: 60 }, signInPerAccountAndIp: { limit: 1000, seconds: 60 } },
  })
  const { call, becomeUser } = service
  await protect(service).setUpTotp(await becomeUser())
  await becomeUser({ email: 'grace@example.org' })
  const answers = []
  for (const email of [ada.email, 'grace@example.org', 'nobody@example.org']) {
    const answer = await call('POST', '/sessions', { body: { email, password: 'not the password' } })
    const { requestId: _, ...problem } = answer.json<Record<string, unknown>>()
    answers.push([answer.statusCode, problem, answer.cookies])
  }
  expect(answers[0]).toMatchObject([401, { code: 'credentials-invalid' }, []])
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
})

test('a secret that was shown and not confirmed ends after an hour, and setting up asks for a proof', async () => {
  const service = await start()
  const { call, becomeUser, clock } = service
  const { codeOf, prove } = protect(service)
  let cookie = await becomeUser()
  const { secret } = (await call('POST', '/users/me/totp', { headers: { cookie } })).json<{ secret: string }>()
  expect(outcome(await call('PUT', '/users/me/totp', { body: { code: '000000' }, headers: { cookie } }))).toBe(
    '400 code-invalid',
  )
  expect(outcome(await call('PUT', '/users/me/totp', { body: { code: '12345' }, headers: { cookie } }))).toBe(
    '422 validation-failed',
  )
  clock.offset += 601_000
  const calls = [
    ['POST', '/users/me/totp', undefined],
    ['PUT', '/users/me/totp', { code: codeOf(secret) }],
    ['DELETE', '/users/me/totp', undefined],
    ['POST', '/users/me/recovery-codes', undefined],
  ] as const
  for (const [method, path, body] of calls) {
    expect(outcome(await call(method, path, { body, headers: { cookie } })), `${method} ${path}`).toBe(
      '401 step-up-required',
    )
    expect(outcome(await call(method, path, { body })), `${method} ${path}`).toBe('401 unauthenticated')
  }
  clock.offset += 3_000_000
  cookie = await prove(cookie)
  expect(outcome(await call('PUT', '/users/me/totp', { body: { code: codeOf(secret) }, headers: { cookie } }))).toBe(
    '409 not-set-up',
  )
})

test('a row that was copied to another account, or sealed under another secret, opens nothing', async () => {
  const service = await start()
  const { becomeUser, cookieOf, db } = service
  const { setUpTotp, signIn, answer, freshCode } = protect(service)
  const grace = { email: 'grace@example.org', password: 'another long passphrase' }
  await setUpTotp(await becomeUser())
  const ofGrace = await setUpTotp(await becomeUser(grace))
  await db.pool
    .query(`update identity.totp_secrets set sealed_secret = (select sealed_secret from identity.totp_secrets join identity.users on id = user_id
    where email = 'grace@example.org')`)
  expect(outcome(await answer(cookieOf(await signIn()), { kind: 'TOTP', code: freshCode(ofGrace.secret) }))).toBe(
    '400 code-invalid',
  )
  expect(
    outcome(await answer(cookieOf(await signIn({}, grace)), { kind: 'TOTP', code: freshCode(ofGrace.secret) })),
  ).toBe('201')
})
