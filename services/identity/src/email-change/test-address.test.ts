import { startTestDatabase } from '@bollard/testing'
import { expect, test } from 'vitest'
import { ada, useTestServices } from '../testing/start-test-service.ts'

const start = useTestServices(startTestDatabase)

test('whoever’s mails come back is told so with the session, and can have the address tried again', async () => {
  const bounced = new Set<string>()
  const { call, becomeUser, mailTo, mailbox } = await start({ isBounced: async (address) => bounced.has(address) })
  const headers = { cookie: await becomeUser() }
  const current = async () =>
    (await call('GET', '/sessions/current', { headers })).json<{ mailsReturn?: true }>().mailsReturn
  const tryAgain = async (given: Record<string, string> = headers) =>
    (await call('POST', '/users/me/email-tests', { headers: given })).statusCode
  expect(await current()).toBeUndefined()
  expect(await tryAgain({})).toBe(401)
  expect(await tryAgain()).toBe(204)
  expect((await mailTo(ada.email, 'address-works')).text, 'nothing to try').toBe('')

  bounced.add(ada.email)
  expect(await current()).toBe(true)
  expect(await tryAgain()).toBe(204)
  expect((await mailTo(ada.email, 'address-works')).text).toContain('http://localhost:8081/en/account')
  const entry = (await mailbox.list()).find(({ tag }) => tag === 'address-works')
  expect(
    (await mailbox.get(entry?.id ?? ''))?.source,
    'a mail that nobody can switch off, as only such a one is sent',
  ).not.toContain('List-Unsubscribe')
  const codes: number[] = []
  for (let time = 0; time < 5; time += 1) codes.push(await tryAgain())
  expect(codes).toEqual([204, 204, 204, 204, 429])
})
