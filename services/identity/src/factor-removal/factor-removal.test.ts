import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const hour = 3_600_000
const newPassword = 'a wholly other passphrase'

/** Ada with an authenticator app, and what she does who has lost it. */
async function withLostFactors(overrides: Parameters<typeof start>[0] = {}) {
  const service = await start(overrides)
  const { call, cookieOf, mailTo, db, mailbox, clock } = service
  const as = protect(service)
  const session = await service.becomeUser()
  const { secret, recoveryCodes } = await as.setUpTotp(session)
  const pending = async () => cookieOf(await as.signIn())
  const ask = async (cookie?: string) =>
    call('POST', '/sessions/second-factor/removal', { headers: { cookie: cookie ?? (await pending()) } })
  const confirm = async (token?: string) =>
    call('POST', '/factor-removals/confirmation', {
      body: { token: token ?? (await mailTo(ada.email, 'factor-removal-confirm')).token },
    })
  const stop = (token: string) => call('POST', '/factor-removals/stop', { body: { token } })
  let given = ''
  const begin = async () => {
    // The password counts for ten minutes, and hashing it takes its time.
    if (outcome(await ask(given)) !== '200') expect(outcome(await ask((given = await pending())))).toBe('200')
    const confirmed = await confirm()
    expect(outcome(confirmed)).toBe('200')
    return Date.parse(confirmed.json<{ removalAt: string }>().removalAt)
  }
  const later = async (hours: number) => {
    clock.offset += hours * hour
    await service.service.runDue()
  }
  const mails = async () =>
    (await mailbox.list())
      .map(({ tag }) => tag)
      .filter((tag) => tag.startsWith('factor'))
      .toReversed()
  const audit = async () =>
    (
      await db.pool.query(
        `select action, actor_kind as by, after from audit.entries where action like 'factor-removal%' or action like 'second-factors%' order by number`,
      )
    ).rows
  const factors = async () => (await db.pool.query('select 1 from identity.totp_secrets')).rows.length
  return {
    ...service,
    ...as,
    session,
    secret,
    recoveryCodes,
    pending,
    ask,
    confirm,
    stop,
    begin,
    later,
    mails,
    audit,
    factors,
  }
}

test('password, mailbox and three days with a mail on each: then the password alone signs in, and a new factor is asked for', async () => {
  const it = await withLostFactors()
  const { authenticator } = await it.addPasskey(it.session)
  const trusted = it.cookieOf(await it.answer(await it.pending(), { kind: 'RECOVERY_CODE', code: it.recoveryCodes[0] }))
  expect((await it.ask()).json()).toEqual({ removalAt: null })
  await it.later(1)
  expect(await it.mails(), 'nothing starts by itself').toEqual(['factor-removal-confirm'])
  expect(await it.factors()).toBe(1)
  const removalAt = await it.begin()
  expect(removalAt - Date.now() - it.clock.offset).toBeGreaterThan(72 * hour - 60_000)
  expect((await it.ask()).json(), 'asked for once more').toEqual({ removalAt: new Date(removalAt).toISOString() })
  expect(await it.security(trusted)).toMatchObject({
    factorRemoval: { state: 'WAITING', at: new Date(removalAt).toISOString() },
  })

  const stops = [(await it.mailTo(ada.email, 'factor-removal-started')).text]
  for (const tag of ['factor-removal-waiting', 'factor-removal-tomorrow']) {
    await it.later(23)
    expect(await it.mails()).not.toContain(tag)
    await it.later(1)
    stops.push((await it.mailTo(ada.email, tag)).text)
  }
  for (const text of stops) expect(text).toContain('http://localhost:8081/en/lost-factors/stop?token=')
  await Promise.all([it.service.runDue(), it.service.runDue()])
  await it.later(23.9)
  expect(outcome(await it.signIn())).toBe('401 second-factor-required')
  const halfway = await it.pending()
  await it.later(0.2)
  await it.later(24)

  const started = [
    'factor-removal-confirm',
    'factor-removal-confirm',
    'factor-removal-started',
    'factor-removal-waiting',
    'factor-removal-tomorrow',
  ]
  expect(await it.mails()).toEqual([...started, 'factors-removed'])
  expect(await it.service.findActor(trusted), 'all sessions have ended').toBeNull()
  expect(outcome(await it.answer(halfway, { kind: 'RECOVERY_CODE', code: it.recoveryCodes[1] }))).toBe(
    '401 sign-in-expired',
  )
  const { challengeId, options } = await it.startProof()
  const passkey = { challengeId, response: authenticator.assert(options) }
  expect(outcome(await it.call('POST', '/sessions/passkey', { body: passkey }))).toBe('400 passkey-invalid')
  const signedIn = await it.signIn()
  expect([signedIn.statusCode, signedIn.json()]).toMatchObject([201, { email: ada.email, secondFactorsRemoved: true }])
  const cookie = it.cookieOf(signedIn)
  expect(await it.security(cookie)).toMatchObject({
    totp: null,
    recoveryCodesLeft: 0,
    passkeys: [],
    factorRemoval: { state: 'DONE' },
  })
  expect(await it.audit()).toMatchObject([
    { action: 'factor-removal.requested', by: 'USER' },
    { action: 'factor-removal.requested', by: 'USER' },
    { action: 'factor-removal.started', by: 'USER', after: { removalAt: new Date(removalAt).toISOString() } },
    { action: 'second-factors.removed', by: 'SYSTEM' },
  ])
  await it.setUpTotp(cookie)
  expect(await it.security(cookie)).toMatchObject({ factorRemoval: null })
})

test('a server that was down takes no mail out of the wait, and shortens nothing', async () => {
  const it = await withLostFactors()
  await it.begin()
  await it.later(500)
  expect((await it.mails()).at(-1)).toBe('factor-removal-waiting')
  await it.later(0)
  await it.later(23)
  expect((await it.mails()).at(-1)).toBe('factor-removal-waiting')
  await it.later(1)
  expect((await it.mails()).at(-1)).toBe('factor-removal-tomorrow')
  await it.later(23)
  expect(await it.factors()).toBe(1)
  await it.later(1)
  expect(await it.factors()).toBe(0)
})

test('without the password just given there is nothing to ask for, and other tokens start and stop nothing', async () => {
  const it = await withLostFactors()
  expect(outcome(await it.ask(''))).toBe('401 sign-in-expired')
  expect(outcome(await it.ask(it.session)), 'a session is no pending sign-in').toBe('401 sign-in-expired')
  const late = await it.pending()
  it.clock.offset += 11 * 60_000
  expect(outcome(await it.ask(late))).toBe('401 sign-in-expired')
  await it.ask()
  const first = await it.mailTo(ada.email, 'factor-removal-confirm')
  await it.ask()
  const second = await it.mailTo(ada.email, 'factor-removal-confirm')
  for (const token of ['guess', first.token])
    expect(outcome(await it.confirm(token)), 'a newer link took its place').toBe('400 token-invalid')
  it.clock.offset += 31 * 60_000
  expect(outcome(await it.confirm(second.token))).toBe('410 token-expired')
  expect(outcome(await it.stop('guess'))).toBe('400 token-invalid')
  await it.begin()
  const stored = JSON.stringify((await it.db.pool.query('select * from identity.factor_removals')).rows)
  const { token } = await it.mailTo(ada.email, 'factor-removal-started')
  expect(stored, 'only hashes are kept').not.toContain(token)
  expect(outcome(await it.confirm()), 'it works once').toBe('400 token-invalid')
})

test('every mail of the wait stops it, and so does every factor that turns up', async () => {
  const plenty = { limit: 100, seconds: 60 }
  const it = await withLostFactors({ rateLimits: { factorRemovalPerUser: plenty, mailPerAddressAndIp: plenty } })
  const { authenticator } = await it.addPasskey(it.session)
  const proof = async () => {
    const { challengeId, options } = await it.startProof()
    return { challengeId, response: authenticator.assert(options) }
  }
  const signIn = async () => it.call('POST', '/sessions/passkey', { body: await proof() })
  const ends: [string, (cookie: string) => Promise<unknown>][] = [
    ['LINK', async () => it.stop((await it.mailTo(ada.email, 'factor-removal-started')).token)],
    ['SECOND_FACTOR', signIn],
    ['ACCOUNT_PAGE', async (cookie) => it.call('DELETE', '/users/me/factor-removal', { headers: { cookie } })],
    [
      'SECOND_FACTOR',
      async (cookie) =>
        it.call('POST', '/sessions/current/proofs', {
          body: { kind: 'PASSKEY', ...(await proof()) },
          headers: { cookie },
        }),
    ],
    ['SECOND_FACTOR', async () => it.answer(await it.pending(), { kind: 'RECOVERY_CODE', code: it.recoveryCodes[0] })],
    ['SECOND_FACTOR', async () => it.answer(await it.pending(), { kind: 'TOTP', code: it.freshCode(it.secret) })],
    ['NEW_SECOND_FACTOR', async (cookie) => it.addPasskey(cookie, undefined, 'Another')],
    ['LINK', async () => (await it.later(24), it.stop((await it.mailTo(ada.email, 'factor-removal-waiting')).token))],
    [
      'PASSWORD',
      async (cookie) =>
        it.call('PUT', '/users/me/password', {
          headers: { cookie },
          body: { currentPassword: ada.password, newPassword },
        }),
    ],
  ]
  for (const [index, [by, end]] of ends.entries()) {
    const cookie = it.cookieOf(await signIn())
    await it.begin()
    await end(cookie)
    expect((await it.audit()).at(-1), `way ${index}`).toMatchObject({ action: 'factor-removal.stopped', after: { by } })
    expect((await it.mails()).at(-1), `way ${index}`).toBe('factor-removal-stopped')
  }
  await it.later(100)
  expect(await it.factors()).toBe(1)
})

test('it is not for administrators, and not while a change of the address can be undone', async () => {
  const it = await withLostFactors()
  await it.call('POST', '/users/me/email-changes', {
    body: { email: 'ada@new.example' },
    headers: { cookie: it.session },
  })
  const { token } = await it.mailTo('ada@new.example', 'email-change-confirm')
  await it.call('POST', '/email-changes/confirmation', { body: { token } })
  const pending = it.cookieOf(await it.signIn({}, { email: 'ada@new.example', password: ada.password }))
  expect(outcome(await it.ask(pending))).toBe('409 state-conflict')
  await it.db.pool.query('delete from identity.email_undos')
  await it.db.pool.query('update identity.users set is_admin = true')
  expect(outcome(await it.ask(pending))).toBe('403 forbidden')
  await it.db.pool.query('update identity.users set is_admin = false')
  await it.ask(pending)
  await it.db.pool.query('update identity.users set is_admin = true')
  expect(outcome(await it.confirm((await it.mailTo('ada@new.example', 'factor-removal-confirm')).token))).toBe(
    '400 token-invalid',
  )
  await it.db.pool.query('update identity.users set is_admin = false')
  expect(outcome(await it.confirm((await it.mailTo('ada@new.example', 'factor-removal-confirm')).token))).toBe('200')
  await it.db.pool.query('update identity.users set is_admin = true')
  await it.later(24)
  await it.later(24)
  await it.later(24)
  expect([await it.factors(), (await it.audit()).at(-1)]).toMatchObject([
    1,
    { action: 'factor-removal.stopped', by: 'SYSTEM', after: { by: 'NOT_NEEDED' } },
  ])
})

test('whoever knows the password sends at most three such mails a day', async () => {
  const it = await withLostFactors()
  const outcomes = []
  for (let index = 0; index < 4; index += 1) outcomes.push(outcome(await it.ask()))
  expect(outcomes).toEqual(['200', '200', '200', '429 rate-limited'])
  expect(await it.mails()).toHaveLength(3)
})

test('links that nobody followed are forgotten after a week', async () => {
  const it = await withLostFactors()
  await it.ask()
  it.clock.offset += 6 * 24 * hour
  await it.service.sweep()
  const rows = async () => (await it.db.pool.query('select 1 from identity.factor_removals')).rows.length
  expect(await rows()).toBe(1)
  it.clock.offset += 2 * 24 * hour
  await it.service.sweep()
  expect(await rows()).toBe(0)
})
