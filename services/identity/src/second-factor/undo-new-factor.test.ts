import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, type TestService, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const hours = (count: number) => count * 3_600_000
const stolen = 'a password of the thief'
const fresh = 'kettle on a low flame'

/** The calls of this file, beside those of `protect`. */
function undoing(service: TestService) {
  const { call, mailTo, db } = service
  const undo = (token: string) => call('POST', '/new-factors/undo', { body: { token } })
  const tokenOf = async (tag: string) => (await mailTo(ada.email, tag)).token
  const reset = (token: string, more: object = {}) =>
    call('PUT', '/password-resets', { body: { token, password: fresh, ...more } })
  const changePassword = (cookie: string) =>
    call('PUT', '/users/me/password', {
      body: { currentPassword: ada.password, newPassword: stolen },
      headers: { cookie },
    })
  const factors = async () =>
    (
      await db.pool.query<
        Record<'totp' | 'passkeys' | 'codes', number>
      >(`select (select count(*)::int from identity.totp_secrets) as totp,
        (select count(*)::int from identity.passkeys) as passkeys, (select count(*)::int from identity.recovery_codes) as codes`)
    ).rows[0]
  return { undo, tokenOf, reset, changePassword, factors, ...protect(service) }
}

test('a thief with the password sets factors up and changes it: the owner of the mailbox takes that back', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, clock, db, mailTo } = service
  const { undo, tokenOf, reset, changePassword, factors, setUpTotp, addPasskey, startProof, signIn } = undoing(service)
  const owner = await becomeUser()
  const thief = cookieOf(await signIn())
  await setUpTotp(thief)
  expect(outcome(await call('GET', '/sessions/current', { headers: { cookie: owner } })), 'other sessions end').toBe(
    '401 unauthenticated',
  )
  const { text, token } = await mailTo(ada.email, 'two-factor-on')
  expect(text).toContain(`http://localhost:8081/en/undo-new-factor?token=${token}`)
  const { authenticator } = await addPasskey(thief)
  expect(outcome(await changePassword(thief))).toBe('204')

  clock.offset += hours(71)
  expect(outcome(await undo(`${token}x`))).toBe('400 token-invalid')
  expect((await call('GET', `/new-factors/undo?token=${token}`)).statusCode, 'nothing happens by looking').toBe(404)
  expect(await factors()).toEqual({ totp: 1, passkeys: 1, codes: 10 })
  const undone = await undo(token)
  expect([outcome(undone), undone.json()]).toEqual(['200', { outcome: 'REMOVED', removalAt: null }])
  expect(await factors()).toEqual({ totp: 0, passkeys: 0, codes: 0 })
  expect(outcome(await undo(token)), 'once').toBe('400 token-invalid')
  expect((await db.pool.query('select 1 from identity.sessions')).rows).toEqual([])
  for (const password of [stolen, ada.password])
    expect(outcome(await signIn({}, { ...ada, password }))).toBe('401 credentials-invalid')
  const { challengeId, options } = await startProof()
  expect(
    outcome(
      await call('POST', '/sessions/passkey', { body: { challengeId, response: authenticator.assert(options) } }),
    ),
  ).toBe('400 passkey-invalid')

  expect(outcome(await reset(await tokenOf('new-factor-undone')))).toBe('204')
  expect(outcome(await signIn({}, { ...ada, password: fresh }))).toBe('201')
  const { rows } = await db.pool.query(`select after, actor_kind from audit.entries where action = 'new-factor.undone'`)
  expect(rows).toEqual([
    { actor_kind: 'USER', after: { outcome: 'REMOVED', removalAt: null, since: expect.any(String) } },
  ])
})

test('who only reads the mailbox gets past no factor that is older: it stays, and the reset asks for it', async () => {
  const service = await start()
  const { becomeUser, clock } = service
  const { undo, tokenOf, reset, factors, setUpTotp, addPasskey, prove, freshCode } = undoing(service)
  let cookie = await becomeUser()
  const { secret } = await setUpTotp(cookie)
  clock.offset += hours(100)
  cookie = await prove(cookie)
  await addPasskey(cookie)
  expect((await undo(await tokenOf('passkey-added'))).json()).toEqual({ outcome: 'REMOVED', removalAt: null })
  expect(await factors()).toEqual({ totp: 1, passkeys: 0, codes: 10 })
  const token = await tokenOf('new-factor-undone')
  expect(outcome(await reset(token))).toBe('401 second-factor-required')
  expect(outcome(await reset(token, { secondFactor: { kind: 'TOTP', code: freshCode(secret) } }))).toBe('204')
  expect(outcome(await undo(await tokenOf('two-factor-on'))), 'a link that is too old').toBe('410 token-expired')
})

test('new recovery codes can be taken back as well, and the factor they stand in for stays', async () => {
  const service = await start()
  const { call, becomeUser, clock } = service
  const { undo, tokenOf, factors, addPasskey } = undoing(service)
  const cookie = await becomeUser()
  await addPasskey(cookie)
  clock.offset += 60_000
  expect(outcome(await call('POST', '/users/me/recovery-codes', { headers: { cookie } }))).toBe('201')
  expect((await undo(await tokenOf('recovery-codes-renewed'))).json()).toEqual({ outcome: 'REMOVED', removalAt: null })
  expect(await factors()).toEqual({ totp: 0, passkeys: 1, codes: 0 })
})

test('where the older factors have been removed since, the new one goes after 72 hours, unless it is shown, and never an administrator’s', async () => {
  const wait = async (service: TestService) => {
    for (let day = 0; day < 3; day += 1) {
      service.clock.offset += hours(24)
      await service.service.runDue()
    }
  }
  /** An app has just taken the place of a passkey, and the owner shows nothing but the mailbox. */
  const replace = async (service: TestService) => {
    const { call, becomeUser, clock } = service
    const { setUpTotp, addPasskey, tokenOf } = undoing(service)
    const cookie = await becomeUser()
    const { id } = await addPasskey(cookie)
    clock.offset += 60_000
    const { secret } = await setUpTotp(cookie)
    expect(outcome(await call('DELETE', `/users/me/passkeys/${id}`, { headers: { cookie } }))).toBe('204')
    return { secret, token: await tokenOf('two-factor-on') }
  }

  const waiting = await start()
  const { undo, tokenOf, reset, factors } = undoing(waiting)
  const { token } = await replace(waiting)
  const begun = (await undo(token)).json<{ removalAt: string }>()
  expect(begun).toEqual({ outcome: 'WAITING', removalAt: expect.any(String) })
  expect(Math.round((Date.parse(begun.removalAt) - Date.now() - waiting.clock.offset) / hours(1))).toBe(72)
  expect(outcome(await reset(await tokenOf('password-reset')))).toBe('401 second-factor-required')
  expect(await factors()).toMatchObject({ totp: 1, codes: 10 })
  expect((await waiting.mailTo(ada.email, 'factor-removal-started')).text).toContain('/en/lost-factors/stop?token=')
  await wait(waiting)
  expect(await factors()).toEqual({ totp: 0, passkeys: 0, codes: 0 })

  const shown = await start()
  const shows = undoing(shown)
  const { secret, token: followed } = await replace(shown)
  expect((await shows.undo(followed)).json()).toMatchObject({ outcome: 'WAITING' })
  const secondFactor = { kind: 'TOTP', code: shows.freshCode(secret) }
  expect(outcome(await shows.reset(await shows.tokenOf('password-reset'), { secondFactor }))).toBe('204')
  await wait(shown)
  expect(await shows.factors()).toMatchObject({ totp: 1, codes: 10 })

  const admins = await start()
  const { token: ofAdmin } = await replace(admins)
  await admins.db.pool.query('update identity.users set is_admin = true')
  expect((await undoing(admins).undo(ofAdmin)).json()).toEqual({ outcome: 'KEPT', removalAt: null })
  await wait(admins)
  expect(await undoing(admins).factors()).toMatchObject({ totp: 1, codes: 10 })
})

test('a link in the mailbox of an address that was given up takes nothing back', async () => {
  const service = await start()
  const { call, becomeUser, mailTo } = service
  const { undo, tokenOf, setUpTotp, factors } = undoing(service)
  const cookie = await becomeUser()
  await setUpTotp(cookie)
  const token = await tokenOf('two-factor-on')
  expect(
    outcome(await call('POST', '/users/me/email-changes', { headers: { cookie }, body: { email: 'ada@new.example' } })),
  ).toBe('204')
  const change = await mailTo('ada@new.example', 'email-change-confirm')
  expect(outcome(await call('POST', '/email-changes/confirmation', { body: { token: change.token } }))).toBe('200')
  expect(outcome(await undo(token))).toBe('400 token-invalid')
  expect(await factors()).toMatchObject({ totp: 1 })
})

test('of a factor that is set up while another one is taken back nothing is left', async () => {
  const service = await start()
  const { call, becomeUser, db } = service
  const { undo, tokenOf, addPasskey, startPasskey, factors } = undoing(service)
  const cookie = await becomeUser()
  const { authenticator } = await addPasskey(cookie)
  const { challengeId, options } = await startPasskey(cookie)
  const token = await tokenOf('passkey-added')
  // Both wait for the account, the undo first.
  const held = await db.pool.connect()
  await held.query('BEGIN')
  await held.query('select 1 from identity.users for update')
  const waiting = async (count: number) => {
    const sql = `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.pool.query(sql)).rows, { timeout: 20_000 }).toEqual([{ count }])
  }
  const undone = undo(token)
  await waiting(1)
  const added = call('POST', '/users/me/passkeys', {
    body: { challengeId, name: 'Again', response: authenticator.register(options) },
    headers: { cookie },
  })
  await waiting(2)
  await held.query('ROLLBACK')
  held.release()
  expect([outcome(await undone), outcome(await added)]).toEqual(['200', '401 unauthenticated'])
  expect(await factors()).toEqual({ totp: 0, passkeys: 0, codes: 0 })
})
