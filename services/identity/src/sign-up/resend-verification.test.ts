import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('the link is sent again, in the language of the account', async () => {
  const { call, service, mailbox, tokenInMail } = await start()
  await call('POST', '/accounts', { body: { ...ada, language: 'de' } })
  const answer = await call('POST', '/email-verifications/resend', { body: { email: 'ADA@example.org' } })
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  await service.drain()
  expect((await mailbox.list()).map((mail) => mail.subject)).toEqual([
    'Bestätigen Sie Ihre E-Mail-Adresse',
    'Bestätigen Sie Ihre E-Mail-Adresse',
  ])
  expect((await call('POST', '/email-verifications', { body: { token: await tokenInMail() } })).statusCode).toBe(200)
})

test('an unknown and a confirmed address get the same answer and no mail', async () => {
  const { call, service, mailbox, becomeUser } = await start()
  await becomeUser()
  const before = (await mailbox.list()).length
  for (const email of [ada.email, 'nobody@example.org']) {
    const answer = await call('POST', '/email-verifications/resend', { body: { email } })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
  }
  await service.drain()
  expect(await mailbox.list()).toHaveLength(before)
})

test('asking again within a minute waits, whether or not the address is known, and keeps nobody else waiting', async () => {
  const { call, clock } = await start()
  await call('POST', '/accounts', { body: ada })
  for (const email of [ada.email, 'nobody@example.org']) {
    expect((await call('POST', '/email-verifications/resend', { body: { email } })).statusCode).toBe(204)
    const refused = await call('POST', '/email-verifications/resend', { body: { email } })
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate-limited' })
    expect(refused.json<{ retryAfterSeconds: number }>().retryAfterSeconds).toBeLessThanOrEqual(60)
    expect((await call('POST', '/email-verifications/resend', { body: { email }, ip: '10.1.1.1' })).statusCode).toBe(
      204,
    )
  }
  clock.offset = 61_000
  expect((await call('POST', '/email-verifications/resend', { body: { email: ada.email } })).statusCode).toBe(204)
})

test('what is no address is refused', async () => {
  const { call } = await start()
  expect((await call('POST', '/email-verifications/resend', { body: { email: 'ada' } })).json()).toMatchObject({
    status: 422,
    code: 'validation-failed',
  })
})

test('one address cannot ask for any number of others', async () => {
  const { call } = await start({ rateLimits: { resendPerIp: { limit: 2, seconds: 3600 } } })
  const statuses = []
  for (const name of ['a', 'b', 'c'])
    statuses.push(
      (await call('POST', '/email-verifications/resend', { body: { email: `${name}@example.org` } })).statusCode,
    )
  expect(statuses).toEqual([204, 204, 429])
  expect(
    (await call('POST', '/email-verifications/resend', { body: { email: 'c@example.org' }, ip: '10.1.1.1' }))
      .statusCode,
  ).toBe(204)
})
