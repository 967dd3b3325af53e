import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, type TestService, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const newEmail = 'ada@new.example'
const minute = 60_000

const ask = ({ call }: TestService, cookie: string, email: string = newEmail) =>
  call('POST', '/users/me/email-changes', { body: { email }, headers: { cookie } })
const confirm = ({ call }: TestService, token: string) =>
  call('POST', '/email-changes/confirmation', { body: { token }, headers: { 'browser-id': '' } })
const undo = ({ call }: TestService, token: string) =>
  call('POST', '/email-changes/undo', { body: { token }, headers: { 'browser-id': '' } })
const pending = async ({ call }: TestService, cookie: string) =>
  (await call('GET', '/users/me', { headers: { cookie } })).json<{ emailChangeTo: string | null }>().emailChangeTo
const signIn = async ({ call }: TestService, email: string) =>
  (await call('POST', '/sessions', { body: { email, password: ada.password } })).statusCode

test('the new address is taken once its mailbox has confirmed it, and the old one learns of it', async () => {
  const service = await start()
  const cookie = await service.becomeUser({ language: 'de' })
  const asked = await ask(service, cookie, 'ADA@new.example')
  expect([asked.statusCode, asked.body]).toEqual([204, ''])
  expect(await pending(service, cookie)).toBe(newEmail)
  expect((await service.call('GET', '/users/me', { headers: { cookie } })).json()).toMatchObject({
    email: ada.email,
    version: 1,
  })
  const { text, token } = await service.mailTo(newEmail, 'email-change-confirm')
  expect(text).toContain('http://localhost:8081/de/confirm-email-change?token=')

  const confirmed = await confirm(service, token)
  expect([confirmed.statusCode, confirmed.json(), confirmed.cookies]).toEqual([200, { email: newEmail }, []])
  expect((await service.call('GET', '/users/me', { headers: { cookie } })).json()).toMatchObject({
    email: newEmail,
    version: 2,
    emailChangeTo: null,
    emailVerified: true,
  })
  expect((await confirm(service, token)).json()).toMatchObject({ status: 400, code: 'token-invalid' })
  const told = await service.mailTo(ada.email, 'email-changed')
  expect(told.text).toContain('http://localhost:8081/de/undo-email-change?token=')
  expect([await signIn(service, ada.email), await signIn(service, newEmail)]).toEqual([401, 201])

  const { rows } = await service.db.pool.query(
    `select action, before, after from audit.entries where action like 'email%' order by number offset 1`,
  )
  expect(rows).toEqual([
    { action: 'email-change.requested', before: null, after: { email: 'a…@new.example' } },
    { action: 'email.changed', before: { email: 'a…@example.org' }, after: { email: 'a…@new.example' } },
  ])
  const stored = await service.db.pool.query('select * from identity.email_undos')
  expect(JSON.stringify(stored.rows), 'only hashes are kept').not.toContain(told.token)
})

test('before it is confirmed an address shows for which account, and whether this browser is signed in to it', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  const stranger = await service.becomeUser({ email: 'bob@example.org' })
  await ask(service, cookie)
  const { text, token } = await service.mailTo(newEmail, 'email-change-confirm')
  expect(text).toContain('a…@example.org')
  for (const secret of [ada.email, ada.givenName]) expect(text, 'a stranger learns no more').not.toContain(secret)
  const describe = (given: string, of: string) =>
    service.call('POST', '/email-changes/description', { body: { token: given }, headers: { cookie: of } })
  for (const [of, isOwn] of [
    [cookie, true],
    [stranger, false],
    ['', false],
  ] as const)
    expect((await describe(token, of)).json()).toEqual({ account: 'a…@example.org', newEmail, isOwn })
  expect(await pending(service, cookie), 'looking changes nothing').toBe(newEmail)
  expect((await describe('guess', cookie)).json()).toMatchObject({ status: 400, code: 'token-invalid' })
  service.clock.offset = 31 * minute
  expect((await describe(token, cookie)).json()).toMatchObject({ status: 410, code: 'token-expired' })
})

test('asking needs a proof of the last ten minutes', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  service.clock.offset = 10 * minute + 1000
  expect((await ask(service, cookie)).json()).toMatchObject({ status: 401, code: 'step-up-required' })
  expect(await pending(service, cookie)).toBeNull()
})

test('an address of another account gets the same answer and looks the same; its owner is told', async () => {
  const service = await start()
  await service.becomeUser({ email: 'owner@example.org', language: 'de' })
  const cookie = await service.becomeUser()
  const [known, fresh] = [
    await ask(service, cookie, 'Owner@example.org'),
    await ask(service, cookie, 'free@example.org'),
  ]
  expect([known.statusCode, known.body, Object.keys(known.headers)]).toEqual([
    fresh.statusCode,
    fresh.body,
    Object.keys(fresh.headers),
  ])
  await ask(service, cookie, 'owner@example.org')
  expect(await pending(service, cookie)).toBe('owner@example.org')
  expect((await service.mailTo('owner@example.org', 'account-exists')).text).toContain('/de/sign-in')
  expect((await service.mailTo('owner@example.org', 'email-change-confirm')).text).toBe('')
})

test('the own address, what is none, and too many requests are refused', async () => {
  const service = await start({ rateLimits: { emailChangePerUser: { limit: 2, seconds: 3600 } } })
  const cookie = await service.becomeUser()
  for (const email of ['ADA@example.org', 'ada', 'a@b.example\r\nBcc: eve@example.org'])
    expect((await ask(service, cookie, email)).json(), email).toMatchObject({
      status: 422,
      code: 'validation-failed',
      errors: [{ pointer: '/email' }],
    })
  expect([
    (await ask(service, cookie)).statusCode,
    (await ask(service, cookie)).statusCode,
    (await ask(service, cookie)).statusCode,
  ]).toEqual([204, 204, 429])
})

test('a newer request and a cancellation end the link of the one before', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  await ask(service, cookie)
  const first = await service.mailTo(newEmail, 'email-change-confirm')
  await ask(service, cookie, 'other@new.example')
  expect((await confirm(service, first.token)).json()).toMatchObject({ code: 'token-invalid' })
  const second = await service.mailTo('other@new.example', 'email-change-confirm')
  for (let time = 0; time < 2; time += 1)
    expect((await service.call('DELETE', '/users/me/email-changes', { headers: { cookie } })).statusCode).toBe(204)
  expect(await pending(service, cookie)).toBeNull()
  expect((await confirm(service, second.token)).json()).toMatchObject({ code: 'token-invalid' })
})

test('links end: to confirm after 30 minutes, to undo after 72 hours; guesses are limited', async () => {
  const service = await start({ rateLimits: { verifyPerIp: { limit: 6, seconds: 900 } } })
  const cookie = await service.becomeUser()
  await ask(service, cookie)
  const late = await service.mailTo(newEmail, 'email-change-confirm')
  service.clock.offset = 30 * minute + 1000
  expect((await confirm(service, late.token)).json()).toMatchObject({ status: 410, code: 'token-expired' })
  expect(await pending(service, cookie)).toBeNull()
  service.clock.offset = 0
  expect((await confirm(service, late.token)).statusCode).toBe(200)
  service.clock.offset = 72 * 60 * minute + 1000
  const undoing = await service.mailTo(ada.email, 'email-changed')
  expect((await undo(service, undoing.token)).json()).toMatchObject({ status: 410, code: 'token-expired' })
  for (let index = 0; index < 5; index += 1)
    expect((await undo(service, 'guess')).json()).toMatchObject({ code: 'token-invalid' })
  expect((await undo(service, 'guess')).json()).toMatchObject({ code: 'rate-limited' })
  expect((await confirm(service, 'guess')).json()).toMatchObject({ code: 'rate-limited' })
})

test('of two accounts that want one address, and of several uses of one link, one wins', async () => {
  const service = await start({ rateLimits: { verifyPerIp: { limit: 100, seconds: 900 } } })
  const [one, two] = [await service.becomeUser(), await service.becomeUser({ email: 'bob@example.org' })]
  await ask(service, one)
  const ofOne = await service.mailTo(newEmail, 'email-change-confirm')
  await ask(service, two)
  const ofTwo = await service.mailTo(newEmail, 'email-change-confirm')
  expect(ofTwo.token).not.toBe(ofOne.token)
  // A sign-up that nobody confirmed does not keep the address from either.
  await service.call('POST', '/accounts', { body: { ...ada, email: newEmail } })
  const answers = await Promise.all([ofOne, ofTwo, ofOne, ofTwo].map(({ token }) => confirm(service, token)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400, 400])
  const { rows } = await service.db.pool.query('select email from identity.users order by email')
  expect(rows.filter(({ email }) => email === newEmail)).toHaveLength(1)
  expect(rows).toHaveLength(2)
})

test('the owner of the old mailbox takes everything back: address, sessions, password and later links', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  const { userId } = (await service.service.findActor(cookie)) ?? {}
  const addPasskey = (name: string, minutes: number) =>
    service.db.pool.query(
      `insert into identity.passkeys (id, user_id, credential_id, public_key, counter, backed_up, transports, name, created_at)
       values (gen_random_uuid(), $1, $2, '', 0, false, '{}', $2, $3)`,
      [userId, name, new Date(Date.now() + minutes * minute)],
    )
  await addPasskey('of the owner', -72 * 60 - 1)
  await addPasskey('of the thief, in advance', -72 * 60 + 1)
  await ask(service, cookie)
  await confirm(service, (await service.mailTo(newEmail, 'email-change-confirm')).token)
  const rescue = await service.mailTo(ada.email, 'email-changed')
  service.clock.offset = minute
  await addPasskey('of the thief', 1)
  await service.db.pool.query(
    'insert into identity.totp_secrets (user_id, sealed_secret, created_at, confirmed_at) values ($1, $2, $3, $3)',
    [userId, Buffer.alloc(40), new Date(Date.now() + minute)],
  )
  await ask(service, cookie, 'third@new.example')
  await confirm(service, (await service.mailTo('third@new.example', 'email-change-confirm')).token)
  const later = await service.mailTo(newEmail, 'email-changed')
  await ask(service, cookie, 'fourth@new.example')
  const waiting = await service.mailTo('fourth@new.example', 'email-change-confirm')

  const undone = await undo(service, rescue.token)
  expect([undone.statusCode, undone.json(), undone.cookies]).toEqual([200, { email: ada.email }, []])
  expect(await service.service.findActor(cookie)).toBeNull()
  expect((await service.db.pool.query('select name from identity.passkeys')).rows).toEqual([{ name: 'of the owner' }])
  expect((await service.db.pool.query('select 1 from identity.totp_secrets')).rows).toEqual([])
  const knownPassword = await service.call('POST', '/sessions', { body: { email: ada.email, password: ada.password } })
  expect(knownPassword.json(), 'the password may be known to others').toMatchObject({
    status: 401,
    code: 'credentials-invalid',
  })
  for (const { token } of [rescue, later])
    expect((await undo(service, token)).json()).toMatchObject({ code: 'token-invalid' })
  expect((await confirm(service, waiting.token)).json()).toMatchObject({ code: 'token-invalid' })
  expect((await service.mailTo(ada.email, 'password-reset')).text).toContain(
    'http://localhost:8081/en/reset-password?token=',
  )
  const { rows } = await service.db.pool.query(
    `select before, after from audit.entries where action = 'email-change.undone'`,
  )
  expect(rows).toEqual([{ before: { email: 't…@new.example' }, after: { email: 'a…@example.org' } }])
})

test('an old address that belongs to another account by now cannot be taken back', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  await ask(service, cookie)
  await confirm(service, (await service.mailTo(newEmail, 'email-change-confirm')).token)
  const { token } = await service.mailTo(ada.email, 'email-changed')
  await service.becomeUser()
  expect((await undo(service, token)).json()).toMatchObject({ status: 400, code: 'token-invalid' })
  expect((await service.db.pool.query('select email from identity.users order by email')).rows).toEqual([
    { email: ada.email },
    { email: newEmail },
  ])
})

test('taking an address back also ends what a thief had begun before, new recovery codes, and the planned end of the account', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  const { userId } = (await service.service.findActor(cookie)) ?? {}
  const at = (minutes: number) => new Date(Date.now() + minutes * minute)
  await service.db.pool.query(
    'insert into identity.totp_secrets (user_id, sealed_secret, created_at) values ($1, $2, $3)',
    [userId, Buffer.alloc(40), at(-1)],
  )
  await ask(service, cookie)
  await confirm(service, (await service.mailTo(newEmail, 'email-change-confirm')).token)
  service.clock.offset = minute
  await service.db.pool.query('update identity.totp_secrets set confirmed_at = $1', [at(1)])
  const renewed = await service.call('POST', '/users/me/recovery-codes', { headers: { cookie } })
  expect(renewed.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
  const deletion = await service.call('POST', '/users/me/deletion', {
    headers: { cookie },
    body: { confirmEmail: newEmail, when: 'IN_30_DAYS' },
  })
  expect(deletion.statusCode).toBe(200)

  expect((await undo(service, (await service.mailTo(ada.email, 'email-changed')).token)).statusCode).toBe(200)
  for (const table of ['totp_secrets', 'recovery_codes'])
    expect((await service.db.pool.query(`select 1 from identity.${table}`)).rows, table).toEqual([])
  service.clock.offset = 31 * 24 * 60 * minute
  await service.service.runDue()
  expect((await service.db.pool.query('select email from identity.users')).rows).toEqual([{ email: ada.email }])
})

test('recovery codes and factors from more than three days before the change stay with the owner', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  const { userId } = (await service.service.findActor(cookie)) ?? {}
  const before = new Date(Date.now() - 72 * 60 * minute - minute)
  await service.db.pool.query(
    'insert into identity.totp_secrets (user_id, sealed_secret, created_at, confirmed_at) values ($1, $2, $3, $3)',
    [userId, Buffer.alloc(40), before],
  )
  await service.db.pool.query(`insert into identity.recovery_codes values ($1, 'old', null), ($1, 'dated', $2)`, [
    userId,
    before,
  ])
  await ask(service, cookie)
  await confirm(service, (await service.mailTo(newEmail, 'email-change-confirm')).token)
  await undo(service, (await service.mailTo(ada.email, 'email-changed')).token)
  expect((await service.db.pool.query('select code_hash from identity.recovery_codes order by 1')).rows).toEqual([
    { code_hash: 'dated' },
    { code_hash: 'old' },
  ])
  expect((await service.db.pool.query('select 1 from identity.totp_secrets')).rows).toHaveLength(1)
})

test('a new password ends an address that waits: whoever knew the old one may have asked for it', async () => {
  const service = await start()
  const cookie = await service.becomeUser()
  await ask(service, cookie)
  const { token } = await service.mailTo(newEmail, 'email-change-confirm')
  const body = { currentPassword: ada.password, newPassword: 'another horse entirely 7' }
  expect((await service.call('PUT', '/users/me/password', { headers: { cookie }, body })).statusCode).toBeLessThan(300)
  expect((await confirm(service, token)).json()).toMatchObject({ code: 'token-invalid' })
})
