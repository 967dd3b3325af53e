import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../testing/protect.ts'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('a sign-in counts as a proof for ten minutes, then it takes the password, a code or a passkey, and the session gets a new token', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, clock } = service
  const { setUpTotp, addPasskey, startProof, freshCode, security } = protect(service)
  let cookie = await becomeUser()
  const { secret, recoveryCodes } = await setUpTotp(cookie)
  const { authenticator, id } = await addPasskey(cookie)
  const provenAt = async () => (await service.service.findActor(cookie))?.provenAt
  expect(await provenAt()).toBeInstanceOf(Date)
  expect((await security(cookie)).provenUntil).toEqual(expect.any(String))

  const sensitive = () => call('DELETE', '/sessions', { headers: { cookie } })
  expect(outcome(await sensitive())).toBe('204')
  const proofs = {
    PASSWORD: async () => ({ kind: 'PASSWORD', password: ada.password }),
    TOTP: async () => ({ kind: 'TOTP', code: freshCode(secret) }),
    PASSKEY: async () => {
      const { challengeId, options } = await startProof({ cookie })
      expect(options.allowCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
      return { kind: 'PASSKEY', challengeId, response: authenticator.assert(options) }
    },
  }
  for (const [kind, proof] of Object.entries(proofs)) {
    clock.offset += 601_000
    expect(outcome(await sensitive()), kind).toBe('401 step-up-required')
    expect((await security(cookie)).provenUntil).toBeNull()
    const proven = await call('POST', '/sessions/current/proofs', { body: await proof(), headers: { cookie } })
    const { provenUntil } = proven.json<{ provenUntil: string }>()
    expect(Date.parse(provenUntil) - Date.now() - clock.offset, kind).toBeGreaterThan(590_000)
    expect(Date.parse(provenUntil) - Date.now() - clock.offset, kind).toBeLessThanOrEqual(600_000)
    const old = cookie
    cookie = cookieOf(proven)
    expect(cookie).not.toBe(old)
    expect(await service.service.findActor(old), 'a copy of the old cookie').toBeNull()
    expect(outcome(await sensitive()), kind).toBe('204')
  }
  const refused: [object, string][] = [
    [{ kind: 'PASSWORD', password: 'not the password' }, '401 credentials-invalid'],
    [{ kind: 'TOTP', code: '000000' }, '400 code-invalid'],
    [{ kind: 'RECOVERY_CODE', code: recoveryCodes[0] }, '422 validation-failed'],
    [
      { kind: 'PASSKEY', challengeId: id, response: authenticator.assert({ challenge: 'eA', rpId: 'localhost' }) },
      '400 passkey-invalid',
    ],
  ]
  for (const [body, expected] of refused) {
    expect(outcome(await call('POST', '/sessions/current/proofs', { body, headers: { cookie } }))).toBe(expected)
    if (!expected.startsWith('422'))
      expect(outcome(await call('POST', '/sessions/current/proofs', { body }))).toBe('401 unauthenticated')
  }
})

test('nobody proves a session with a passkey or a code of somebody else', async () => {
  const service = await start()
  const { call, becomeUser } = service
  const { setUpTotp, addPasskey, startProof, freshCode } = protect(service)
  const [cookie, stranger] = [await becomeUser(), await becomeUser({ email: 'grace@example.org' })]
  await setUpTotp(cookie)
  await addPasskey(cookie)
  const { secret } = await setUpTotp(stranger)
  const { authenticator } = await addPasskey(stranger)
  const { challengeId, options } = await startProof()
  for (const body of [
    { kind: 'TOTP', code: freshCode(secret) },
    { kind: 'PASSKEY', challengeId, response: authenticator.assert(options) },
  ]) {
    const answer = await call('POST', '/sessions/current/proofs', { body, headers: { cookie } })
    expect(['400 code-invalid', '400 passkey-invalid']).toContain(outcome(answer))
  }
})

test('two equal proofs with one token at the same moment get one token, and guesses are limited', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf } = service
  const cookie = await becomeUser()
  const prove = (password: string, headers = { cookie }) =>
    call('POST', '/sessions/current/proofs', { body: { kind: 'PASSWORD', password }, headers })
  const raced = await Promise.all([prove(ada.password), prove(ada.password)])
  expect(raced.map(outcome)).toEqual(['200', '200'])
  expect(new Set(raced.map(cookieOf)).size).toBe(1)
  const living = { cookie: raced.map(cookieOf)[0] ?? '' }
  for (let index = 0; index < 5; index += 1)
    expect(outcome(await prove('not the password', living))).toBe('401 credentials-invalid')
  expect(outcome(await prove(ada.password, living))).toBe('429 rate-limited')
})

test('a proof that is sent twice gets its answer twice for ten seconds, and the token of before is good for nothing else', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf, clock, db } = service
  const { setUpTotp, addPasskey, startProof, freshCode } = protect(service)
  let cookie = await becomeUser()
  const { secret } = await setUpTotp(cookie)
  const { authenticator } = await addPasskey(cookie)
  const prove = (body: object, token: string) =>
    call('POST', '/sessions/current/proofs', { body, headers: { cookie: token } })
  const passkey = async () => {
    const { challengeId, options } = await startProof({ cookie })
    return { kind: 'PASSKEY', challengeId, response: authenticator.assert(options) }
  }
  const password = { kind: 'PASSWORD', password: ada.password }
  for (const proof of [password, { kind: 'TOTP', code: freshCode(secret) }, await passkey()]) {
    const old = cookie
    const first = await prove(proof, old)
    clock.offset += 9000
    const second = await prove(proof, old)
    expect([outcome(first), outcome(second)], proof.kind).toEqual(['200', '200'])
    expect(second.json(), proof.kind).toEqual(first.json())
    cookie = cookieOf(second)
    expect([cookie, cookie === old], 'the answers may come in any order').toEqual([cookieOf(first), false])
    expect(outcome(await call('GET', '/sessions/current', { headers: { cookie: old } }))).toBe('401 unauthenticated')
    expect(outcome(await call('DELETE', '/sessions', { headers: { cookie: old } }))).toBe('401 unauthenticated')
    expect(await service.service.findActor(old)).toBeNull()
    expect(await service.service.findActor(cookie)).not.toBeNull()
    clock.offset += 2000
    expect(outcome(await prove(proof, old)), `${proof.kind} after ten seconds`).toBe('401 unauthenticated')
  }
  const { rows } = await db.pool.query(
    `select count(*)::int as count from audit.entries where action = 'session.proven'`,
  )
  expect(rows, 'one entry for each proof').toEqual([{ count: 3 }])

  const old = cookie
  cookie = cookieOf(await prove(password, old))
  expect(outcome(await prove({ ...password, password: 'not the password' }, old)), 'another proof').toBe(
    '401 unauthenticated',
  )
  expect(outcome(await prove(password, old)), 'and then not even the right one: nobody guesses here').toBe(
    '401 unauthenticated',
  )
  const ended = cookie
  cookie = cookieOf(await prove(password, ended))
  expect(outcome(await call('DELETE', '/sessions/current', { headers: { cookie } }))).toBe('204')
  expect(outcome(await prove(password, ended)), 'a session that has ended').toBe('401 unauthenticated')
})
