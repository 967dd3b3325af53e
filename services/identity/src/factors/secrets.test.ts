import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('a whole life of an account leaves an audit trail, and no secret in logs, mails, the trail, refusals or the database', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, mailbox, db, clock } = service
  const { setUpTotp, addPasskey, startProof, signIn, answer, freshCode } = protect(service)
  const newPassword = 'a wholly other passphrase'
  const secrets: string[] = [ada.password, newPassword]
  const refusals: string[] = []
  const keepCookies = (cookie: string) =>
    secrets.push(
      ...cookie.split('; ').map((pair) => decodeURIComponent(pair.split('=').slice(1).join('=')).split('.')[0] ?? ''),
    )

  let cookie = await becomeUser()
  keepCookies(cookie)
  const { secret, recoveryCodes } = await setUpTotp(cookie)
  secrets.push(secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', '')))
  const { authenticator, id } = await addPasskey(cookie)
  await call('PUT', `/users/me/passkeys/${id}`, { body: { name: 'Work laptop' }, headers: { cookie } })
  const pending = cookieOf(await signIn())
  keepCookies(pending)
  refusals.push((await answer(pending, { kind: 'RECOVERY_CODE', code: '0'.repeat(24) })).body)
  const code = freshCode(secret)
  const signedIn = cookieOf(await answer(pending, { kind: 'TOTP', code, trustDevice: true }))
  keepCookies(signedIn)
  refusals.push((await answer(pending, { kind: 'TOTP', code })).body)
  await answer(cookieOf(await signIn()), { kind: 'RECOVERY_CODE', code: recoveryCodes[0] })
  const { challengeId, options } = await startProof()
  await call('POST', '/sessions/passkey', { body: { challengeId, response: authenticator.assert(options) } })
  cookie = cookieOf(
    await call('POST', '/sessions/current/proofs', {
      body: { kind: 'PASSWORD', password: ada.password },
      headers: { cookie },
    }),
  )
  keepCookies(cookie)
  refusals.push(
    (
      await call('PUT', '/users/me/password', {
        body: { currentPassword: newPassword, newPassword: ada.password },
        headers: { cookie },
      })
    ).body,
  )
  cookie = cookieOf(
    await call('PUT', '/users/me/password', {
      body: { currentPassword: ada.password, newPassword },
      headers: { cookie },
    }),
  )
  keepCookies(cookie)
  secrets.push(
    ...(await call('POST', '/users/me/recovery-codes', { headers: { cookie } })).json<{ recoveryCodes: string[] }>()
      .recoveryCodes,
  )
  await call('POST', '/password-resets', { body: { email: ada.email } })
  await service.service.drain()
  const mails = await Promise.all((await mailbox.list()).map(({ id: mailId }) => mailbox.get(mailId)))
  const link =
    /reset-password\?token=([\w-]+)/u.exec(mails.find((mail) => mail?.tag === 'password-reset')?.text ?? '')?.[1] ?? ''
  expect(link).not.toBe('')
  secrets.push(link)
  clock.offset += 30_000
  refusals.push((await call('PUT', '/password-resets', { body: { token: link, password: newPassword } })).body)
  expect(
    outcome(
      await call('PUT', '/password-resets', {
        body: { token: link, password: ada.password, secondFactor: { kind: 'TOTP', code: freshCode(secret) } },
      }),
    ),
  ).toBe('204')

  const tables = await db.pool.query<{ name: string }>(
    "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('identity', 'audit')",
  )
  const dumps = await Promise.all(
    tables.rows.map(async ({ name }) => JSON.stringify((await db.pool.query(`select * from ${name}`)).rows)),
  )
  const places = {
    logs: service.logged.join('\n'),
    'the database': dumps.join('\n'),
    refusals: refusals.join('\n'),
    // The link of the reset belongs into its own mail, and nowhere else.
    mails: mails
      .map((mail) => (mail?.tag === 'password-reset' ? '' : `${mail?.subject}${mail?.text}${mail?.html}`))
      .join('\n'),
  }
  expect(new Set(secrets).size).toBeGreaterThan(30)
  for (const [place, text] of Object.entries(places))
    for (const each of new Set(secrets.filter((one) => one !== '')))
      expect(text.includes(each), `${each} in ${place}`).toBe(false)
  expect(places.logs).toBe('')
  expect(places.refusals.split('\n')).toHaveLength(4)

  const { rows } = await db.pool.query<{ action: string; scope: string }>(
    'select distinct action, scope from audit.entries',
  )
  expect(new Set(rows.map(({ scope }) => scope))).toEqual(new Set(['ACCOUNT']))
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'session.opened',
      'totp.started',
      'totp.confirmed',
      'passkey.added',
      'passkey.renamed',
      'second-factor.refused',
      'recovery-code.used',
      'session.proven',
      'password.changed',
      'recovery-codes.created',
      'password-reset.requested',
      'password.reset',
    ]),
  )
  const mailed = new Set(mails.map((mail) => mail?.tag))
  for (const kind of ['two-factor-on', 'passkey-added', 'recovery-code-used', 'password-changed', 'password-reset'])
    expect(mailed, kind).toContain(kind)
})
