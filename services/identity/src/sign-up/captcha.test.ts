import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

type Verdict = 'passed' | 'refused' | 'unavailable'

/** A captcha whose verdict the token names, and which says what it was asked. */
function captchaOf() {
  const asked: [string, string][] = []
  const captcha = {
    verify: async (token: string, ip: string): Promise<Verdict> => {
      asked.push([token, ip])
      return token === 'refused' || token === 'unavailable' ? token : 'passed'
    },
  }
  return { asked, captcha }
}

test('where the deployment protects its forms, nobody signs up without a captcha', async () => {
  const { asked, captcha } = captchaOf()
  const { call, mailbox, db } = await start({ captcha })
  const refusal = { status: 400, code: 'captcha-failed' }
  expect((await call('POST', '/accounts', { body: ada })).json()).toMatchObject(refusal)
  expect(
    (await call('POST', '/accounts', { body: { ...ada, captchaToken: 'refused' }, ip: '203.0.113.9' })).json(),
  ).toMatchObject(refusal)
  expect([await mailbox.list(), (await db.pool.query('select 1 from identity.users')).rows]).toEqual([[], []])
  expect(
    (await call('POST', '/accounts', { body: { ...ada, captchaToken: 'good' }, ip: '203.0.113.9' })).statusCode,
  ).toBe(201)
  expect(asked).toEqual([
    ['refused', '203.0.113.9'],
    ['good', '203.0.113.9'],
  ])
})

test('a weak password costs no captcha, since its token works once', async () => {
  const { asked, captcha } = captchaOf()
  const { call } = await start({ captcha })
  const answer = await call('POST', '/accounts', { body: { ...ada, password: 'password1234', captchaToken: 'good' } })
  expect([answer.json<{ code: string }>().code, asked]).toEqual(['validation-failed', []])
})

test('a captcha that is down keeps nobody out, but then fewer accounts can be made from one address', async () => {
  const { call } = await start({ captcha: captchaOf().captcha })
  const signUp = (captchaToken: string, ip: string) =>
    call('POST', '/accounts', { body: { ...ada, email: `a${Math.random()}@example.org`, captchaToken }, ip })
  const statuses = []
  for (let index = 0; index < 3; index += 1) statuses.push((await signUp('unavailable', '10.0.0.1')).statusCode)
  expect(statuses).toEqual([201, 201, 429])
  expect((await signUp('unavailable', '10.0.0.2')).statusCode).toBe(201)
  expect((await signUp('good', '10.0.0.1')).statusCode, 'it is back').toBe(201)
})

test('where forms are not protected, a token is not needed and not looked at', async () => {
  const { call } = await start()
  expect((await call('POST', '/accounts', { body: { ...ada, captchaToken: 'anything' } })).statusCode).toBe(201)
})
