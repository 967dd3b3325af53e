import { browserIdHeader } from '@bollard/contracts'
import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, type TestService, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

const other = { [browserIdHeader]: 'another-browser-012345' }
const none = { [browserIdHeader]: '' }

type Call = TestService['call']
async function send(call: Call, code: string, headers: Record<string, string> = {}, email: string = ada.email) {
  const answer = await call('POST', '/email-verifications/code', { body: { email, code }, headers })
  if (answer.statusCode !== 200) expect(answer.cookies).toEqual([])
  return [answer.statusCode, answer.json<{ code?: string }>().code]
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const refused = [400, 'code-invalid']

test('the code of the mail confirms and signs in, once, and ends the link', async () => {
  const { call, service, mailTo, cookieOf } = await start()
  await call('POST', '/accounts', { body: ada })
  const { code, token } = await mailTo(ada.email, 'verify-email-code')
  const answer = await call('POST', '/email-verifications/code', { body: { email: 'ADA@example.org', code } })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { email: ada.email, emailVerified: true }])
  expect(await service.findActor(cookieOf(answer))).toMatchObject({ email: ada.email })
  expect(await send(call, code)).toEqual(refused)
  expect((await call('POST', '/email-verifications', { body: { token } })).json()).toMatchObject({
    code: 'token-invalid',
  })
})

test('only the browser that signed up can use it, and others cannot spend its tries', async () => {
  const { call, mailTo, db } = await start()
  await call('POST', '/accounts', { body: ada })
  const { code } = await mailTo(ada.email, 'verify-email-code')
  for (let index = 0; index < 6; index += 1) {
    expect(await send(call, code, other)).toEqual(refused)
    expect(await send(call, code, none)).toEqual(refused)
  }
  expect((await db.pool.query('select tries from identity.email_codes')).rows).toEqual([{ tries: 0 }])
  expect(await send(call, code)).toEqual([200, undefined])
})

test('an unknown address is refused like a wrong code', async () => {
  const { call } = await start()
  expect(await send(call, '123456', {}, 'nobody@example.org')).toEqual(refused)
})

test('after five wrong codes only the link works, also when the mail is sent again', async () => {
  const { call, mailTo, clock, service } = await start()
  await call('POST', '/accounts', { body: ada })
  const { code } = await mailTo(ada.email, 'verify-email-code')
  for (let index = 0; index < 5; index += 1) expect(await send(call, wrong(code))).toEqual(refused)
  expect(await send(call, code)).toEqual(refused)
  clock.offset = 61_000
  await call('POST', '/email-verifications/resend', { body: { email: ada.email } })
  await service.drain()
  const again = await mailTo(ada.email, 'verify-email-code')
  expect(await send(call, again.code)).toEqual(refused)
  expect((await call('POST', '/email-verifications', { body: { token: again.token } })).statusCode).toBe(200)
})

test('of wrong codes sent at the same moment all are counted, and of right ones one signs in', async () => {
  const { call, mailTo, db } = await start({ rateLimits: { verifyPerIp: { limit: 100, seconds: 900 } } })
  await call('POST', '/accounts', { body: ada })
  const { code } = await mailTo(ada.email, 'verify-email-code')
  await Promise.all(Array.from({ length: 4 }, () => send(call, wrong(code))))
  expect((await db.pool.query('select tries from identity.email_codes')).rows).toEqual([{ tries: 4 }])
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(call, code)))
  expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
  expect((await db.pool.query('select 1 from identity.sessions')).rows).toHaveLength(1)
})

test('it ends after ten minutes, and a newer one takes its place', async () => {
  const { call, mailTo, clock, service } = await start()
  await call('POST', '/accounts', { body: ada })
  const first = await mailTo(ada.email, 'verify-email-code')
  clock.offset = 600_500
  expect(await send(call, first.code)).toEqual(refused)
  await call('POST', '/email-verifications/resend', { body: { email: ada.email } })
  await service.drain()
  const second = await mailTo(ada.email, 'verify-email-code')
  if (second.code !== first.code) expect(await send(call, first.code)).toEqual(refused)
  expect(await send(call, second.code)).toEqual([200, undefined])
})

test('signing up anew buys no more tries than an address has in a day, and the link stays', async () => {
  const { call, mailTo } = await start({ rateLimits: { codePerAddress: { limit: 6, seconds: 86_400 } } })
  const outcomes = []
  for (let signUp = 0; signUp < 2; signUp += 1) {
    await call('POST', '/accounts', { body: ada })
    const { code } = await mailTo(ada.email, 'verify-email-code')
    for (let index = 0; index < 5; index += 1) outcomes.push((await send(call, wrong(code)))[1])
  }
  expect(outcomes.filter((code) => code === 'code-invalid')).toHaveLength(6)
  expect(outcomes.filter((code) => code === 'rate-limited')).toHaveLength(4)
  const { token } = await mailTo(ada.email, 'verify-email-code')
  expect((await call('POST', '/email-verifications', { body: { token } })).statusCode).toBe(200)
})

test('what is no code is refused at its field, and the database holds none', async () => {
  const { call, mailTo, db } = await start()
  for (const code of ['12345', '1234567', 'abcdef', '١٢٣٤٥٦', '']) {
    expect(
      (await call('POST', '/email-verifications/code', { body: { email: ada.email, code } })).json(),
      code,
    ).toMatchObject({ code: 'validation-failed' })
  }
  await call('POST', '/accounts', { body: ada })
  const { code } = await mailTo(ada.email, 'verify-email-code')
  const { rows } = await db.pool.query<{ code_hash: string }>('select code_hash from identity.email_codes')
  expect(rows[0]?.code_hash).toMatch(/^[\w-]{43}$/u)
  expect(JSON.stringify(rows)).not.toContain(code)
})
