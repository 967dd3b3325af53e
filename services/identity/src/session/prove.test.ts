import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { outcome, protect } from '../second-factor/testing/protect.ts'
import { ada, useTestServices } from '../start-test-service.ts'

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
    [{ kind: 'PASSKEY', challengeId: id, response: authenticator.assert({ challenge: 'eA', rpId: 'localhost' }) }, '400 passkey-invalid'],
  ]
  for (const [body, expected] of refused) {
    expect(outcome(await call('POST', '/sessions/current/proofs', { body, headers: { cookie } }))).toBe(expected)
    if (!expected.startsWith('422')) expect(outcome(await call('POST', '/sessions/current/proofs', { body }))).toBe('401 unauthenticated')
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

test('of two proofs with one token at the same moment one goes on, and guesses are limited', async () => {
  const service = await start()
  const { call, becomeUser, cookieOf } = service
  const cookie = await becomeUser()
  const prove = (password: string, headers = { cookie }) => call('POST', '/sessions/current/proofs', { body: { kind: 'PASSWORD', password }, headers })
  const raced = await Promise.all([prove(ada.password), prove(ada.password)])
  expect(raced.map(outcome).toSorted()).toEqual(['200', '401 unauthenticated'])
  const living = { cookie: raced.map(cookieOf).find((each) => each !== '') ?? '' }
  for (let index = 0; index < 5; index += 1) expect(outcome(await prove('not the password', living))).toBe('401 credentials-invalid')
  expect(outcome(await prove(ada.password, living))).toBe('429 rate-limited')
})
