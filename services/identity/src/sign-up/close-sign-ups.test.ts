import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'
import { isDisposable } from './disposable-domains.ts'

const start = useTestServices(startTestDatabase)

test('while sign-ups are closed nobody gets an account, and those who have one sign in', async () => {
  let closed = false
  let perHour: number | null = null
  const it = await start({ signUps: { areClosed: () => closed, perHour: () => perHour } })
  await it.becomeUser()
  closed = true
  const refused = await it.call('POST', '/accounts', { body: { ...ada, email: 'new@example.org' } })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'sign-ups-closed'])
  const session = { body: { email: ada.email, password: ada.password } }
  expect((await it.call('POST', '/sessions', session)).statusCode).toBe(201)
  closed = false
  perHour = 1
  expect((await it.call('POST', '/accounts', { body: { ...ada, email: 'new@example.org' } })).statusCode).toBe(429)
  perHour = 50
  expect((await it.call('POST', '/accounts', { body: { ...ada, email: 'a@yopmail.com' } })).statusCode).toBeLessThan(
    300,
  )
  const at = new Date(0)
  expect(await it.service.countSignUps('MAIL_DOMAIN', at, 10)).toEqual([
    { value: 'example.org', signUps: 1, confirmed: 1, disposable: false },
    { value: 'yopmail.com', signUps: 1, confirmed: 0, disposable: true },
  ])
  expect((await it.service.countSignUps('DISPOSABLE', at, 10)).map(({ value }) => value)).toEqual(['yopmail.com'])
  const [network] = await it.service.countSignUps('NETWORK', at, 10)
  expect([network?.signUps, network?.disposable]).toEqual([2, false])
  const to = new Date(Date.now() + 86_400_000)
  const count = (max: number, from = at) => it.service.countNewAccounts({ from, to, max })
  expect([await count(10), (await count(1)).accounts]).toEqual([{ accounts: 2, confirmed: 1 }, 1])
  expect([await count(10, to), await it.service.countSuspended(10)]).toEqual([{ accounts: 0, confirmed: 0 }, 0])
})

test('a domain below one that hands out addresses is one too', () => {
  expect(['mailinator.com', 'x.Mailinator.com', 'notmailinator.com', 'com'].map(isDisposable)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
