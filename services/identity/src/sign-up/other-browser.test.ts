import { browserIdHeader } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, type TestService, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

const own = { [browserIdHeader]: 'browser-of-ada-0123456' }
const strangers = { [browserIdHeader]: 'browser-of-eve-0123456' }
const none = { [browserIdHeader]: '' }
const strangersPassword = 'the password of a stranger'

type Call = TestService['call']
const signUp = (call: Call, headers: Record<string, string>, password: string = ada.password) =>
  call('POST', '/accounts', { body: { ...ada, password }, headers })

/** What confirming answered: the status, and the code of a refusal. */
async function confirm(
  call: Call,
  headers: Record<string, string>,
  body: { token: string; password?: string },
  ip?: string,
) {
  const answer = await call('POST', '/email-verifications', { body, headers, ...(ip === undefined ? {} : { ip }) })
  if (answer.statusCode !== 200) expect(answer.cookies).toEqual([])
  return [answer.statusCode, answer.json<{ code?: string }>().code]
}
const signIn = async (call: Call, password: string) =>
  (await call('POST', '/sessions', { body: { email: ada.email, password }, headers: none, ip: '10.9.9.9' })).statusCode

test('in the browser that signed up the link alone is enough', async () => {
  const { call, tokenInMail } = await start()
  await signUp(call, own)
  expect(await confirm(call, own, { token: await tokenInMail() })).toEqual([200, undefined])
})

test('another browser needs the password, and a wrong one does not use the link up', async () => {
  const { call, tokenInMail, db } = await start()
  await signUp(call, own)
  const token = await tokenInMail()
  expect(await confirm(call, strangers, { token })).toEqual([401, 'password-required'])
  expect(await confirm(call, none, { token })).toEqual([401, 'password-required'])
  expect(await confirm(call, strangers, { token, password: 'not the password' })).toEqual([401, 'credentials-invalid'])
  expect((await db.pool.query('select email_verified from identity.users')).rows).toEqual([{ email_verified: false }])
  expect(await confirm(call, strangers, { token, password: ada.password })).toEqual([200, undefined])
  expect(await confirm(call, strangers, { token, password: ada.password })).toEqual([400, 'token-invalid'])
})

test('guesses at a link share their limit with those at the sign-in, and the link stays good', async () => {
  const { call, tokenInMail, clock } = await start()
  await signUp(call, own)
  const token = await tokenInMail()
  const guess = (password: string, ip: string) => confirm(call, strangers, { token, password }, ip)
  for (let index = 0; index < 3; index += 1)
    expect(await guess('not the password', '10.0.0.1')).toEqual([401, 'credentials-invalid'])
  const atSignIn = () =>
    call('POST', '/sessions', { body: { email: ada.email, password: 'not the password' }, ip: '10.0.0.1' })
  expect([(await atSignIn()).statusCode, (await atSignIn()).statusCode]).toEqual([401, 401])
  expect(await guess(ada.password, '10.0.0.1')).toEqual([429, 'rate-limited'])
  expect(await confirm(call, strangers, { token }, '10.0.0.1'), 'no guess, no limit').toEqual([
    401,
    'password-required',
  ])
  clock.offset = 901_000
  expect(await guess(ada.password, '10.0.0.1'), 'no lock-out lasts').toEqual([200, undefined])
})

test('right passwords never use up guesses', async () => {
  const { call, tokenInMail } = await start({ rateLimits: { signInPerIp: { limit: 1, seconds: 3600 } } })
  for (const email of ['a@example.org', 'b@example.org']) {
    await call('POST', '/accounts', { body: { ...ada, email }, headers: own })
    expect(await confirm(call, strangers, { token: await tokenInMail(), password: ada.password })).toEqual([
      200,
      undefined,
    ])
  }
})

test('who signed up without a browser id confirms with the password, in any browser', async () => {
  for (const headers of [none, { [browserIdHeader]: 'short' }, { [browserIdHeader]: `${own[browserIdHeader]}, x` }]) {
    const { call, tokenInMail } = await start()
    await signUp(call, headers)
    const token = await tokenInMail()
    expect(await confirm(call, headers, { token })).toEqual([401, 'password-required'])
    expect(await confirm(call, own, { token })).toEqual([401, 'password-required'])
    expect(await confirm(call, headers, { token, password: ada.password })).toEqual([200, undefined])
  }
})

test('a link that is dead says so, whatever the browser and the password', async () => {
  const { call, tokenInMail, clock } = await start()
  await signUp(call, own)
  const token = await tokenInMail()
  expect(await confirm(call, strangers, { token: 'x', password: ada.password })).toEqual([400, 'token-invalid'])
  clock.offset = 24 * 3_600_000 + 1000
  for (const headers of [own, strangers])
    expect(await confirm(call, headers, { token, password: ada.password })).toEqual([410, 'token-expired'])
})

test('a link sent again belongs to the browser that signed up, not to the one that asked for it', async () => {
  const { call, service, tokenInMail } = await start()
  await signUp(call, own)
  await call('POST', '/email-verifications/resend', { body: { email: ada.email }, headers: strangers })
  await service.drain()
  const token = await tokenInMail()
  expect(await confirm(call, strangers, { token })).toEqual([401, 'password-required'])
  expect(await confirm(call, own, { token })).toEqual([200, undefined])
})

test('a link sent again stays without a browser when the sign-up had none', async () => {
  const { call, service, tokenInMail } = await start()
  await signUp(call, none)
  await call('POST', '/email-verifications/resend', { body: { email: ada.email }, headers: own })
  await service.drain()
  expect(await confirm(call, own, { token: await tokenInMail() })).toEqual([401, 'password-required'])
})

test('a stranger who signs up first gets nothing confirmed', async () => {
  const { call, tokenInMail } = await start()
  await signUp(call, strangers, strangersPassword)
  const strangersToken = await tokenInMail()
  expect(await confirm(call, own, { token: strangersToken }), 'the owner clicks a mail they did not ask for').toEqual([
    401,
    'password-required',
  ])
  await signUp(call, own)
  expect(await confirm(call, own, { token: strangersToken })).toEqual([400, 'token-invalid'])
  expect(await confirm(call, own, { token: await tokenInMail() })).toEqual([200, undefined])
  expect([await signIn(call, strangersPassword), await signIn(call, ada.password)]).toEqual([401, 201])
})

test('a stranger who signs up after the owner gets nothing confirmed', async () => {
  const { call, tokenInMail } = await start()
  await signUp(call, own)
  await signUp(call, strangers, strangersPassword)
  const [strangersToken, ownToken] = [await tokenInMail(0), await tokenInMail(1)]
  for (const token of [strangersToken, ownToken])
    expect((await confirm(call, own, { token }))[0]).toBeGreaterThanOrEqual(400)
  expect(await confirm(call, own, { token: strangersToken, password: ada.password })).toEqual([
    401,
    'credentials-invalid',
  ])
  expect(await signIn(call, strangersPassword), 'never confirmed').toBe(403)
  await signUp(call, own)
  expect(await confirm(call, own, { token: await tokenInMail() }), 'the owner starts over').toEqual([200, undefined])
  expect([await signIn(call, strangersPassword), await signIn(call, ada.password)]).toEqual([401, 201])
})

test('of sign-ups at the same moment no browser confirms the password of another', async () => {
  const { call, mailbox, tokenInMail } = await start()
  const people = [1, 2, 3, 4, 5].map((index) => ({
    headers: { [browserIdHeader]: `browser-of-person-000${index}` },
    password: `quiet posts of kerb ${index}`,
  }))
  await Promise.all(people.map(({ headers, password }) => signUp(call, headers, password)))
  const tokens = await Promise.all((await mailbox.list()).map((_mail, index) => tokenInMail(index)))
  const confirmed: string[] = []
  for (const token of tokens)
    for (const { headers, password } of people)
      if ((await confirm(call, headers, { token }))[0] === 200) confirmed.push(password)
  expect(confirmed.length).toBeLessThanOrEqual(1)
  for (const { password } of people)
    expect((await signIn(call, password)) === 201, password).toBe(confirmed.includes(password))
})

test('the database holds only a hash of the browser id', async () => {
  const { call, db } = await start()
  await signUp(call, own)
  const { rows } = await db.pool.query<{ browser_hash: string }>('select * from identity.email_tokens')
  expect(rows[0]?.browser_hash).toMatch(/^[\w-]{43}$/u)
  expect(JSON.stringify(rows)).not.toContain(own[browserIdHeader])
})
