import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { fastestOf } from '../testing/fastest-of.ts'
import { outcome, protect } from '../testing/protect.ts'
import { ada, type TestService, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)
const password = 'a wholly other passphrase'

function resets({ call, mailbox, service }: TestService) {
  const request = async (email: string, ip = '127.0.0.1') => {
    const answer = await call('POST', '/password-resets', { body: { email }, ip })
    await service.drain()
    return answer
  }
  const mails = async () => (await mailbox.list()).filter(({ tag }) => tag === 'password-reset')
  const tokenOf = async () =>
    /reset-password\?token=([\w-]+)/u.exec((await mailbox.get((await mails())[0]?.id ?? ''))?.text ?? '')?.[1] ?? ''
  const reset = (body: object, ip = '127.0.0.1') => call('PUT', '/password-resets', { body, ip })
  return { request, mails, tokenOf, reset }
}

test('a link of the mail sets a new password once, ends all sessions, and the owner is told', async () => {
  const service = await start()
  const { becomeUser, mailbox, clock, db } = service
  const { signIn } = protect(service)
  const { request, mails, tokenOf, reset } = resets(service)
  const cookie = await becomeUser()
  expect(outcome(await request('ADA@example.org'))).toBe('204')
  const first = await tokenOf()
  expect(first).toMatch(/^[\w-]{43}$/u)
  await request(ada.email)
  const second = await tokenOf()
  expect(JSON.stringify((await db.pool.query('select * from identity.password_resets')).rows)).not.toContain(second)

  const weak = await reset({ token: second, password: 'password12345' })
  expect(weak.json()).toMatchObject({
    code: 'validation-failed',
    errors: [{ pointer: '/password', code: 'too-common' }],
  })
  expect(outcome(await reset({ token: 'guess', password }))).toBe('400 token-invalid')
  const raced = await Promise.all([
    reset({ token: second, password }),
    reset({ token: second, password: 'one more long passphrase' }),
  ])
  expect(raced.map(outcome).toSorted()).toEqual(['204', '400 token-invalid'])
  const chosen = raced[0].statusCode === 204 ? password : 'one more long passphrase'
  expect(
    raced.flatMap(({ cookies }) => cookies),
    'nobody is signed in by it',
  ).toEqual([])
  expect(outcome(await reset({ token: second, password })), 'again').toBe('400 token-invalid')
  expect(outcome(await reset({ token: first, password })), 'an earlier link').toBe('400 token-invalid')
  expect(await service.service.findActor(cookie)).toBeNull()
  expect(await mailbox.list()).toContainEqual(expect.objectContaining({ to: ada.email, tag: 'password-changed' }))
  expect(outcome(await signIn())).toBe('401 credentials-invalid')
  expect(outcome(await signIn({}, { email: ada.email, password: chosen }))).toBe('201')

  await request(ada.email)
  const late = await tokenOf()
  clock.offset += 30 * 60_000 + 1000
  expect(outcome(await reset({ token: late, password }))).toBe('410 token-expired')
  expect(await mails()).toHaveLength(3)
  expect(service.logged).toEqual([])
})

test('who has no confirmed account gets the same answer in the same time, and no mail', async () => {
  const plenty = { limit: 1000, seconds: 60 }
  const service = await start({
    rateLimits: { mailPerAddressAndIp: plenty, mailPerAddress: plenty, passwordResetPerIp: plenty },
  })
  const { call, becomeUser } = service
  const { mails } = resets(service)
  await becomeUser()
  await call('POST', '/accounts', { body: { ...ada, email: 'unconfirmed@example.org' } })
  const answers = new Set<string>()
  const ask = async (email: string) => {
    const answer = await call('POST', '/password-resets', { body: { email } })
    answers.add(JSON.stringify([answer.statusCode, answer.body, Object.keys(answer.headers).toSorted()]))
  }
  const apart = (times: Record<string, number>) => Math.max(...Object.values(times)) - Math.min(...Object.values(times))
  const times = await fastestOf(
    {
      confirmed: () => ask(ada.email),
      unconfirmed: () => ask('unconfirmed@example.org'),
      nobody: () => ask('nobody@example.org'),
    },
    // What goes on behind an answer ends before the next one is timed.
    { rounds: 25, holds: (fastest) => apart(fastest) < 5, settle: () => service.service.drain() },
  )
  expect(answers.size).toBe(1)
  expect(new Set((await mails()).map(({ to }) => to))).toEqual(new Set([ada.email]))
  expect(apart(times)).toBeLessThan(5)
})

test('a second factor is asked for all the same, and whoever reads the mails has five tries at it', async () => {
  const service = await start()
  const { becomeUser } = service
  const { setUpTotp, addPasskey, startProof, freshCode, signIn } = protect(service)
  const { request, tokenOf, reset } = resets(service)
  const cookie = await becomeUser()
  const { secret, recoveryCodes } = await setUpTotp(cookie)
  const { authenticator } = await addPasskey(cookie)
  const next = async () => {
    await request(ada.email)
    return tokenOf()
  }
  let token = await next()
  const asked = await reset({ token, password })
  expect(outcome(asked)).toBe('401 second-factor-required')
  expect(asked.json<{ errors: unknown[] }>().errors).toEqual(
    ['TOTP', 'RECOVERY_CODE', 'PASSKEY'].map((kind) => ({
      pointer: '/secondFactor',
      code: 'required',
      params: { kind },
    })),
  )
  expect(outcome(await reset({ token, password, secondFactor: { kind: 'TOTP', code: freshCode(secret) } }))).toBe('204')
  token = await next()
  expect(
    outcome(await reset({ token, password, secondFactor: { kind: 'RECOVERY_CODE', code: recoveryCodes[0] } })),
  ).toBe('204')
  token = await next()
  const proof = await startProof()
  const response = authenticator.assert(proof.options)
  expect(
    outcome(
      await reset({ token, password, secondFactor: { kind: 'PASSKEY', challengeId: proof.challengeId, response } }),
    ),
  ).toBe('204')

  token = await next()
  const replay = { kind: 'PASSKEY', challengeId: proof.challengeId, response }
  expect(outcome(await reset({ token, password, secondFactor: replay }))).toBe('400 passkey-invalid')
  const wrong = { token, password, secondFactor: { kind: 'TOTP', code: '000000' } }
  const raced = await Promise.all(Array.from({ length: 6 }, () => reset(wrong)))
  expect(raced.map(outcome).toSorted()).toEqual([
    ...Array(4).fill('400 code-invalid'),
    ...Array(2).fill('400 token-invalid'),
  ])
  expect(outcome(await reset({ token, password, secondFactor: { kind: 'TOTP', code: freshCode(secret) } }))).toBe(
    '400 token-invalid',
  )
  expect(outcome(await signIn({}, { email: ada.email, password }))).toBe('401 second-factor-required')
})

test('requests and tokens that are guessed are limited', async () => {
  const service = await start({
    rateLimits: {
      passwordResetPerIp: { limit: 3, seconds: 3600 },
      mailPerAddress: { limit: 3, seconds: 3600 },
      resetTokenPerIp: { limit: 2, seconds: 900 },
    },
  })
  const { becomeUser } = service
  const { request, reset, tokenOf } = resets(service)
  await becomeUser()
  for (let index = 0; index < 3; index += 1) expect(outcome(await request(`a${index}@example.org`))).toBe('204')
  expect(outcome(await request(ada.email))).toBe('429 rate-limited')
  for (let index = 0; index < 3; index += 1)
    expect(outcome(await request('nobody@example.org', `10.1.${index}.1`))).toBe('204')
  expect(
    outcome(await request('nobody@example.org', '10.1.9.1')),
    'an address has a ceiling, also an unknown one',
  ).toBe('429 rate-limited')
  expect(outcome(await request(ada.email, '10.0.9.1'))).toBe('204')

  for (let index = 0; index < 2; index += 1)
    expect(outcome(await reset({ token: 'guess', password }))).toBe('400 token-invalid')
  expect(outcome(await reset({ token: await tokenOf(), password }))).toBe('429 rate-limited')
  expect(outcome(await reset({ token: await tokenOf(), password }, '10.0.0.2'))).toBe('204')
})

test('where forms are protected a reset needs the captcha', async () => {
  const service = await start({
    captcha: { verify: async (token) => (token === 'good' ? 'passed' : token === 'down' ? 'unavailable' : 'refused') },
  })
  const request = (captchaToken?: string) =>
    service.call('POST', '/password-resets', {
      body: { email: 'a@example.org', ...(captchaToken ? { captchaToken } : {}) },
    })
  const outcomes = []
  for (const token of [undefined, 'bad', 'good', 'down']) outcomes.push(outcome(await request(token)))
  expect(outcomes).toEqual(['400 captcha-failed', '400 captcha-failed', '204', '204'])
})

test('a link is checked without being used up, tells no stranger anything, and guessing is limited', async () => {
  const service = await start({ rateLimits: { resetTokenPerIp: { limit: 3, seconds: 900 } } })
  const { becomeUser, call, clock } = service
  const { request, tokenOf, reset } = resets(service)
  const check = (token: string, ip = '127.0.0.1') => call('POST', '/password-resets/check', { body: { token }, ip })
  await becomeUser()
  await request(ada.email)
  const token = await tokenOf()
  for (let times = 0; times < 5; times += 1) {
    const answer = await check(token)
    expect([outcome(answer), answer.body, answer.cookies]).toEqual(['204', '', []])
  }
  expect(outcome(await reset({ token, password }))).toBe('204')
  expect(outcome(await check(token)), 'used up').toBe('400 token-invalid')

  await request(ada.email)
  const late = await tokenOf()
  clock.offset += 31 * 60_000
  expect(outcome(await check(late))).toBe('410 token-expired')
  for (const guess of ['a', 'b']) expect(outcome(await check(guess))).toBe('400 token-invalid')
  expect(outcome(await check(late)), 'of a network that failed often').toBe('429 rate-limited')
  expect(outcome(await reset({ token: 'guess', password })), 'counted together').toBe('429 rate-limited')
  expect(outcome(await check('guess', '10.0.0.1')), 'of another network').toBe('400 token-invalid')
})
