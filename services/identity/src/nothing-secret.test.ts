import { startTestDatabase } from '@bollard/testing'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { ada, useTestServices } from './testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('over a whole life of an account nothing secret reaches logs, problems, the audit log, other mails or the database', async () => {
  const broken = { mails: false }
  const service = await start({
    enqueueMail: (_tx, mail): Promise<void> =>
      broken.mails ? Promise.reject(new Error('The outbox is away')) : service.mailbox.send(mail),
    rateLimits: { resendPause: { limit: 9, seconds: 60 } },
  })
  const { app, db, mailbox, mailTo, logged } = service
  const bodies: { status: number; text: string }[] = []
  const secrets = new Map<string, string>()
  const headers = { cookie: '' }
  const call: typeof service.call = async (...parts) => {
    const answer = await service.call(...parts)
    if (answer.cookies.some(({ name, value }) => name.endsWith('session_token') && value !== ''))
      headers.cookie = service.cookieOf(answer)
    bodies.push({ status: answer.statusCode, text: answer.body })
    for (const { name, value } of answer.cookies)
      if (value !== '') secrets.set(`cookie ${name} ${secrets.size}`, value.split('.')[0] ?? value)
    await service.service.drain()
    return answer
  }
  const keep = (name: string, value: string) => {
    expect(value.length, name).toBeGreaterThanOrEqual(6)
    secrets.set(name, value)
    return value
  }
  const [password, second, third] = [
    keep('password', ada.password),
    keep('second password', 'a quiet pond at dawn'),
    keep('third password', 'kettle on a low flame'),
  ]
  const typo = keep('mistyped password', 'correct horse batteri')
  const elsewhere = { 'browser-id': 'another-browser-012345' }

  await call('POST', '/accounts', { body: { ...ada, password: 'pass' } })
  await call('POST', '/accounts', { body: ada })
  const signUp = await mailTo(ada.email, 'verify-email-code')
  keep('code', signUp.code)
  keep('link', signUp.token)
  await call('POST', '/email-verifications/code', { body: { email: ada.email, code: signUp.code }, headers: elsewhere })
  await call('POST', '/email-verifications/resend', { body: { email: ada.email } })
  const again = await mailTo(ada.email, 'verify-email-code')
  keep('second link', again.token)
  await call('POST', '/email-verifications', { body: { token: again.token, password: typo }, headers: elsewhere })
  expect(
    (await call('POST', '/email-verifications', { body: { token: again.token, password }, headers: elsewhere }))
      .statusCode,
  ).toBe(200)
  await call('POST', '/accounts', { body: { ...ada, password: typo } })
  await call('POST', '/sessions', { body: { email: ada.email, password: typo } })
  expect((await call('POST', '/sessions', { body: { email: ada.email, password } })).statusCode).toBe(201)
  await call('PUT', '/users/me', {
    headers,
    body: { givenName: 'Countess', language: 'de', timezone: 'Europe/London', theme: 'dark', version: 1 },
  })

  const totp = (await call('POST', '/users/me/totp', { headers })).json<{ secret: string }>()
  keep('seed of the app', totp.secret)
  const confirmed = await call('PUT', '/users/me/totp', {
    headers,
    body: { code: TOTP.generate({ secret: Secret.fromBase32(totp.secret) }) },
  })
  const { recoveryCodes } = confirmed.json<{ recoveryCodes: string[] }>()
  for (const code of recoveryCodes) keep(`recovery code ${code}`, code)
  await call('PUT', '/users/me/password', { headers, body: { currentPassword: typo, newPassword: second } })
  expect(
    (await call('PUT', '/users/me/password', { headers, body: { currentPassword: password, newPassword: second } }))
      .statusCode,
  ).toBe(204)

  // Old enough to stay when the address is taken back.
  await db.pool.query(`update identity.totp_secrets set confirmed_at = confirmed_at - interval '4 days'`)
  await db.pool.query(`update identity.recovery_codes set created_at = created_at - interval '4 days'`)
  expect(
    (await call('POST', '/users/me/email-changes', { headers, body: { email: 'countess@new.example' } })).statusCode,
  ).toBe(204)
  const change = await mailTo('countess@new.example', 'email-change-confirm')
  await call('POST', '/email-changes/confirmation', { body: { token: `${keep('link to confirm', change.token)}x` } })
  broken.mails = true
  expect((await call('POST', '/email-changes/confirmation', { body: { token: change.token } })).statusCode).toBe(503)
  broken.mails = false
  expect((await call('POST', '/email-changes/confirmation', { body: { token: change.token } })).statusCode).toBe(200)
  const undoing = await mailTo(ada.email, 'email-changed')
  expect(
    (await call('POST', '/email-changes/undo', { body: { token: keep('link to undo', undoing.token) } })).statusCode,
  ).toBe(200)
  const reset = await mailTo(ada.email, 'password-reset')
  keep('link for a new password', reset.token)
  await call('PUT', '/password-resets', { body: { token: reset.token, password: third } })
  const secondFactor = { kind: 'RECOVERY_CODE', code: recoveryCodes[0] }
  expect(
    (await call('PUT', '/password-resets', { body: { token: reset.token, password: third, secondFactor } })).statusCode,
  ).toBe(204)
  await call('GET', `/email-verifications?token=${reset.token}`)
  await app.inject({
    method: 'POST',
    url: '/identity/v1/sessions',
    headers: { 'content-type': 'application/json' },
    payload: `{"email":"${ada.email}","password":"${typo}",`,
  })

  const audit = await db.pool.query<{ row: string; action: string }>(
    'select entries::text as row, action from audit.entries',
  )
  expect(audit.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'account.created',
      'email.verified',
      'profile.changed',
      'email.changed',
      'email-change.undone',
    ]),
  )
  const tables = await db.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'identity'`,
  )
  expect(tables.rows.length).toBeGreaterThan(10)
  const stored = await Promise.all(
    tables.rows.map(async ({ name }) =>
      JSON.stringify((await db.pool.query(`select t::text as row from ${name} t`)).rows),
    ),
  )
  const mails = await Promise.all((await mailbox.list()).map(async ({ id }) => JSON.stringify(await mailbox.get(id))))
  const problems = bodies.filter(({ status }) => status >= 400).map(({ text }) => text)
  expect([problems.length, logged.length, mails.length].every((count) => count > 0)).toBe(true)

  for (const [name, secret] of secrets) {
    for (const [where, texts] of Object.entries({ audit: audit.rows.map(({ row }) => row), logged, problems, stored }))
      expect(
        texts.filter((text) => text.includes(secret)),
        `${name} in ${where}`,
      ).toEqual([])
    const isMailed = /link|^code/u.test(name)
    expect(mails.filter((mail) => mail.includes(secret)).length, `${name} in mails`).toBe(isMailed ? 1 : 0)
  }
  // Entries of the audit log can never be deleted, so that they name nobody.
  for (const text of [...audit.rows.map(({ row }) => row), ...logged, ...problems])
    for (const personal of [ada.email, 'countess@new.example', 'Countess', '127.0.0.1'])
      expect(text).not.toContain(personal)
})
