import { browserIdHeader } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('a link works once', async () => {
  const { call, tokenInMail } = await start()
  await call('POST', '/accounts', { body: ada })
  const token = await tokenInMail()
  expect((await call('POST', '/email-verifications', { body: { token } })).statusCode).toBe(200)
  const second = await call('POST', '/email-verifications', { body: { token } })
  expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([400, 'token-invalid'])
  expect(second.cookies).toEqual([])
})

test('of two uses at the same moment one wins', async () => {
  const { call, tokenInMail } = await start()
  await call('POST', '/accounts', { body: ada })
  const token = await tokenInMail()
  const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/email-verifications', { body: { token } })))
  expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 400, 400])
})

test('a link from before the last one works too, and ends all others', async () => {
  const { call, tokenInMail, clock, service } = await start()
  await call('POST', '/accounts', { body: ada })
  clock.offset = 61_000
  await call('POST', '/email-verifications/resend', { body: { email: ada.email } })
  await service.drain()
  const [newer, older] = [await tokenInMail(0), await tokenInMail(1)]
  expect((await call('POST', '/email-verifications', { body: { token: older } })).statusCode).toBe(200)
  expect((await call('POST', '/email-verifications', { body: { token: newer } })).json()).toMatchObject({
    code: 'token-invalid',
  })
})

test('a link that was changed is refused', async () => {
  const { call, tokenInMail, db } = await start()
  await call('POST', '/accounts', { body: ada })
  const token = await tokenInMail()
  const { rows } = await db.pool.query<{ token_hash: string }>('select token_hash from identity.email_tokens')
  for (const wrong of [
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `${token}A`,
    token.toUpperCase(),
    'x',
    `${token}' OR '1'='1`,
    rows[0]?.token_hash ?? 'x',
  ]) {
    expect((await call('POST', '/email-verifications', { body: { token: wrong } })).json(), wrong).toMatchObject({
      status: 400,
      code: 'token-invalid',
    })
  }
})

test('after 24 hours a link has expired, and stays so', async () => {
  const { call, tokenInMail, clock } = await start()
  await call('POST', '/accounts', { body: ada })
  const token = await tokenInMail()
  clock.offset = 24 * 3_600_000 + 1000
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const answer = await call('POST', '/email-verifications', { body: { token } })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([410, 'token-expired'])
  }
})

test('the database holds no link that could be used', async () => {
  const { call, tokenInMail, db } = await start()
  await call('POST', '/accounts', { body: ada })
  const { rows } = await db.pool.query('select * from identity.email_tokens')
  expect(JSON.stringify(rows)).not.toContain(await tokenInMail())
})

test('guessing links is limited', async () => {
  const { call } = await start({ rateLimits: { verifyPerIp: { limit: 2, seconds: 900 } } })
  const guess = (ip: string) => call('POST', '/email-verifications', { body: { token: 'guess' }, ip })
  expect([(await guess('10.0.0.1')).statusCode, (await guess('10.0.0.1')).statusCode]).toEqual([400, 400])
  expect((await guess('10.0.0.1')).json()).toMatchObject({ code: 'rate-limited' })
  expect((await guess('10.0.0.2')).statusCode).toBe(400)
})

test('links that are right count as nothing, so many people may confirm from one address', async () => {
  const { call, tokenInMail } = await start({ rateLimits: { verifyPerIp: { limit: 1, seconds: 900 } } })
  for (const email of ['first@example.org', 'second@example.org', 'third@example.org']) {
    await call('POST', '/accounts', { body: { ...ada, email } })
    expect(
      (await call('POST', '/email-verifications', { body: { token: await tokenInMail() } })).statusCode,
      email,
    ).toBe(200)
  }
})

test('a link is checked in any browser without being used up, and guessing is limited', async () => {
  const { call, tokenInMail, clock } = await start({ rateLimits: { verifyPerIp: { limit: 3, seconds: 900 } } })
  const check = async (token: string, headers = {}) => {
    const answer = await call('POST', '/email-verifications/check', { body: { token }, headers })
    return [answer.statusCode, answer.body === '' ? null : answer.json<{ code: string }>().code, answer.cookies.length]
  }
  await call('POST', '/accounts', { body: ada })
  const token = await tokenInMail()
  for (let times = 0; times < 3; times += 1) expect(await check(token)).toEqual([204, null, 0])
  expect(await check(token, { [browserIdHeader]: 'another-browser-of-tests' }), 'elsewhere').toEqual([204, null, 0])
  expect((await call('POST', '/email-verifications', { body: { token } })).statusCode).toBe(200)
  expect(await check(token), 'used up').toEqual([400, 'token-invalid', 0])

  await call('POST', '/accounts', { body: { ...ada, email: 'bob@example.org' } })
  const late = await tokenInMail()
  clock.offset += 24 * 3_600_000 + 1000
  expect(await check(late)).toEqual([410, 'token-expired', 0])
  for (const guess of ['a', 'b']) expect(await check(guess)).toEqual([400, 'token-invalid', 0])
  expect(await check(late), 'of a network that failed often').toEqual([429, 'rate-limited', 0])
})
