import { generateKeyPairSync } from 'node:crypto'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { identityOrigin, outcome, protect } from '../testing/protect.ts'
import {
  createSoftwareAuthenticator,
  type Deviation,
  type SoftwareAuthenticator,
} from '../testing/software-authenticator.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const generous = {
  rateLimits: { codePerAccountAndIp: { limit: 1000, seconds: 60 }, passkeyPerIp: { limit: 1000, seconds: 60 } },
}
const grace = { email: 'grace@example.org', password: 'another long passphrase' }

test('a passkey is made with its user verified, and signs in alone', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, mailbox, db } = service
  const { startPasskey, startProof, addPasskey, security, signIn } = protect(service)
  const cookie = await becomeUser()
  const { options } = await startPasskey(cookie)
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Bollard' },
    user: { name: ada.email, displayName: 'Ada' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { added, authenticator, id } = await addPasskey(cookie)
  expect(added.json()).toMatchObject({
    name: 'My phone',
    lastUsedAt: null,
    backedUp: false,
    recoveryCodes: expect.any(Array),
  })
  expect(added.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
  expect(await mailbox.list()).toContainEqual(expect.objectContaining({ to: ada.email, tag: 'passkey-added' }))
  expect(outcome(await signIn()), 'it is a second factor, too').toBe('401 second-factor-required')

  const proof = await startProof()
  expect(proof.options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const signedIn = await call('POST', '/sessions/passkey', {
    body: { challengeId: proof.challengeId, response: authenticator.assert(proof.options, { backedUp: true }) },
  })
  expect([outcome(signedIn), signedIn.json<{ email: string }>().email]).toEqual(['201', ada.email])
  const session = cookieOf(signedIn)
  expect(outcome(await call('GET', '/sessions/current', { headers: { cookie: session } }))).toBe('200')
  expect(await security(session)).toMatchObject({
    passkeys: [{ id, name: 'My phone', backedUp: true, lastUsedAt: expect.any(String) }],
  })
  const { rows } = await db.pool.query(
    'select second_factor_at is not null as given from identity.sessions order by id desc limit 1',
  )
  expect(rows).toEqual([{ given: true }])
})

test('as a second factor only a passkey of the same account will do', async () => {
  const service = await start(generous)
  const { call, becomeUser, cookieOf } = service
  const { startProof, addPasskey, signIn, answer } = protect(service)
  const ofAda = (await addPasskey(await becomeUser())).authenticator
  const ofGrace = (await addPasskey(await becomeUser(grace))).authenticator
  const pending = cookieOf(await signIn())
  expect((await call('GET', '/sessions/second-factor', { headers: { cookie: pending } })).json()).toEqual({
    factors: ['RECOVERY_CODE', 'PASSKEY'],
  })
  const finish = async (authenticator: SoftwareAuthenticator, deviation: Deviation = {}) => {
    const { challengeId, options } = await startProof({ cookie: pending })
    return outcome(
      await answer(pending, { kind: 'PASSKEY', challengeId, response: authenticator.assert(options, deviation) }),
    )
  }
  expect(await finish(ofGrace)).toBe('400 passkey-invalid')
  expect(await finish(ofGrace, { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' })).toBe('400 passkey-invalid')
  expect(await finish(ofAda)).toBe('201')
})

test('whatever does not fit is refused: origin, domain, challenge, key, verification, counter', async () => {
  const service = await start(generous)
  const { call, becomeUser, clock } = service
  const { startProof, addPasskey } = protect(service)
  const { authenticator } = await addPasskey(await becomeUser())
  const signIn = async (deviation: Deviation = {}, who = authenticator) => {
    const { challengeId, options } = await startProof()
    return outcome(
      await call('POST', '/sessions/passkey', { body: { challengeId, response: who.assert(options, deviation) } }),
    )
  }
  expect(await signIn()).toBe('201')
  expect(await signIn({ origin: 'http://localhost:8082' }), 'the dashboard is ours as well').toBe('201')
  const refused: Record<string, Deviation> = {
    'another origin': { origin: 'https://evil.example' },
    'another port': { origin: 'http://localhost:9999' },
    'another domain': { rpId: 'evil.example' },
    'another challenge': { challenge: Buffer.from('x'.repeat(32)).toString('base64url') },
    'no verification': { unverified: true },
    'another key': { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    'the wrong ceremony': { type: 'webauthn.create' },
    'another owner': { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' },
    'a counter that goes back': { counter: 1 },
    'a counter that stands still': { counter: 3 },
  }
  for (const [name, deviation] of Object.entries(refused))
    expect(await signIn(deviation), name).toBe('400 passkey-invalid')
  expect(await signIn({}, createSoftwareAuthenticator(identityOrigin)), 'an unknown passkey').toBe(
    '400 passkey-invalid',
  )

  const { challengeId, options } = await startProof()
  const body = { challengeId, response: authenticator.assert(options) }
  const raced = await Promise.all([1, 2, 3].map(() => call('POST', '/sessions/passkey', { body })))
  expect(raced.map(outcome).toSorted(), 'of three at once one wins').toEqual([
    '201',
    '400 passkey-invalid',
    '400 passkey-invalid',
  ])
  expect(outcome(await call('POST', '/sessions/passkey', { body })), 'and a replay never').toBe('400 passkey-invalid')

  const proofs = [await startProof(), await startProof()]
  const copies = proofs.map(({ challengeId: each, options: asked }) => ({
    challengeId: each,
    response: authenticator.assert(asked, { counter: 1000 }),
  }))
  // Both are checked against the counter of before: they wait for each other only where it is written.
  const cloned = await service.db.transaction(async (tx) => {
    await tx.query('test-lock', 'select 1 from identity.passkeys for update')
    const waiting = Promise.all(copies.map((copy) => call('POST', '/sessions/passkey', { body: copy })))
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await service.db.pool.query(waits)).rows.length, { timeout: 10_000 }).toBe(2)
    return () => waiting
  })
  const clonedAnswers = await cloned()
  expect(clonedAnswers.map(outcome).toSorted(), 'a copy of the authenticator, at the same moment').toEqual([
    '201',
    '400 passkey-invalid',
  ])

  const failed = await startProof()
  const wrong = {
    challengeId: failed.challengeId,
    response: authenticator.assert(failed.options, { origin: 'https://evil.example' }),
  }
  const right = { challengeId: failed.challengeId, response: authenticator.assert(failed.options, { counter: 1001 }) }
  expect([
    outcome(await call('POST', '/sessions/passkey', { body: wrong })),
    outcome(await call('POST', '/sessions/passkey', { body: right })),
  ]).toEqual(['400 passkey-invalid', '400 passkey-invalid'])

  const late = await startProof()
  clock.offset += 301_000
  const lateBody = { challengeId: late.challengeId, response: authenticator.assert(late.options, { counter: 1002 }) }
  expect(outcome(await call('POST', '/sessions/passkey', { body: lateBody })), 'after five minutes').toBe(
    '400 passkey-invalid',
  )
  for (const response of [
    {},
    { id: 'x', rawId: 'x', type: 'public-key', response: {} },
    { ...right.response, response: { clientDataJSON: 7 } },
  ]) {
    const { challengeId: fresh } = await startProof()
    const answer = await call('POST', '/sessions/passkey', { body: { challengeId: fresh, response } })
    expect(['400 passkey-invalid', '422 validation-failed']).toContain(outcome(answer))
  }
  await service.service.sweep()
  expect(service.logged).toEqual([])
})

test('a new passkey is refused when its making does not fit, was for somebody else, or happened before', async () => {
  const service = await start(generous)
  const { call, becomeUser, db } = service
  const { startPasskey, startProof } = protect(service)
  const [cookie, other] = [await becomeUser(), await becomeUser(grace)]
  const add = async (
    deviation: Deviation = {},
    by = cookie,
    authenticator = createSoftwareAuthenticator(identityOrigin),
  ) => {
    const { challengeId, options } = await startPasskey(cookie)
    return outcome(
      await call('POST', '/users/me/passkeys', {
        body: { challengeId, name: 'Key', response: authenticator.register(options, deviation) },
        headers: { cookie: by },
      }),
    )
  }
  for (const deviation of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { unverified: true },
    { challenge: 'eHg' },
    { type: 'webauthn.get' },
  ])
    expect(await add(deviation), JSON.stringify(deviation)).toBe('400 passkey-invalid')
  expect(await add({}, other), 'a challenge of somebody else').toBe('400 passkey-invalid')
  const authenticator = createSoftwareAuthenticator(identityOrigin)
  expect(await add({}, cookie, authenticator)).toBe('201')
  expect(await add({}, cookie, authenticator), 'the same passkey again').toBe('400 passkey-invalid')

  const { challengeId, options } = await startProof()
  const made = createSoftwareAuthenticator(identityOrigin).register({
    challenge: options.challenge,
    rp: { id: options.rpId },
    user: { id: '' },
  })
  const crossed = await call('POST', '/users/me/passkeys', {
    body: { challengeId, name: 'Key', response: made },
    headers: { cookie },
  })
  expect(outcome(crossed), 'a challenge for signing in').toBe('400 passkey-invalid')
  const again = await startPasskey(cookie)
  const asserted = authenticator.assert({ challenge: again.options.challenge, rpId: 'localhost' })
  expect(
    outcome(await call('POST', '/sessions/passkey', { body: { challengeId: again.challengeId, response: asserted } })),
  ).toBe('400 passkey-invalid')
  expect((await db.pool.query('select 1 from identity.passkeys')).rows).toHaveLength(1)
})

test('20 passkeys at most; they are renamed and removed by their owner only, after a proof', async () => {
  const service = await start(generous)
  const { call, becomeUser, mailbox, clock, db } = service
  const { addPasskey, startPasskey, security, prove, signIn } = protect(service)
  let cookie = await becomeUser()
  const stranger = await becomeUser(grace)
  const first = await addPasskey(cookie)
  const counting = await addPasskey(
    cookie,
    createSoftwareAuthenticator(identityOrigin, { counts: false }),
    'Kept in the cloud',
  )
  expect(counting.added.json()).toMatchObject({ recoveryCodes: null })
  const { challengeId, options } = await startPasskey(cookie)
  await db.pool
    .query(`insert into identity.passkeys select gen_random_uuid(), user_id, 'more-' || n, public_key, counter, backed_up, transports, name, created_at
    from (select * from identity.passkeys limit 1) one, generate_series(1, 18) n`)
  expect(outcome(await call('POST', '/users/me/passkeys/options', { headers: { cookie } }))).toBe('429 quota-exceeded')
  const late = {
    challengeId,
    name: 'One more',
    response: createSoftwareAuthenticator(identityOrigin).register(options),
  }
  expect(outcome(await call('POST', '/users/me/passkeys', { body: late, headers: { cookie } }))).toBe(
    '429 quota-exceeded',
  )
  await db.pool.query("delete from identity.passkeys where credential_id like 'more-%'")

  const path = `/users/me/passkeys/${first.id}`
  const renamed = await call('PUT', path, { body: { name: '  Work laptop ' }, headers: { cookie } })
  expect(renamed.json()).toMatchObject({ id: first.id, name: 'Work laptop' })
  expect(outcome(await call('PUT', path, { body: { name: ' ' }, headers: { cookie } }))).toBe('422 validation-failed')
  expect(outcome(await call('PUT', path, { body: { name: 'Mine' }, headers: { cookie: stranger } }))).toBe(
    '404 not-found',
  )
  expect(outcome(await call('DELETE', path, { headers: { cookie: stranger } }))).toBe('404 not-found')
  for (const method of ['PUT', 'DELETE'] as const)
    expect(outcome(await call(method, path, { body: { name: 'x' } }))).toBe('401 unauthenticated')

  clock.offset += 601_000
  for (const [method, where] of [
    ['DELETE', path],
    ['POST', '/users/me/passkeys/options'],
  ] as const)
    expect(outcome(await call(method, where, { headers: { cookie } })), where).toBe('401 step-up-required')
  expect(outcome(await call('POST', '/users/me/passkeys', { body: late, headers: { cookie } }))).toBe(
    '401 step-up-required',
  )
  cookie = await prove(cookie)
  expect(outcome(await call('DELETE', path, { headers: { cookie } }))).toBe('204')
  expect(await mailbox.list()).toContainEqual(expect.objectContaining({ to: ada.email, tag: 'passkey-removed' }))
  expect(outcome(await call('DELETE', path, { headers: { cookie } }))).toBe('404 not-found')
  expect(await security(cookie)).toMatchObject({ recoveryCodesLeft: 10, passkeys: [{ name: 'Kept in the cloud' }] })
  expect(outcome(await call('DELETE', `/users/me/passkeys/${counting.id}`, { headers: { cookie } }))).toBe('204')
  expect(await security(cookie)).toMatchObject({ recoveryCodesLeft: 0, passkeys: [] })
  expect(outcome(await signIn())).toBe('201')
})

test('an authenticator that does not count may be used again and again', async () => {
  const service = await start(generous)
  const { call, becomeUser } = service
  const { addPasskey, startProof } = protect(service)
  const { authenticator } = await addPasskey(
    await becomeUser(),
    createSoftwareAuthenticator(identityOrigin, { counts: false }),
  )
  for (let round = 0; round < 3; round += 1) {
    const { challengeId, options } = await startProof()
    expect(
      outcome(
        await call('POST', '/sessions/passkey', { body: { challengeId, response: authenticator.assert(options) } }),
      ),
    ).toBe('201')
  }
})

test('behind a parent domain passkeys belong to it, and only our https origins may ask', async () => {
  const service = await start({
    ...generous,
    secure: true,
    cookieDomain: 'bollard.example',
    apiUrl: 'https://api.bollard.example',
    identityUrl: 'https://identity.bollard.example',
    dashboardUrl: 'https://app.bollard.example',
  })
  const { call, becomeUser } = service
  const { addPasskey, startProof } = protect(service)
  const { added, authenticator } = await addPasskey(
    await becomeUser(),
    createSoftwareAuthenticator('https://identity.bollard.example'),
  )
  expect(outcome(added)).toBe('201')
  const outcomes = []
  for (const origin of [
    'https://app.bollard.example',
    'https://bollard.example',
    'http://identity.bollard.example',
    'https://identity.bollard.example.evil.example',
  ]) {
    const { challengeId, options } = await startProof()
    expect(options.rpId).toBe('bollard.example')
    outcomes.push(
      outcome(
        await call('POST', '/sessions/passkey', {
          body: { challengeId, response: authenticator.assert(options, { origin }) },
        }),
      ),
    )
  }
  expect(outcomes).toEqual(['201', '400 passkey-invalid', '400 passkey-invalid', '400 passkey-invalid'])
})

test('when the owner takes the address of a hijacked account back, a passkey that was there before signs in only after a new password', async () => {
  const service = await start(generous)
  const { call, becomeUser, mailTo } = service
  const { addPasskey, startProof } = protect(service)
  const { authenticator } = await addPasskey(await becomeUser())
  service.clock.offset += 73 * 3_600_000
  const proof = async () => {
    const { challengeId, options } = await startProof()
    return { challengeId, response: authenticator.assert(options) }
  }
  const cookie = service.cookieOf(await call('POST', '/sessions/passkey', { body: await proof() }))
  await call('POST', '/users/me/email-changes', { headers: { cookie }, body: { email: 'thief@example.org' } })
  await call('POST', '/email-changes/confirmation', {
    body: { token: (await mailTo('thief@example.org', 'email-change-confirm')).token },
  })
  await call('POST', '/email-changes/undo', { body: { token: (await mailTo(ada.email, 'email-changed')).token } })
  expect(outcome(await call('POST', '/sessions/passkey', { body: await proof() }))).toBe('400 passkey-invalid')

  const { token } = await mailTo(ada.email, 'password-reset')
  const secondFactor = { kind: 'PASSKEY', ...(await proof()) }
  expect(
    outcome(
      await call('PUT', '/password-resets', { body: { token, password: 'a third long passphrase', secondFactor } }),
    ),
  ).toBe('204')
  expect(outcome(await call('POST', '/sessions/passkey', { body: await proof() }))).toBe('201')
})
